#pragma once
#include "base/described.h"
#include "base/ids.h"
#include "shop/owner.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stoa::shop {

/// What the shop's record transactions put into the outbox: topics and their payloads, which are BSON.

inline constexpr std::string_view kCartChanged = "cart.changed";
/// A line of a cart, and how the cart stands around it.
struct LineChanged {
  ProductId product;
  /// 0 when it is no longer there.
  std::int32_t quantity = 0;
  std::int32_t lines = 0;
  Time expires_at;
};
StructDescription describe(Described<LineChanged>);
/// The hot view of `token` is to be made what the cart of `owner` is.
struct CartChanged {
  Token token;
  Owner owner;
  /// The one line that changed, as the transaction that tells of it has left it; absent: any may have.
  std::optional<LineChanged> line = std::nullopt;
};
StructDescription describe(Described<CartChanged>);

inline constexpr std::string_view kOrderPlaced = "order.placed";
struct OrderPlaced {
  OrderId order;
  UserId user;
  Token token;
};
StructDescription describe(Described<OrderPlaced>);

inline constexpr std::string_view kProductChanged = "product.changed";
/// What the caches hold of the product is no longer true. Selling does not count: pages show the stock of the
/// row cache.
struct ProductChanged {
  ProductId product;
};
StructDescription describe(Described<ProductChanged>);

}  // namespace stoa::shop
