#include "shop/order_csv.h"

#include "base/rfc3339.h"
#include "shop/csv.h"

#include <utility>

namespace stoa::shop {
namespace {

constexpr std::size_t kOrdersAtOnce = 200;

/// A spreadsheet evaluates a cell that begins so; quotes around it do not help.
bool looks_like_a_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
}

/// One line, cell by cell.
class Line {
 public:
  explicit Line(std::string& to) : to_(to) {}
  ~Line() { to_ += "\r\n"; }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  /// What we made ourselves.
  Line& value(std::string_view value) {
    if (begun_) to_ += ',';
    begun_ = true;
    to_ += value;
    return *this;
  }

  /// What somebody typed.
  Line& text(std::string_view text) {
    const bool formula = looks_like_a_formula(text);
    const bool blank_end = text.starts_with(' ') || text.ends_with(' ');
    if (!formula && !blank_end && text.find_first_of(",;\"\r\n\t") == text.npos) return value(text);
    // With an apostrophe in front it is a text.
    value("");
    append_quoted(to_, formula ? "'" + std::string(text) : std::string(text));
    return *this;
  }

 private:
  std::string& to_;
  bool begun_ = false;
};

enum class Sum { Shown, Left };

void append_line(std::string& to, const Order& order, const Item& item, Sum sum) {
  static const Delivery nowhere;
  const Delivery& delivery = order.delivery ? *order.delivery : nowhere;
  Line(to)
      .value(order.id.hex())
      .value(to_rfc3339(order.order_date))
      .value(name_of(order.status))
      .value(order.zone.text())
      .value(order.user_id.hex())
      .text(delivery.name)
      .text(delivery.address)
      .text(delivery.contact)
      .value(item.product_id.hex())
      .text(item.name)
      .value(item.price.text())
      .value(std::to_string(item.quantity))
      .value(sum == Sum::Shown ? order.total_amount.text() : std::string());
}

}  // namespace

void append_order_csv_head(std::string& to) {
  to +=
      "\xef\xbb\xbf"
      "order_id,order_date,status,zone,user_id,name,address,contact,product_id,product,price,quantity,"
      "total_amount\r\n";
}

void append_order_csv(std::string& to, const Order& order) {
  Sum sum = Sum::Shown;
  for (const Item& item : order.items) append_line(to, order, item, std::exchange(sum, Sum::Left));
}

Result<std::uint64_t> write_order_csv(Orders& orders, std::optional<OrderStatus> status,
                                      std::optional<Zone> zone,
                                      FunctionRef<Result<void>(std::string_view)> write) {
  std::string piece, cursor;
  append_order_csv_head(piece);
  std::uint64_t count = 0;
  do {
    auto page = STOA_TRY(orders.list(status, zone, kOrdersAtOnce, std::move(cursor)));
    for (const Order& order : page.orders) append_order_csv(piece, order);
    count += page.orders.size();
    STOA_TRY(write(piece));
    piece.clear();
    cursor = std::move(page.next);
  } while (!cursor.empty());
  return count;
}

}  // namespace stoa::shop
