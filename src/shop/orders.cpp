#include "shop/orders.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"
#include "shop/filtered.h"
#include "shop/stock.h"

namespace stoa::shop {
namespace {
using records::Query;
using records::collections::orders;

/// As many as one machine can make of one number within its second.
constexpr std::size_t kMostReadsForANumber = 256;

Error order_absent() {
  return {Error::Kind::NotFound, "order.absent", "there is no such order; look at the list of your orders"};
}

Error wrong_status(OrderStatus from, OrderStatus to) {
  return {Error::Kind::Conflict, "order.status",
          "an order that is " + std::string(name_of(from)) + " cannot become " + std::string(name_of(to))};
}

Result<Order> find(records::Reader& reader, const std::optional<UserId>& only_of, const OrderId& id) {
  auto found = STOA_TRY(records::get<Order>(reader, orders(), id));
  if (!found || (only_of && found->user_id != *only_of)) return order_absent();
  return *std::move(found);
}

Result<void> give_all_back(records::Tx& tx, const Order& order, Time now) {
  for (const Item& item : order.items)
    STOA_TRY(give_back(tx, item.product_id, item.zone.value_or(order.zone), item.quantity, order.id, now));
  return uncount_order(tx, order);
}

}  // namespace

StructDescription describe(Described<OrderPage>) {
  return fields("OrderPage", field("orders", &OrderPage::orders), field("next", &OrderPage::next));
}

Result<Order> Orders::order(const OrderId& id) {
  return find(records_.read(), std::nullopt, id);
}

Result<Order> Orders::order(const UserId& user, const OrderId& id) {
  return find(records_.read(), user, id);
}

Result<OrderPage> Orders::history(const UserId& user, std::size_t limit, std::string cursor) {
  auto page = STOA_TRY(records::find<Order>(
      records_.read(), orders(),
      {.index = "user_id_order_date", .equal = {user}, .limit = limit, .cursor = std::move(cursor)}));
  return OrderPage{std::move(page.documents), std::move(page.next)};
}

Result<OrderPage> Orders::list(std::optional<OrderStatus> status, std::optional<Zone> zone, std::size_t limit,
                               std::string cursor) {
  Query query{.index = "_id", .walk = Query::Walk::Against, .limit = limit, .cursor = std::move(cursor)};
  if (status) {
    query.index = "status";
    query.equal = {std::string(name_of(*status))};
  } else if (zone) {
    query.index = "zone";
    query.equal = {zone->text()};
  }
  auto page =
      STOA_TRY(find_filtered<Order>(records_.read(), orders(), std::move(query),
                                    [&](const Order& order) { return !zone || order.zone == *zone; }));
  return OrderPage{std::move(page.documents), std::move(page.next)};
}

Result<std::vector<Order>> Orders::numbered(const OrderNumber& number) {
  std::vector<Order> found;
  std::optional<OrderId> from = number.first();
  for (std::size_t reads = 0; from && reads < kMostReadsForANumber; ++reads) {
    // Ids count up, so from one that ends otherwise the walk leaps over all up to the next that could be
    // meant.
    auto page = STOA_TRY(records::find<Order>(
        records_.read(), orders(),
        {.index = "_id", .min = Query::Bound{*from}, .max = Query::Bound{number.last()}, .limit = 1}));
    if (page.documents.empty()) break;
    Order& order = page.documents.front();
    from = number.next_after(order.id);
    if (number.names(order.id)) found.push_back(std::move(order));
  }
  return found;
}

Result<std::size_t> Orders::count(OrderStatus status, std::size_t most) {
  return records_.read().count(orders(), {.index = "status", .equal = {std::string(name_of(status))}}, most);
}

Result<Order> Orders::move(const std::optional<UserId>& only_of, const OrderId& id, OrderStatus to) {
  return records_.transact([&](records::Tx& tx) -> Result<Order> {
    Order order = STOA_TRY(find(tx, only_of, id));
    if (!may_follow(order.status, to)) return wrong_status(order.status, to);
    const Time now = clock_.now();
    order.status = to;
    order.updated_at = now;
    STOA_TRY(records::replace(tx, orders(), order));
    if (to == OrderStatus::Cancelled) STOA_TRY(give_all_back(tx, order, now));
    return order;
  });
}

Result<Order> Orders::move(const OrderId& id, OrderStatus to) {
  return move(std::nullopt, id, to);
}

Result<Order> Orders::cancel(const UserId& user, const OrderId& id) {
  return move(user, id, OrderStatus::Cancelled);
}

Result<std::vector<DayTotal>> Orders::per_day(Time from, Time to) {
  return totals(records_.read(), from, to);
}

}  // namespace stoa::shop
