#pragma once
#include "base/ids.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace stoa::shop {

/// What customers know an order by: the first eight digits of its id and the last four, `6a1f03b2-9c41`. The
/// eight are the second in which it was placed, so the ids themselves lead to it and no index has to; the
/// four tell apart what was placed in that second, save for one in 65,536.
class OrderNumber {
 public:
  /// The empty one names no order; it only fills a struct until the struct is read.
  OrderNumber() = default;
  explicit OrderNumber(const OrderId&);
  /// As somebody typed it: dashes, spaces and the case of letters do not matter. The 24 digits of an id are
  /// the number of that order alone. Invalid (`order.number`) with a message that names the rule.
  static Result<OrderNumber> parse(std::string_view text);

  const std::string& text() const { return text_; }
  bool names(const OrderId&) const;

  /// The least and the greatest id that it names, and the least one beyond `id`: nullopt behind the last.
  const OrderId& first() const { return first_; }
  const OrderId& last() const { return last_; }
  std::optional<OrderId> next_after(const OrderId& id) const;

 private:
  std::string text_;
  OrderId first_;
  OrderId last_;
};

}  // namespace stoa::shop
