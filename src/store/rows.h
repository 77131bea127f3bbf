#pragma once
#include "base/durability.h"
#include "store/adaptive_mutex.h"
#include "store/changes.h"
#include "store/recent_rows.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::store {

/// Rows of Family::Records in memory: those that are in no table yet, all of them, and below them a bounded
/// number of clean ones: what was read, or was written and read since. One table for both, so that they
/// cannot disagree. Bare rows, which nobody asks for by key, are there for scans only. Safe from any thread.
class Rows {
 public:
  struct Found {
    std::optional<std::string> value;  // empty: known to be absent
    Sequence durable_writer;           // the newest durable transaction that wrote the row, 0 for none
  };
  /// Says whether a row may have changed since a reader looked here and found nothing.
  using Ticket = std::uint32_t;

  explicit Rows(std::size_t clean_bytes);
  ~Rows();
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  /// Held by a submitter around taking its sequence number and `enter`, so that no reader sees one without
  /// the other.
  std::unique_lock<std::mutex> lock() const { return std::unique_lock<std::mutex>(mutex_); }

  /// The rows of a transaction; the caller holds `lock()`, and enters transactions in order. `durable` is
  /// what is on disk by now.
  void enter(const Changes&, Sequence, Durability, Sequence durable);

  /// What transactions up to `sequence` wrote is in tables: it becomes clean.
  void settle(Sequence sequence);

  /// Nothing when the disk has to be asked; then `ticket` is for `remember`.
  std::optional<Found> find(std::string_view key, Ticket& ticket) const;

  /// Keeps what was read from disk, a row or (empty) that there is none, unless it has been written since
  /// `ticket`.
  void remember(std::string_view key, std::optional<std::string_view> value, Ticket ticket);

  /// How often settle() has taken rows away; see `recent_in`.
  std::uint64_t settled() const { return settled_.load(std::memory_order_acquire); }

  /// The rows of [from, to) that are in no table, in key order, and what is to be known of them. Nothing when
  /// rows were settled since `settled`: the caller's view of the tables may then be older than what they had
  /// been kept for.
  struct Recent {
    RecentRows::Walk rows;
    Sequence unsynced;  // as RecentRows::unsynced
  };
  std::optional<Recent> recent_in(std::string_view from, std::string_view to, Direction,
                                  std::uint64_t settled, Sequence durable) const;

  std::size_t clean_bytes() const;

 private:
  struct Row;
  struct Table;
  struct Mark {
    Row* row;
    Sequence sequence;
  };

  void enter_row(const RowVersion&, Durability);
  std::size_t settle_rows(Sequence, std::size_t most);
  void settle_row(Row&);
  void keep_clean(Row&);
  void evict();

  const std::size_t clean_limit_;
  mutable AdaptiveMutex mutex_;  // guards all below
  std::unique_ptr<Table> table_;
  std::vector<Mark> marks_;  // one for each row entered, oldest first; marks_[first_mark_] is the oldest left
  std::size_t first_mark_ = 0;
  mutable RecentRows recent_;  // put in order by those who scan
  std::size_t clean_bytes_ = 0;
  std::vector<Ticket> tickets_;
  std::atomic<std::uint64_t> settled_{0};
};

}  // namespace stoa::store
