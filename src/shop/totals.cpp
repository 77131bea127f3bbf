#include "shop/totals.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"

#include <fmt/format.h>

#include <map>

namespace stoa::shop {
namespace {
using records::collections::order_totals;

/// So many documents share a day and zone: where transactions collide, not everybody's collide.
constexpr int kParts = 8;
constexpr std::size_t kReadAtOnce = 1000;

struct TotalPart {
  std::string id;
  Time day;
  Zone zone;
  std::int64_t orders = 0;
  Money amount;
};
StructDescription describe(Described<TotalPart>) {
  return fields("TotalPart", field("_id", &TotalPart::id), field("day", &TotalPart::day),
                field("zone", &TotalPart::zone), field("orders", &TotalPart::orders),
                field("amount", &TotalPart::amount));
}

Time day_of(Time moment) {
  return std::chrono::floor<std::chrono::days>(moment);
}

TotalPart part_of(const Order& order) {
  TotalPart part;
  part.day = day_of(order.order_date);
  part.zone = order.zone;
  part.id = fmt::format("{}/{}/{}", part.day.time_since_epoch() / std::chrono::days(1), order.zone.text(),
                        order.id.bytes().back() % kParts);
  return part;
}

Result<void> add(records::Tx& tx, const Order& order, std::int64_t orders, Money amount) {
  TotalPart part = part_of(order);
  const auto found = STOA_TRY(records::get<TotalPart>(tx, order_totals(), part.id));
  if (found) part = *found;
  part.orders += orders;
  part.amount = STOA_TRY(part.amount.plus(amount));
  return found ? records::replace(tx, order_totals(), part) : records::insert(tx, order_totals(), part);
}

}  // namespace

StructDescription describe(Described<DayTotal>) {
  return fields("DayTotal", field("day", &DayTotal::day), field("zone", &DayTotal::zone),
                field("orders", &DayTotal::orders), field("amount", &DayTotal::amount));
}

Result<void> count_order(records::Tx& tx, const Order& order) {
  return add(tx, order, 1, order.total_amount);
}

Result<void> uncount_order(records::Tx& tx, const Order& order) {
  const Money less = STOA_TRY(Money().minus(order.total_amount));
  return add(tx, order, -1, less);
}

Result<std::vector<DayTotal>> totals(records::Reader& reader, Time from, Time to) {
  std::map<std::pair<Time, Zone>, DayTotal> sums;
  records::Query query{.index = "day",
                       .min = records::Query::Bound{day_of(from)},
                       .max = records::Query::Bound{day_of(to)},
                       .limit = kReadAtOnce};
  do {
    const auto page = STOA_TRY(records::find<TotalPart>(reader, order_totals(), query));
    for (const TotalPart& part : page.documents) {
      DayTotal& sum =
          sums.try_emplace({part.day, part.zone}, DayTotal{part.day, part.zone, 0, {}}).first->second;
      sum.orders += part.orders;
      sum.amount = STOA_TRY(sum.amount.plus(part.amount));
    }
    query.cursor = page.next;
  } while (!query.cursor.empty());
  std::vector<DayTotal> list;
  for (auto& [key, sum] : sums)
    if (sum.orders > 0) list.push_back(std::move(sum));
  return list;
}

}  // namespace stoa::shop
