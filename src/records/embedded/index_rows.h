#pragma once
#include "records/embedded/catalogue.h"
#include "records/embedded/layout.h"
#include "store/store.h"

#include <functional>

namespace stoa::records::embedded {

/// As EmbeddedOptions::progress; may be empty.
using BuildProgress =
    std::function<void(std::string_view collection, std::string_view index, std::size_t documents)>;

/// Brings a collection's index rows to what is declared: drops those of indexes that are not declared any
/// more or otherwise, builds the new ones, finishes what a crash left half done. Fills `layout.indexes`. In
/// small batches, so that memory stays bounded; before the first transaction. Corrupt (`records.unique`,
/// `records.not_indexable`) when the documents do not allow a declared index.
Result<void> bring_indexes_up_to_date(store::Store&, Catalogue&, CollectionLayout& layout,
                                      const BuildProgress&);

}  // namespace stoa::records::embedded
