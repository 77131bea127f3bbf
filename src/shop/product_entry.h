#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "base/money.h"
#include "shop/product.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

/// What a file says of a product: what is absent stays as it is. Read from JSON by read_json, with the rules
/// of ProductDraft, in the form that documents have (`_id`, `stock_by_zone`).
struct ProductEntry {
  /// Absent: one that is always the same for this category and name.
  std::optional<ProductId> id;
  std::optional<std::string> name;
  std::optional<std::string> description;
  std::optional<std::string> category;
  std::optional<Money> price;
  /// All of them.
  std::optional<std::map<std::string, std::string>> attributes;
  /// Some of them.
  std::optional<std::map<std::string, std::string>> some_attributes;
  /// The names of those that go.
  std::optional<std::vector<std::string>> removed_attributes;
  /// Zones that are not named stay as they are.
  std::optional<std::map<std::string, std::int64_t>> stock_by_zone;
  std::optional<std::vector<std::string>> pictures;
  /// Only of a product that is new here.
  std::optional<Time> created_at;
  std::optional<Time> updated_at;
  std::optional<Time> retired_at;
  /// False brings it back on sale.
  std::optional<bool> retired;
};
StructDescription describe(Described<ProductEntry>);

/// All of a product, so that reading it gives the product again.
ProductEntry entry_of(const Product&);

/// The id of a product that came without one.
ProductId id_for(std::string_view category, std::string_view name);

}  // namespace stoa::shop
