#pragma once
#include "records/typed.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace stoa::shop {

/// How many documents one filtered page looks at, at most: then it comes with what it has and a cursor to go
/// on with, so that a filter that nothing passes does not walk the whole collection in one request.
inline constexpr std::size_t kMostLookedAt = 2000;

/// As records::find, but of the documents that `passes`. A page may hold less than the limit though `next` is
/// not empty. Costs one more read than a plain page at most once: to have a cursor behind the last that
/// passed.
template <class T, class Passes>
Result<records::TypedPage<T>> find_filtered(records::Reader& reader, const records::Collection& collection,
                                            records::Query query, Passes passes) {
  const std::size_t wanted = query.limit;
  records::TypedPage<T> page;
  for (std::size_t looked_at = 0; looked_at < kMostLookedAt;) {
    const std::size_t missing = wanted - page.documents.size();
    query.limit = looked_at == 0 ? missing : std::max<std::size_t>(missing, 100);
    auto found = STOA_TRY(records::find<T>(reader, collection, query));
    looked_at += found.documents.size();
    std::size_t passed = 0, at = 0;
    while (at < found.documents.size() && passed < missing) passed += passes(found.documents[at++]) ? 1 : 0;
    if (at < found.documents.size()) {
      query.limit = at;
      found = STOA_TRY(records::find<T>(reader, collection, query));
    }
    for (T& document : found.documents)
      if (passes(document)) page.documents.push_back(std::move(document));
    page.next = std::move(found.next);
    if (page.next.empty() || page.documents.size() >= wanted) break;
    query.cursor = page.next;
  }
  return page;
}

}  // namespace stoa::shop
