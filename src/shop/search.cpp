#include "shop/search.h"

#include "base/bson.h"
#include "base/utf8.h"
#include "records/collections.h"

#include <fmt/format.h>

namespace stoa::shop {

Result<ProductPage> ProductSearcher::search(const ProductSearch& wanted) {
  if (count_code_points(wanted.text) > kMostSearchedCharacters)
    return Error{Error::Kind::Invalid, "search.too_long",
                 fmt::format("a search is at most {} characters; leave the less important words out",
                             kMostSearchedCharacters)};
  auto found =
      STOA_TRY(records_.search(records::collections::products(),
                               {.text = wanted.text, .limit = wanted.limit, .cursor = wanted.cursor}));
  ProductPage page{{}, std::move(found.next)};
  page.products.reserve(found.documents.size());
  for (const auto& document : found.documents)
    page.products.push_back(STOA_TRY(read_bson<Product>(document)));
  return page;
}

}  // namespace stoa::shop
