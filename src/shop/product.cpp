#include "shop/product.h"

#include "base/fields.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "shop/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stoa::shop {

constexpr std::size_t kMostAttributes = 50, kLongestAttributeName = 100;

std::int64_t Product::in_stock(const Zone& zone) const {
  const auto found = stock_by_zone.find(zone.text());
  return found == stock_by_zone.end() ? 0 : found->second;
}

std::int64_t Product::in_stock() const {
  return std::accumulate(stock_by_zone.begin(), stock_by_zone.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& zone) { return sum + zone.second; });
}

namespace {

/// A list's address says `name:value` and is read up to its first colon.
Result<void> check_attribute_name(std::string_view name) {
  const auto refuse = [](std::string why) {
    return Error{Error::Kind::Invalid, "product.attributes", "attributes: " + std::move(why)};
  };
  if (name.empty() || name.size() > kLongestAttributeName)
    return refuse(fmt::format("a name has 1 to {} bytes", kLongestAttributeName));
  if (!is_utf8(name)) return refuse("a name is not UTF-8");
  const Reading reading = read_as_shown(name, Lines::One);
  if (!reading.fault.empty()) return refuse("a name " + reading.fault);
  if (reading.seen.empty()) return refuse("a name has nothing in it that can be seen");
  if (name.find(':') != name.npos) return refuse(fmt::format("the name '{}' has a colon; take it out", name));
  return {};
}

}  // namespace

Result<void> check_attributes(const Attributes& attributes, const Attributes& before) {
  if (attributes.size() > kMostAttributes)
    return Error{Error::Kind::Invalid, "product.attributes",
                 fmt::format("attributes: there would be more than {}", kMostAttributes)};
  for (const auto& [name, value] : attributes)
    if (!before.contains(name)) STOA_TRY(check_attribute_name(name));
  return {};
}

Result<void> check_pictures(const std::vector<std::string>& pictures,
                            const std::vector<std::string>& before) {
  for (const std::string& path : pictures) {
    if (picture_of_path(path) || path.starts_with("/static/")) continue;
    if (std::ranges::find(before, path) != before.end()) continue;
    constexpr std::size_t kShown = 60;
    const auto shown = path.size() <= kShown ? std::string_view(path) : std::string_view("one of them");
    return Error{Error::Kind::Invalid, "product.pictures",
                 fmt::format("pictures: {} is not on this site, and browsers would not show it; upload it "
                             "and say the address /pictures/… that it is given",
                             shown)};
  }
  return {};
}

StructDescription describe(Described<Product>) {
  return fields("Product", field("id", &Product::id).stored_as("_id"), field("name", &Product::name),
                field("description", &Product::description), field("category", &Product::category),
                field("price", &Product::price), field("attributes", &Product::attributes).otherwise({}),
                field("stock_by_zone", &Product::stock_by_zone).also("stock_by_zones").otherwise({}),
                field("pictures", &Product::pictures), field("created_at", &Product::created_at),
                field("updated_at", &Product::updated_at),
                field("retired_at", &Product::retired_at).help("Since when it is no longer sold"));
}

StructDescription describe(Described<ProductDraft>) {
  return fields(
      "ProductDraft", field("name", &ProductDraft::name).length(1, 200).readable(),
      field("description", &ProductDraft::description).length(0, 20'000).readable(Lines::Many),
      field("category", &ProductDraft::category).length(1, 100).readable(),
      field("price", &ProductDraft::price).range(Money::literal(0), kMostForOne),
      field("attributes", &ProductDraft::attributes)
          .otherwise({})
          .items(0, kMostAttributes)
          .length(0, 500)
          .readable(),
      field("pictures", &ProductDraft::pictures).otherwise({}).items(0, 20).length(1, 500).readable());
}

ProductDraft draft_of(const Product& product) {
  return {product.name,  product.description, product.category,
          product.price, product.attributes,  product.pictures.value_or(std::vector<std::string>())};
}

}  // namespace stoa::shop
