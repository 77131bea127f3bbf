#pragma once
#include "records/embedded/catalogue.h"
#include "records/embedded/embedded_records.h"
#include "records/embedded/sweeper.h"
#include "records/embedded/text_follower.h"
#include "records/embedded/transaction.h"
#include "store/adaptive_mutex.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace stoa::records::embedded {

/// Transactions one after the other under one lock; plain reads beside them.
class EmbeddedRecords final : public Records {
 public:
  /// `follower` is null when no text index is kept.
  EmbeddedRecords(store::Store&, std::unique_ptr<Layouts>, const CursorKey&,
                  std::unique_ptr<TextFollower> follower);

  Reader& read() override { return reader_; }
  Result<Page> search(const Collection&, const Search&) override;
  Result<std::size_t> sweep_expired(Time now, std::size_t most) override;
  Result<void> ping() override;

  /// At most once; it stops with this object.
  void sweep_by_itself(const Clock&, std::chrono::milliseconds every);

 private:
  class Turn;
  Result<void> run(Durability, const TransactionBody&) override;
  struct RowName;
  Result<std::size_t> sweep_index(CollectionLayout&, IndexLayout&, Time now, std::size_t most);
  Result<std::vector<RowName>> first_expired(const CollectionLayout&, IndexLayout&, Time now,
                                             std::size_t most);

  // Fixed once open.
  store::Store& store_;
  const std::unique_ptr<Layouts> layouts_;
  const CursorKey cursor_key_;

  // Safe from any thread.
  StoredRows stored_;
  PlainReader reader_;

  // Of whoever holds the lock.
  store::AdaptiveMutex mutex_;
  std::atomic<std::thread::id> holder_{};
  Overlay overlay_;
  Transaction transaction_;

  // Last, so that they stop before what they use goes.
  const std::unique_ptr<TextFollower> follower_;
  std::optional<Sweeper> sweeper_;
};

}  // namespace stoa::records::embedded
