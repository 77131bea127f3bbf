#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "base/money.h"
#include "shop/cart.h"
#include "shop/zone.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

enum class OrderStatus { Pending, Confirmed, Shipped, Delivered, Cancelled };
EnumDescription describe(Described<OrderStatus>);
/// As documents and indexes have it.
std::string_view name_of(OrderStatus);

/// pending → confirmed → shipped → delivered; cancelled from the first two.
bool may_follow(OrderStatus from, OrderStatus to);

struct Delivery {
  std::string name;
  std::string address;
  std::string contact;
  bool operator==(const Delivery&) const = default;
};
StructDescription describe(Described<Delivery>);

/// A document of `orders`. Names and prices are the products' of that moment.
struct Order {
  OrderId id;
  UserId user_id;
  Time order_date;
  OrderStatus status = OrderStatus::Pending;
  Money total_amount;
  Zone zone;
  std::vector<Item> items;
  Time created_at;
  std::optional<Time> updated_at;
  /// Absent in orders that came from elsewhere.
  std::optional<CartId> cart_id;
  std::optional<Delivery> delivery;
  bool operator==(const Order&) const = default;
};
StructDescription describe(Described<Order>);

}  // namespace stoa::shop
