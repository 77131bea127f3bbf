#include "shop/order.h"

#include "base/fields.h"

namespace stoa::shop {

EnumDescription describe(Described<OrderStatus>) {
  return names({{"pending", OrderStatus::Pending},
                {"confirmed", OrderStatus::Confirmed},
                {"shipped", OrderStatus::Shipped},
                {"delivered", OrderStatus::Delivered},
                {"cancelled", OrderStatus::Cancelled}});
}

std::string_view name_of(OrderStatus status) {
  switch (status) {
    case OrderStatus::Pending:
      return "pending";
    case OrderStatus::Confirmed:
      return "confirmed";
    case OrderStatus::Shipped:
      return "shipped";
    case OrderStatus::Delivered:
      return "delivered";
    case OrderStatus::Cancelled:
      return "cancelled";
  }
  return {};
}

bool may_follow(OrderStatus from, OrderStatus to) {
  switch (to) {
    case OrderStatus::Pending:
      return false;
    case OrderStatus::Confirmed:
      return from == OrderStatus::Pending;
    case OrderStatus::Shipped:
      return from == OrderStatus::Confirmed;
    case OrderStatus::Delivered:
      return from == OrderStatus::Shipped;
    case OrderStatus::Cancelled:
      return from == OrderStatus::Pending || from == OrderStatus::Confirmed;
  }
  return false;
}

StructDescription describe(Described<Delivery>) {
  return fields("Delivery", field("name", &Delivery::name).length(1, 200).readable(),
                field("address", &Delivery::address).length(1, 1000).readable(Lines::Many),
                field("contact", &Delivery::contact)
                    .length(3, 200)
                    .readable()
                    .help("A telephone number or an address"));
}

StructDescription describe(Described<Order>) {
  return fields("Order",
                field("id", &Order::id)
                    .stored_as("_id")
                    .help("Customers see its first eight digits, a dash and its last four"),
                field("user_id", &Order::user_id), field("order_date", &Order::order_date),
                field("status", &Order::status), field("total_amount", &Order::total_amount).also("amount"),
                field("zone", &Order::zone), field("items", &Order::items),
                field("created_at", &Order::created_at).otherwise(Time()),
                field("updated_at", &Order::updated_at), field("cart_id", &Order::cart_id).documents_only(),
                field("delivery", &Order::delivery));
}

}  // namespace stoa::shop
