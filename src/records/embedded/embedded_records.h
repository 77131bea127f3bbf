#pragma once
// records/embedded/ keeps documents and their index rows in a Store, on disk.

#include "base/clock.h"
#include "base/log.h"
#include "records/records.h"
#include "store/store.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace stoa::records {

struct EmbeddedOptions {
  /// How often expired documents are looked for; each look removes a bounded number. Zero: never by itself.
  std::chrono::milliseconds sweep_every{1000};
  /// Told how many documents an index has taken in so far, once a batch, while it is built.
  std::function<void(std::string_view collection, std::string_view index, std::size_t documents)> progress;
  /// Where the text indexes are: derived data, made anew in the background when it is missing or stale.
  /// Empty: none are kept, and search() is Unavailable (`records.no_search`).
  std::filesystem::path search_directory;
  Logger log = Logger::silent();
};

/// Builds what indexes were declared since the store was last opened, and drops those that no longer are.
/// Corrupt (`records.unique`) when a newly unique index finds two documents with the same values.
/// The store, the clock and the collections must outlive the records.
Result<std::unique_ptr<Records>> open_embedded_records(store::Store&, const Clock&,
                                                       std::span<const Collection* const>,
                                                       const EmbeddedOptions& = {});

}  // namespace stoa::records
