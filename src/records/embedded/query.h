#pragma once
#include "records/cursor.h"
#include "records/embedded/layout.h"
#include "records/embedded/rows.h"
#include "records/records.h"

namespace stoa::records::embedded {

/// Row keys from `from` up to and not including `to`.
struct KeyRange {
  std::string from;
  std::string to;
};

/// Where a query's rows lie: index rows, or documents for "_id". Throws std::logic_error for a query that its
/// index cannot serve (more equal values than fields, or bounds without a field left for them).
KeyRange range_of(const CollectionLayout&, const Query&);

/// As the methods of Reader, on whatever rows the caller sees.
Result<std::optional<Document>> get_document(Rows&, const CollectionLayout&, const Value& id);
Result<Page> find_page(Rows&, const CollectionLayout&, const CursorKey&, const Query&);
Result<std::size_t> count_rows(Rows&, const CollectionLayout&, const Query&, std::size_t most);

}  // namespace stoa::records::embedded
