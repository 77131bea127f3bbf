#pragma once
#include "base/durability.h"
#include "store/adaptive_mutex.h"
#include "store/changes.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::store {

/// Rows of Family::Records in memory: those that are not on disk yet, all of them and in key order, and below
/// them a bounded number of clean ones. One table for both, so that they cannot disagree. Bare rows, which
/// nobody asks for by key, only wait in a queue until they are on disk. Safe from any thread.
class Rows {
 public:
  /// A row that a scan has to show in place of, or between, those of the disk.
  struct Pending {
    std::string key;
    std::optional<std::string> value;  // empty: removed
    Sequence durable_writer;           // as in Found
  };
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

  /// The rows of a transaction; the caller holds `lock()`, and enters transactions in order.
  void enter(const Changes&, Sequence, Durability);

  /// What is on disk up to `sequence` is pending no longer: it becomes clean.
  void settle(Sequence sequence);

  /// Nothing when the disk has to be asked; then `ticket` is for `remember`.
  std::optional<Found> find(std::string_view key, Ticket& ticket) const;

  /// Keeps what was read from disk, a row or (empty) that there is none, unless it has been written since
  /// `ticket`.
  void remember(std::string_view key, std::optional<std::string_view> value, Ticket ticket);

  /// How often settle() has taken rows away; see `pending_in`.
  std::uint64_t settled() const { return settled_.load(std::memory_order_acquire); }

  /// Copies the pending rows of [from, to) in key order to `out`. False, and nothing done, when rows were
  /// settled since `settled`: the caller's view of the disk may then be older than what they had been kept
  /// for.
  bool pending_in(std::string_view from, std::string_view to, std::uint64_t settled,
                  std::vector<Pending>& out) const;

  std::size_t clean_bytes() const;

 private:
  struct Row;
  struct Table;
  struct Mark {
    Row* row;
    Sequence sequence;
  };

  /// A bare row that is not on disk yet.
  struct Bare {
    std::string key;
    std::uint64_t number;  // in the order in which they came
    Sequence sequence;
    bool present;
    Durability durability;
  };
  /// By key, of one key the newest last.
  struct BareOrder {
    using is_transparent = void;
    bool operator()(const Bare* left, const Bare* right) const {
      const int order = left->key.compare(right->key);
      return order != 0 ? order < 0 : left->number < right->number;
    }
    bool operator()(const Bare* left, std::string_view right) const { return left->key < right; }
  };

  void enter_row(const Changes::Change&, Sequence, Durability);
  std::size_t settle_rows(Sequence, std::size_t most);
  std::size_t settle_bare(Sequence, std::size_t most);
  void order_bare() const;
  Row& pending_row(std::string_view key, std::size_t hash);
  void make_clean(Row&);
  void evict();

  const std::size_t clean_limit_;
  mutable AdaptiveMutex mutex_;  // guards all below
  std::unique_ptr<Table> table_;
  std::vector<Mark> marks_;  // one for each row entered, oldest first; marks_[first_mark_] is the oldest left
  std::size_t first_mark_ = 0;
  std::deque<Bare> bare_;  // oldest first
  std::uint64_t bare_came_ = 0;
  /// Those of the queue that have been put in order for a scan: its oldest ones.
  mutable std::set<const Bare*, BareOrder> ordered_bare_;
  std::size_t clean_bytes_ = 0;
  std::vector<Ticket> tickets_;
  std::atomic<std::uint64_t> settled_{0};
};

}  // namespace stoa::store
