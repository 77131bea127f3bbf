#pragma once
#include "base/durability.h"
#include "base/log.h"
#include "base/result.h"
#include "store/log_judge.h"
#include "store/rocks.h"
#include "store/tables.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace stoa::store {

/// A segment of the log that is complete and on disk.
struct FullSegment {
  LogFile file;
  std::size_t bytes;
  std::uint64_t write;  // the number of the last one in it
  Sequence upto;        // the newest transaction in it, or in one before
};

/// Moves full segments of the log into tables, oldest first, on a thread of its own, and removes them. What
/// fails is tried again until it works. Safe from any thread.
class Mover {
 public:
  struct Settings {
    std::chrono::milliseconds patience;
    Logger log;
  };

  /// `settled` is called with what is in tables from then on, after it is.
  Mover(Rocks&, BackgroundErrors&, Tables, Moved, const Settings&, std::function<void(Sequence)> settled);
  /// Waits for the segment that is being moved; others are left to the next start.
  ~Mover();

  void add(FullSegment);

  /// Before a transaction begins: waits while many segments wait to be moved, as memory holds their rows and
  /// a start would have to move them. Unavailable while many do because moving fails, or for longer than the
  /// patience. What was admitted before is written all the same.
  Result<void> admit();

  std::size_t waiting_bytes() const;

  /// While it is held no segment is moved or removed.
  std::unique_lock<std::mutex> hold_still() { return std::unique_lock(moving_); }
  std::vector<FullSegment> waiting() const;

 private:
  void run();
  Result<void> move(const FullSegment&);
  Result<void> resume();
  void note(const Result<void>&);
  void count();

  Rocks& rocks_;
  BackgroundErrors& errors_;
  const Settings settings_;
  const std::function<void(Sequence)> settled_;

  std::mutex moving_;  // held while a segment is moved; guards the next group
  Tables tables_;
  Moved moved_;

  mutable std::mutex mutex_;  // guards all below; taken after moving_
  std::condition_variable changed_;
  std::deque<FullSegment> full_;
  std::optional<Error> failure_;  // of the last try
  bool stopping_ = false;
  std::atomic<bool> crowded_{false};  // many wait; written under the mutex

  std::thread thread_;
};

}  // namespace stoa::store
