#pragma once
#include "base/must.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/typed.h"
#include "store/small_store.h"
#include "support/temporary_directory.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

namespace stoa::test {

/// Embedded records in a directory of their own.
class OpenRecords {
 public:
  explicit OpenRecords(const Clock& clock) {
    const auto options = small_store(directory_.path());
    store_ = must(store::open(options));
    records::EmbeddedOptions engine;
    engine.sweep_every = {};
    engine.search_directory = options.directory / "search";
    records_ = must(records::open_embedded_records(*store_, clock, records::all_collections(), engine));
  }
  records::Records& records() { return *records_; }

 private:
  TemporaryDirectory directory_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Records> records_;
};

/// Every document of a collection.
template <class T>
std::vector<T> all_of(records::Reader& reader, const records::Collection& collection) {
  std::vector<T> documents;
  records::Query query{.index = "_id", .limit = 1000};
  do {
    auto page = must(records::find<T>(reader, collection, query));
    std::ranges::move(page.documents, std::back_inserter(documents));
    query.cursor = page.next;
  } while (!query.cursor.empty());
  return documents;
}

}  // namespace stoa::test
