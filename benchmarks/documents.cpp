#include "documents.h"

#include "base/fields.h"

#include <fmt/format.h>

namespace stoa::bench {

StructDescription describe(Described<Item>) {
  return fields("Item", field("product_id", &Item::product_id), field("name", &Item::name),
                field("price", &Item::price), field("quantity", &Item::quantity), field("zone", &Item::zone));
}

StructDescription describe(Described<Product>) {
  return fields("Product", field("id", &Product::id).stored_as("_id"), field("name", &Product::name),
                field("category", &Product::category), field("price", &Product::price),
                field("attributes", &Product::attributes), field("stock_by_zone", &Product::stock_by_zone),
                field("created_at", &Product::created_at), field("updated_at", &Product::updated_at));
}

StructDescription describe(Described<Cart>) {
  return fields("Cart", field("id", &Cart::id).stored_as("_id"), field("owner_id", &Cart::owner_id),
                field("type", &Cart::type), field("status", &Cart::status), field("zone", &Cart::zone),
                field("amount", &Cart::amount), field("items", &Cart::items),
                field("created_at", &Cart::created_at), field("updated_at", &Cart::updated_at),
                field("expires_at", &Cart::expires_at));
}

StructDescription describe(Described<Order>) {
  return fields("Order", field("id", &Order::id).stored_as("_id"), field("user_id", &Order::user_id),
                field("order_date", &Order::order_date), field("status", &Order::status),
                field("total_amount", &Order::total_amount), field("zone", &Order::zone),
                field("items", &Order::items), field("created_at", &Order::created_at));
}

Product make_product(std::uint64_t number, Time now, std::int64_t stock) {
  return {ProductId::make(now),
          fmt::format("Television {} inch", number),
          fmt::format("category {}", number % 20),
          Money::literal(12'000'00),
          {{"color", "black"}, {"size", "32"}},
          {{"MSK", stock}, {"SPB", stock}},
          now,
          now};
}

Cart make_cart(const CartId& id, std::uint64_t client, Time now) {
  Cart cart{id,    fmt::format("sess_{:024x}", client), "guest", "active",
            "MSK", Money::literal(36'000'00),           {},      now,
            now,   now + std::chrono::hours(7 * 24)};
  for (int line = 0; line < 3; ++line)
    cart.items.push_back({ProductId::make(now), "Television 32 inch", Money::literal(12'000'00), 1, "MSK"});
  return cart;
}

Order make_order(const Cart& cart, const UserId& user, Time now) {
  return {OrderId::make(now), user, now, "pending", cart.amount, cart.zone, cart.items, now};
}

}  // namespace stoa::bench
