#pragma once
#include "base/function_ref.h"
#include "shop/orders.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::shop {

/// The columns' names and the end of the line. The file begins with a byte order mark, without which Excel
/// takes Cyrillic for something else.
void append_order_csv_head(std::string& to);

/// A line for each item, in RFC 4180's form. What concerns the whole order stands in every line but its sum,
/// which stands in the first alone, so that the column can be summed up. A text that a spreadsheet would take
/// for a formula gets an apostrophe in front.
void append_order_csv(std::string& to, const Order&);

/// Gives the head and then the orders, as Orders::list has them, to `write` in pieces of bounded size,
/// however many orders there are; gives how many there were. An Error that `write` gives ends it and comes
/// back.
Result<std::uint64_t> write_order_csv(Orders&, std::optional<OrderStatus>, std::optional<Zone>,
                                      FunctionRef<Result<void>(std::string_view)> write);

}  // namespace stoa::shop
