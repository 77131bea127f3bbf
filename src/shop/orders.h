#pragma once
#include "base/clock.h"
#include "records/records.h"
#include "shop/order.h"
#include "shop/order_number.h"
#include "shop/totals.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::shop {

struct OrderPage {
  std::vector<Order> orders;
  std::string next;
};
StructDescription describe(Described<OrderPage>);

/// What happens to orders once they are placed. Safe from any thread.
class Orders {
 public:
  /// Both outlive it.
  Orders(records::Records& records, const Clock& clock) : records_(records), clock_(clock) {}

  /// NotFound (`order.absent`). With a user, also when the order is another's: that it exists is private.
  Result<Order> order(const OrderId&);
  Result<Order> order(const UserId&, const OrderId&);

  /// Newest first.
  Result<OrderPage> history(const UserId&, std::size_t limit, std::string cursor);
  /// For admins, newest first; all conditions hold together. With both a status and a zone, a page may hold
  /// less than its limit though there is a next.
  Result<OrderPage> list(std::optional<OrderStatus>, std::optional<Zone>, std::size_t limit,
                         std::string cursor);

  /// Those with that number, oldest first: hardly ever more than one. However many were placed in its second,
  /// this reads a few of them; of a second in which many machines made ids, the first ones.
  Result<std::vector<Order>> numbered(const OrderNumber&);

  /// How many have that status, counted up to `most`.
  Result<std::size_t> count(OrderStatus, std::size_t most);

  /// Conflict (`order.status`) when the order cannot become that from what it is; NotFound (`order.absent`).
  /// Cancelling gives the stock back, once, in the same transaction.
  Result<Order> move(const OrderId&, OrderStatus to);
  /// The user's own; NotFound when it is another's.
  Result<Order> cancel(const UserId&, const OrderId&);

  /// As totals().
  Result<std::vector<DayTotal>> per_day(Time from, Time to);

 private:
  Result<Order> move(const std::optional<UserId>& only_of, const OrderId&, OrderStatus to);

  records::Records& records_;
  const Clock& clock_;
};

}  // namespace stoa::shop
