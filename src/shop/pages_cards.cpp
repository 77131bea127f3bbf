#include "shop/pages_cards.h"

namespace stoa::shop {
namespace {

constexpr std::int64_t kTints = 6;

http::Fields pill(std::int64_t stock, http::Value zone) {
  return {{"stock", stock}, {"low", stock <= kFewLeft}, {"zone", std::move(zone)}};
}

}  // namespace

void add_picture(http::Fields& fields, const ProductId& product, const std::optional<std::string>& picture) {
  fields.set("picture", picture);
  fields.set("tint", product.bytes().back() % kTints);
}

http::Fields card_of(const Product& product) {
  const std::int64_t stock = product.in_stock();
  http::Fields fields{{"id", product.id}, {"name", product.name},     {"price", product.price},
                      {"stock", stock},   {"low", stock <= kFewLeft}, {"zone", http::Value()}};
  const bool has_picture = product.pictures && !product.pictures->empty();
  add_picture(fields, product.id, has_picture ? std::optional(product.pictures->front()) : std::nullopt);
  return fields;
}

http::List cards_of(std::span<const Product> products, std::size_t most, const ProductId& except) {
  http::List cards;
  for (const Product& product : products) {
    if (cards.size() == most) break;
    if (product.id != except) cards.push_back(card_of(product));
  }
  return cards;
}

std::string zone_name(const http::Pages& pages, http::Language language, std::string_view zone) {
  std::string key = "zone.";
  for (const char letter : zone) key += static_cast<char>(letter | 0x20);
  return pages.find(language, key).value_or(std::string(zone));
}

std::string attribute_name(const http::Pages& pages, http::Language language, const std::string& attribute) {
  return pages.find(language, "attribute." + attribute).value_or(attribute);
}

http::List pills_of(const http::Pages& pages, http::Language language,
                    const std::map<std::string, std::int64_t>& stock) {
  http::List pills;
  for (const auto& [zone, left] : stock)
    if (left > 0) pills.push_back(pill(left, zone_name(pages, language, zone)));
  if (pills.empty()) pills.push_back(pill(0, {}));
  return pills;
}

}  // namespace stoa::shop
