#pragma once
#include "base/guarded.h"
#include "http/page.h"
#include "shop/catalogue.h"

#include <cstddef>
#include <map>
#include <memory>

namespace stoa::shop {

/// The cards of other products below a product: the same below nearly all of a category, so that they are
/// made once for each list that they are taken from. Safe from any thread.
class RelatedCards {
 public:
  static constexpr std::size_t kMost = 4;

  /// The first kMost of the list without `except`, as shop/related.html says them; empty when there are none.
  /// What was made of an older list is dropped with that.
  http::Html of(const std::shared_ptr<const ProductPage>& list, const ProductId& except, http::Language,
                const http::Pages&);

 private:
  /// The list is one of those that Showcase keeps; `except` is of its first ones, or of none.
  struct Place {
    const ProductPage* list;
    ProductId except;
    http::Language language;
    auto operator<=>(const Place&) const = default;
  };
  struct Made {
    /// Tells a list that has gone from a new one at its address.
    std::weak_ptr<const ProductPage> list;
    http::Html cards;
  };

  Guarded<std::map<Place, Made>> made_;
};

}  // namespace stoa::shop
