#include "shop/product_entry.h"

#include "base/fields.h"
#include "shop/stock.h"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace stoa::shop {

StructDescription describe(Described<ProductEntry>) {
  using Entry = ProductEntry;
  return fields("ProductEntry", field("_id", &Entry::id).also("id"),
                field("name", &Entry::name).length(1, 200).readable(),
                field("description", &Entry::description).length(0, 20'000).readable(Lines::Many),
                field("category", &Entry::category).length(1, 100).readable(),
                field("price", &Entry::price).range(Money::literal(0), kMostForOne),
                field("attributes", &Entry::attributes).items(0, 50).length(0, 500).readable(),
                field("some_attributes", &Entry::some_attributes).length(0, 500).readable(),
                field("removed_attributes", &Entry::removed_attributes),
                field("stock_by_zone", &Entry::stock_by_zone).also("stock_by_zones").range(0, kMostInStock),
                field("pictures", &Entry::pictures).items(0, 20).length(1, 500).readable(),
                field("created_at", &Entry::created_at), field("updated_at", &Entry::updated_at),
                field("retired_at", &Entry::retired_at), field("retired", &Entry::retired));
}

ProductEntry entry_of(const Product& product) {
  ProductEntry entry;
  entry.id = product.id;
  entry.name = product.name;
  entry.description = product.description;
  entry.category = product.category;
  entry.price = product.price;
  entry.attributes = product.attributes;
  entry.stock_by_zone = product.stock_by_zone;
  entry.pictures = product.pictures;
  entry.created_at = product.created_at;
  entry.updated_at = product.updated_at;
  entry.retired_at = product.retired_at;
  return entry;
}

ProductId id_for(std::string_view category, std::string_view name) {
  const std::string text = std::string(category) + '\0' + std::string(name);
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), nullptr, 0);
  ObjectId::Bytes bytes{};
  std::copy_n(hash.begin(), bytes.size(), bytes.begin());
  return ProductId(ObjectId(bytes));
}

}  // namespace stoa::shop
