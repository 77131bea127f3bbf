#pragma once
#include "shop/catalogue.h"
#include "shop/popularity.h"

namespace stoa::shop {

/// As Catalogue::list, but what is looked at most comes first, then all else, newest first; `order` is not
/// looked at. Neither skips nor repeats when ranks move between two pages: the cursor knows what was shown by
/// rank, kMostShownByRank at most. Looks at the 1,000 most popular.
Result<ProductPage> list_by_popularity(Popularity&, Catalogue&, const Listing&);

inline constexpr std::size_t kMostShownByRank = 120;

}  // namespace stoa::shop
