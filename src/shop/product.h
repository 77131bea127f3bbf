#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "base/money.h"
#include "base/result.h"
#include "shop/zone.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stoa::shop {

/// The highest price.
inline constexpr Money kMostForOne = Money::literal(100'000'000'00);

/// A document of `products`. What is retired is no longer listed or sold, but stays for the orders that name
/// it.
struct Product {
  ProductId id;
  std::string name;
  std::optional<std::string> description;
  std::string category;
  Money price;
  std::map<std::string, std::string> attributes;
  std::map<std::string, std::int64_t> stock_by_zone;
  std::optional<std::vector<std::string>> pictures;
  Time created_at;
  Time updated_at;
  std::optional<Time> retired_at;

  bool on_sale() const { return !retired_at; }
  /// 0 where the zone is not named.
  std::int64_t in_stock(const Zone&) const;
  /// Of all zones together.
  std::int64_t in_stock() const;
  bool operator==(const Product&) const = default;
};
StructDescription describe(Described<Product>);

using Attributes = std::map<std::string, std::string>;

/// What a document and a list's address can hold of them; the values have their own bounds. A name that the
/// product had `before` may stay. Invalid (`product.attributes`).
Result<void> check_attributes(const Attributes&, const Attributes& before);

/// Pictures are on this site, since its pages let browsers load none from elsewhere: uploaded ones
/// (picture_path()) and static files. What the product had `before` may stay. Invalid (`product.pictures`).
Result<void> check_pictures(const std::vector<std::string>& pictures, const std::vector<std::string>& before);

/// What a shopkeeper says of a product; stock goes its own way (stock.h), so that every piece has a history.
struct ProductDraft {
  std::string name;
  std::optional<std::string> description;
  std::string category;
  Money price;
  std::map<std::string, std::string> attributes;
  std::vector<std::string> pictures;
};
StructDescription describe(Described<ProductDraft>);
/// The draft that would leave the product as it is.
ProductDraft draft_of(const Product&);

}  // namespace stoa::shop
