#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "base/money.h"
#include "shop/owner.h"
#include "shop/zone.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stoa::shop {

inline constexpr std::int32_t kMostOfALine = 999;
inline constexpr std::size_t kMostLines = 200;
inline constexpr std::chrono::hours kCartLife{7 * 24};
/// When a cart that is changed now goes, if nobody changes it again: kCartLife later, at the next whole
/// minute. So changes that follow one another leave the indexes of expiry as they are.
Time cart_expiry(Time changed);

enum class CartType { User, Guest };
EnumDescription describe(Described<CartType>);

/// Abandoned: not changed for a while; its owner's next change makes it active again.
enum class CartStatus { Active, Ordered, Abandoned };
EnumDescription describe(Described<CartStatus>);

/// A line of a cart or an order, with name and price as they were when it was written.
struct Item {
  ProductId product_id;
  std::string name;
  Money price;
  std::int32_t quantity = 0;
  std::optional<Zone> zone;
  bool operator==(const Item&) const = default;
};
StructDescription describe(Described<Item>);

/// A document of `carts`.
struct Cart {
  CartId id;
  Owner owner_id;
  CartType type = CartType::User;
  CartStatus status = CartStatus::Active;
  std::optional<Zone> zone;
  Money amount;
  std::vector<Item> items;
  Time created_at;
  Time updated_at;
  Time expires_at;

  /// Null when the product is not in it.
  Item* line(const ProductId&);
  bool operator==(const Cart&) const = default;
};
StructDescription describe(Described<Cart>);

/// Exact; Invalid (`money.out_of_range`) when there is no such amount.
Result<Money> sum_of(const std::vector<Item>&);

}  // namespace stoa::shop
