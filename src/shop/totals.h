#pragma once
#include "base/clock.h"
#include "records/records.h"
#include "shop/order.h"

#include <vector>

namespace stoa::shop {

/// What was ordered in a zone on a day (UTC), and not cancelled since.
struct DayTotal {
  Time day;
  Zone zone;
  std::int64_t orders = 0;
  Money amount;
  bool operator==(const DayTotal&) const = default;
};
StructDescription describe(Described<DayTotal>);

/// Part of the transaction that places or cancels the order: the totals are always those of the orders.
Result<void> count_order(records::Tx&, const Order&);
Result<void> uncount_order(records::Tx&, const Order&);

/// By day, then zone; days from `from` up to and including `to`. Days without orders are left out.
Result<std::vector<DayTotal>> totals(records::Reader&, Time from, Time to);

}  // namespace stoa::shop
