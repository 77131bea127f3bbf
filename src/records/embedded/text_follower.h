#pragma once
#include "base/log.h"
#include "records/embedded/layout.h"
#include "records/embedded/term_index.h"
#include "store/store.h"

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace stoa::records::embedded {

/// Keeps the text indexes of the collections that declare one up with their documents, on a thread of its own
/// and in small batches. Only what is durable goes in, so that an index never knows of what a crash took
/// back; what it has missed is in the store's rows (text_changes.h), however the process ended.
class TextFollower {
 public:
  /// The store and the layouts outlive it. Sets `layout.last_text_change` of the collections it follows, so
  /// it is opened before the first transaction. Unavailable (`records.search`).
  static Result<std::unique_ptr<TextFollower>> open(store::Store&, const Layouts&,
                                                    const std::filesystem::path& directory, Logger);
  ~TextFollower();
  TextFollower(const TextFollower&) = delete;
  TextFollower& operator=(const TextFollower&) = delete;

  /// There is something new. Quick; from any thread.
  void wake();

  /// Safe from any thread. std::logic_error for a collection without a text index.
  TermIndex& index_of(const CollectionLayout&);

 private:
  struct Followed {
    const CollectionLayout* layout;
    std::unique_ptr<TermIndex> index;
  };
  /// What one batch found to do.
  enum class Found { Nothing, Some, MoreThanThat };

  TextFollower(store::Store& store, Logger log) : store_(store), log_(std::move(log)) {}
  void work(const std::stop_token&);
  Found follow_all();
  Result<Found> follow(Followed&);
  Result<std::size_t> take_changes(Followed&, TextProgress&);
  Result<std::size_t> take_documents(Followed&, TextProgress&);
  Result<void> take_document(Followed&, const std::string& encoded_id);

  // Fixed once open.
  store::Store& store_;
  const Logger log_;
  std::vector<Followed> followed_;

  std::mutex mutex_;
  std::condition_variable_any news_;
  bool awake_ = true;

  std::jthread thread_;
};

/// For a store that is opened without text indexes: those that were kept before are made anew when they are
/// wanted again.
Result<void> forget_text_indexes(store::Store&, const Layouts&);

}  // namespace stoa::records::embedded
