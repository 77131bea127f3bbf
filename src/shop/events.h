#pragma once
#include "base/described.h"
#include "base/ids.h"
#include "shop/owner.h"

#include <optional>
#include <string_view>

namespace stoa::shop {

/// What the shop's record transactions put into the outbox: topics and their payloads, which are BSON.

inline constexpr std::string_view kCartChanged = "cart.changed";
/// The hot view of `token` is to be made what the cart of `owner` is.
struct CartChanged {
  Token token;
  Owner owner;
  /// The one line that changed; absent: any may have.
  std::optional<ProductId> product = std::nullopt;
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
