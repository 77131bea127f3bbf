#pragma once
// A described struct that has a field of every shape, for the tests and fuzz targets of the codecs.
#include "base/fields.h"
#include "base/ids.h"
#include "base/money.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stoa::sample {

enum class CartType { User, Guest };
inline EnumDescription describe(Described<CartType>) {
  return names({{"user", CartType::User}, {"guest", CartType::Guest, {"quest"}}});
}

struct Item {
  ProductId product_id;
  std::string name;
  Money price;
  std::int32_t quantity = 0;
  std::optional<std::string> note;
  bool operator==(const Item&) const = default;
};
inline StructDescription describe(Described<Item>) {
  return fields("Item", field("product_id", &Item::product_id), field("name", &Item::name).length(1, 20),
                field("price", &Item::price).range(Money::literal(0), Money::literal(99'999'99)),
                field("quantity", &Item::quantity).range(1, 999).help("How many, \"packs\" count as one"),
                field("note", &Item::note).length(0, 10));
}

struct Cart {
  CartId id;
  std::variant<UserId, std::string> owner_id;
  CartType type = CartType::User;
  std::string zone;
  std::vector<Item> items;
  std::map<std::string, std::string> attributes;
  std::map<std::string, std::int64_t> stock_by_zone;
  std::vector<std::optional<std::int64_t>> samples;
  std::optional<Time> expires_at;
  std::optional<Shortcode> author;
  double weight = 0;
  std::int64_t revision = 0;
  bool gift = false;
  std::string secret;
  bool operator==(const Cart&) const = default;
};
inline StructDescription describe(Described<Cart>) {
  return fields("Cart", field("id", &Cart::id).stored_as("_id"), field("owner_id", &Cart::owner_id),
                field("type", &Cart::type), field("zone", &Cart::zone).characters("A-Z").otherwise("MSK"),
                field("items", &Cart::items).items(0, 50),
                field("attributes", &Cart::attributes).otherwise({}).items(0, 5),
                field("stock_by_zone", &Cart::stock_by_zone).also("stock_by_zones").otherwise({}),
                field("samples", &Cart::samples).otherwise({}), field("expires_at", &Cart::expires_at),
                field("author", &Cart::author),
                field("weight", &Cart::weight).range(-1e9, 1e9).otherwise(0.5),
                field("revision", &Cart::revision).otherwise(0), field("gift", &Cart::gift).otherwise(false),
                field("secret", &Cart::secret).otherwise("").documents_only());
}

}  // namespace stoa::sample
