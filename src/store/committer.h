#pragma once
#include "base/durability.h"
#include "base/durable_progress.h"
#include "base/log.h"
#include "base/log_throttle.h"
#include "base/result.h"
#include "store/adaptive_mutex.h"
#include "store/changes.h"
#include "store/store.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace stoa::store {

/// Takes batches of changes to the disk. One thread at a time writes; it may do so during a sync.
class Disk {
 public:
  virtual ~Disk() = default;
  /// All of them or none; `upto` is the transaction that the last of them is of. When it fails it can be
  /// called again with the same changes, after `recover`.
  virtual Result<void> write(const Changes&, Sequence upto) = 0;
  /// What was written survives a crash. Does not return when the disk refuses: what it holds is unknown then.
  virtual void sync() = 0;
  /// Makes a disk that refused ready to be tried again.
  virtual Result<void> recover() = 0;
};

/// Puts transactions into one order and onto the disk in that order, many with one sync: a sync begins when
/// somebody hurries it (DurableProgress), when relaxed work is due, or when much is not synced. Until then
/// the queue is written in portions, and in half the time after which relaxed work is due. When a write comes
/// later than twice that time, as the disk held it back, that is counted and logged. Safe
/// from any thread.
class Committer {
 public:
  struct Settings {
    std::size_t queue_bytes;
    std::chrono::milliseconds relaxed_delay;
    std::chrono::milliseconds disk_patience;
    Logger log;
  };
  struct Place {
    Sequence sequence;
    bool wake;  // call wake() once no lock is held
  };

  Committer(Disk&, const Settings&);
  /// Writes and syncs what is queued; gives up on a disk that refuses for longer than the patience.
  ~Committer();

  Result<void> admit();
  Place enqueue(const Changes&, Durability);
  void wake() { work_.notify_one(); }
  Result<void> wait_durable(Sequence);
  DurableProgress& progress() { return progress_; }
  Sequence durable() const { return progress_.reached(); }
  Sequence newest_durable_submitted() const { return newest_durable_.load(std::memory_order_acquire); }
  DiskFigures figures() const;

 private:
  enum class Asleep { No, UntilAnything, UntilHurried };
  enum class Gate : int { Open, QueueFull, DiskRefuses };
  using Moment = std::chrono::steady_clock::time_point;
  struct Batch {
    Changes changes;
    Sequence last = 0;
    std::uint64_t transactions = 0;
    Moment since;  // when the first of them came
  };

  enum class Work { None, Write, Sync, Stop };
  enum class Round { Nothing, Written, GivenUp };

  void run();
  void relieve();
  void write_overdue(Batch&);
  void put_back(Batch&);
  Work wait_for_work();
  void sleep(std::unique_lock<std::mutex>&, Moment now);
  Round write_queue(Batch&);
  bool take(Batch&);
  void note_written(const Batch&);
  void tell_of_late_work(std::chrono::steady_clock::duration waited);
  bool holds_a_portion() const;
  bool overdue(Moment now) const;
  bool sync_is_due(Moment now) const;
  Moment oldest_unsynced() const;
  bool write(Batch&);
  void sync();
  Sequence begin_sync();
  void refuse(const Error&);
  void reopen();
  void publish(Sequence);
  void hurry(Sequence);

  Disk& disk_;
  const Settings settings_;

  mutable AdaptiveMutex mutex_;  // guards the next group
  std::condition_variable work_;
  std::condition_variable gate_opened_;
  Batch queue_;
  std::optional<Moment> in_hand_since_;  // the first of what was taken from it and is not written yet
  std::size_t unsynced_bytes_ = 0;       // written, and no sync has begun since
  Moment unsynced_since_;                // when the first of them came
  Asleep asleep_ = Asleep::No;
  Sequence hurried_ = 0;  // somebody waits for this one
  bool stopping_ = false;
  bool syncing_ = false;
  bool relief_asleep_ = false;
  bool relief_stopping_ = false;
  std::condition_variable relief_;
  std::string refusal_;
  Moment worked_{};  // when it last had something to do
  std::uint64_t batches_ = 0;
  std::uint64_t batched_transactions_ = 0;
  std::uint64_t late_writes_ = 0;

  std::mutex writing_;  // held from taking the queue until it is written: the disk's order is the queue's

  std::atomic<Gate> gate_{Gate::Open};  // written under mutex_
  std::atomic<Sequence> written_{0};    // up to here the disk has it, synced or not; written under mutex_
  std::atomic<Sequence> newest_durable_{0};
  DurableProgress progress_{[this](Sequence awaited) { hurry(awaited); }};

  std::mutex waiting_mutex_;
  std::condition_variable became_durable_;
  std::atomic<int> waiting_{0};

  LogThrottle late_work_logged_{Clock::system()};

  std::thread thread_;
  std::thread relief_thread_;
};

}  // namespace stoa::store
