#pragma once
#include <rocksdb/memtablerep.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace stoa::store {

/// Entries in key order, for one writer that brings them in rising stretches and any number of readers beside
/// it. A stretch is appended to a run; runs that are done never change, and a new one is merged with those
/// before it that are not much longer, so that there are few. Against a skip list a write makes a fraction of
/// the comparisons, and most of those on entries that lie side by side.
class SortedRuns {
 public:
  using Entry = const char*;
  using Comparator = rocksdb::MemTableRep::KeyComparator;

  struct Run {
    explicit Run(std::size_t most) : entries(std::make_unique_for_overwrite<Entry[]>(most)), capacity(most) {}
    const std::unique_ptr<Entry[]> entries;
    const std::size_t capacity;
    /// Those below it are there to be read.
    std::atomic<std::size_t> count{0};
  };
  using Runs = std::vector<std::shared_ptr<const Run>>;

  /// All entries as they stood at one moment, in order. Belongs to one thread.
  class Walk {
   public:
    Walk(std::shared_ptr<const Runs>, const Comparator&);

    bool valid() const { return current_ != kNowhere; }
    Entry entry() const { return *cursors_[current_].at; }
    void next();
    void previous();
    /// To the first entry that is not below `key`.
    void seek(const rocksdb::Slice& key);
    void seek_to_first();
    /// Behind the last entry; previous() leads to it.
    void seek_to_end();

   private:
    /// `at` is the run's first entry that is not below the current one.
    struct Cursor {
      const Entry* begin;
      const Entry* end;
      const Entry* at;
    };
    static constexpr std::size_t kNowhere = SIZE_MAX;

    void take_lowest();

    std::shared_ptr<const Runs> runs_;
    const Comparator* compare_;
    std::vector<Cursor> cursors_;
    std::size_t current_ = kNowhere;
    /// Up to here the current run goes on alone; null when that is not known or no other run has more.
    Entry rival_ = nullptr;
    bool rival_known_ = false;
  };

  explicit SortedRuns(const Comparator& compare) : compare_(compare) {}

  /// By the writer only. `entry` stays where it is for as long as this and every walk live.
  void insert(Entry);

  // Safe from any thread.
  Walk walk() const { return {runs(), compare_}; }
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<const Runs> runs() const;
  void publish(Runs);
  void open_run();
  std::shared_ptr<const Run> merged(const Run&, const Run&) const;

  const Comparator& compare_;

  // The writer's.
  std::shared_ptr<Run> open_;
  std::size_t open_count_ = 0;

  mutable std::mutex mutex_;
  std::shared_ptr<const Runs> runs_ = std::make_shared<const Runs>();  // guarded by the mutex
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace stoa::store
