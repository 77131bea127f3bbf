#pragma once
#include "records/records.h"
#include "shop/catalogue.h"

#include <cstddef>
#include <string>

namespace stoa::shop {

/// What somebody looks for. `text` is as they typed it: words in English or Russian, in any form; the last
/// may be unfinished.
struct ProductSearch {
  std::string text;
  std::size_t limit = 24;
  /// `next` of the page before.
  std::string cursor = {};
};

inline constexpr std::size_t kMostSearchedCharacters = 200;
inline constexpr std::size_t kFoundByRank = 120;

/// Finds products by their names, categories, attributes and descriptions, names before all. Safe from any
/// thread.
class ProductSearcher {
 public:
  /// Outlives it.
  explicit ProductSearcher(records::Records& records) : records_(records) {}

  /// Best first, only what is on sale. Nothing for a text without words. Invalid (`search.too_long`) over
  /// kMostSearchedCharacters, (`records.cursor`) for a cursor of another search. A page may hold less than
  /// its limit; the list ends where `next` is empty. The first kFoundByRank or so neither skip nor repeat
  /// when ranks move between two pages, for which each page asks for those before it again; beyond them none
  /// of those comes again, but one that moves may be missed.
  Result<ProductPage> search(const ProductSearch&);

 private:
  records::Records& records_;
};

}  // namespace stoa::shop
