#pragma once
#include "records/records.h"
#include "shop/catalogue.h"

#include <optional>
#include <string>

namespace stoa::shop {

/// What a shopkeeper looks for: all conditions hold together; also what is retired.
struct ShelfQuery {
  /// What the name begins with; its first letter may be typed small or large.
  std::string prefix = {};
  std::optional<std::string> category = std::nullopt;
  enum class State { All, OnSale, Retired } state = State::All;
  std::size_t limit = 50;
  std::string cursor = {};
};
EnumDescription describe(Described<ShelfQuery::State>);

/// Along an index: by name when there is a prefix, else newest first. What else does not fit is passed over,
/// kMostLookedAt documents a page at most, so a page may hold less than its limit; the list ends where `next`
/// is empty. Invalid (`records.cursor`) for a cursor that is not of this query.
Result<ProductPage> find_on_shelf(records::Reader&, const ShelfQuery&);

}  // namespace stoa::shop
