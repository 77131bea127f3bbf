#include "shop/search.h"

#include "base/bson.h"
#include "base/shown_marks.h"
#include "base/utf8.h"
#include "records/collections.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::shop {
namespace {

/// A page's limit more than kFoundByRank.
constexpr std::size_t kMostRemembered = 240;

/// Where a search goes on: what it has shown and, once that is enough, the cursor of the rest.
struct SearchPosition {
  ShownMarks shown;
  std::string rest;

  static Result<SearchPosition> parse(std::string_view cursor) {
    const auto point = std::min(cursor.find('.'), cursor.size());
    auto shown = ShownMarks::parse(cursor.substr(0, point), kMostRemembered);
    if (!shown)
      return Error{Error::Kind::Invalid, "records.cursor",
                   "this cursor belongs to another list; start again without one"};
    return SearchPosition{*std::move(shown), std::string(cursor.substr(std::min(point + 1, cursor.size())))};
  }
  std::string text() const { return rest.empty() ? shown.text() : shown.text() + "." + rest; }
};

}  // namespace

Result<ProductPage> ProductSearcher::search(const ProductSearch& wanted) {
  if (count_code_points(wanted.text) > kMostSearchedCharacters)
    return Error{Error::Kind::Invalid, "search.too_long",
                 fmt::format("a search is at most {} characters; leave the less important words out",
                             kMostSearchedCharacters)};
  SearchPosition position = STOA_TRY(SearchPosition::parse(wanted.cursor));
  const bool by_rank = position.rest.empty();
  auto found = STOA_TRY(records_.search(records::collections::products(),
                                        {.text = wanted.text,
                                         .limit = wanted.limit + (by_rank ? position.shown.size() : 0),
                                         .cursor = position.rest}));
  ProductPage page;
  std::size_t left = 0;
  for (const auto& document : found.documents) {
    Product product = STOA_TRY(read_bson<Product>(document));
    if (position.shown.has(product.id)) continue;
    if (page.products.size() == wanted.limit)
      ++left;
    else
      page.products.push_back(std::move(product));
  }
  if (found.next.empty() && left == 0) return page;
  if (by_rank)
    for (const Product& product : page.products) position.shown.show(product.id);
  const bool is_full = position.shown.size() + wanted.limit > kMostRemembered;
  if (!by_rank || is_full || (left == 0 && position.shown.size() >= kFoundByRank))
    position.rest = std::move(found.next);
  if (by_rank || !position.rest.empty()) page.next = position.text();
  return page;
}

}  // namespace stoa::shop
