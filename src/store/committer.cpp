#include "store/committer.h"

#include "base/refused_writes.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <cassert>

namespace stoa::store {
namespace {

constexpr std::chrono::milliseconds kRetry{500};
/// How often the queue is taken before a sync: bounds how long the first of them waits.
constexpr int kRounds = 4;
/// The queue is written whenever it has grown to this part of its limit, as writing much at once would keep
/// the processor from others for milliseconds. What somebody waits for goes with its sync, in one piece if it
/// can: rows that are written again and again are then written once.
constexpr std::size_t kRelaxedPortions = 16;
constexpr std::size_t kDurablePortions = 2;

/// What is written survives the death of the process, which is what relaxed work is promised after a while;
/// what is synced survives that of the machine. Writing costs little, so it is done in half the time: the
/// other half is for a machine that does not run whom it should at once.
std::chrono::microseconds unwritten_at_most(std::chrono::milliseconds relaxed_delay) {
  return std::chrono::microseconds(relaxed_delay) / 2;
}

/// A machine may run others, and a disk be slow to make room. Relaxed work is promised to be written before
/// this.
std::chrono::milliseconds late_after(std::chrono::milliseconds relaxed_delay) {
  return 2 * relaxed_delay;
}

Error disk_full(const std::string& reason) {
  return {
      Error::Kind::Unavailable, std::string(kDiskFull),
      fmt::format(
          "the disk takes no writes ({}); reading goes on; free some space, and writing goes on by itself",
          reason)};
}

Error disk_slow(std::chrono::milliseconds patience) {
  return {
      Error::Kind::Unavailable, std::string(kDiskSlow),
      fmt::format("the disk has not taken the transaction within {} ms; it may or may not survive a crash; "
                  "check the disk",
                  patience.count())};
}

}  // namespace

Committer::Committer(Disk& disk, const Settings& settings)
    : disk_(disk), settings_(settings), thread_([this] { run(); }), relief_thread_([this] { relieve(); }) {
  pthread_setname_np(thread_.native_handle(), "stoa-commit");
  pthread_setname_np(relief_thread_.native_handle(), "stoa-relief");
}

Committer::~Committer() {
  // The relief first: what it has taken out of the queue is the committer's to sync.
  {
    const std::lock_guard guard(mutex_);
    relief_stopping_ = true;
  }
  relief_.notify_one();
  relief_thread_.join();
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  work_.notify_one();
  thread_.join();
}

Result<void> Committer::admit() {
  if (gate_.load(std::memory_order_acquire) == Gate::Open) return {};
  std::unique_lock<std::mutex> lock(mutex_);
  const bool moved = gate_opened_.wait_for(lock, settings_.disk_patience, [&] {
    return gate_.load(std::memory_order_relaxed) != Gate::QueueFull;
  });
  if (!moved) return disk_slow(settings_.disk_patience);
  if (gate_.load(std::memory_order_relaxed) == Gate::DiskRefuses) return disk_full(refusal_);
  return {};
}

Committer::Place Committer::enqueue(const Changes& changes, Durability durability) {
  const std::lock_guard guard(mutex_);
  if (queue_.transactions++ == 0) queue_.since = std::chrono::steady_clock::now();
  const Sequence sequence = ++queue_.last;
  queue_.changes.append(changes);
  if (durability == Durability::Durable) newest_durable_.store(sequence, std::memory_order_release);
  if (queue_.changes.bytes() > settings_.queue_bytes && gate_.load(std::memory_order_relaxed) == Gate::Open)
    gate_.store(Gate::QueueFull, std::memory_order_release);
  const bool wake =
      asleep_ == Asleep::UntilAnything || (asleep_ == Asleep::UntilHurried && holds_a_portion());
  if (wake) asleep_ = Asleep::No;
  return {sequence, wake};
}

bool Committer::holds_a_portion() const {
  const bool all_relaxed = newest_durable_.load(std::memory_order_relaxed) <= durable();
  return queue_.changes.bytes() > settings_.queue_bytes / (all_relaxed ? kRelaxedPortions : kDurablePortions);
}

void Committer::run() {
  Batch batch;
  for (Work work = wait_for_work(); work != Work::Stop; work = wait_for_work()) {
    // What came in while the first part was being written goes along.
    for (int rounds = work == Work::Sync ? kRounds : 1; rounds > 0; --rounds) {
      const Round round = write_queue(batch);
      if (round == Round::GivenUp) return;
      if (round == Round::Nothing) break;
    }
    if (work == Work::Sync) sync();
  }
}

/// A disk can take its time over a sync. What has waited for too long is written meanwhile, so that a process
/// that dies loses no more than it may; the next sync covers it.
void Committer::relieve() {
  Batch batch;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!relief_stopping_) {
    if (!syncing_) {
      relief_asleep_ = true;
      relief_.wait(lock);
      relief_asleep_ = false;
      continue;
    }
    relief_.wait_for(lock, unwritten_at_most(settings_.relaxed_delay) / 4);
    if (relief_stopping_ || !syncing_ || !overdue(std::chrono::steady_clock::now())) continue;
    lock.unlock();
    write_overdue(batch);
    lock.lock();
  }
}

/// A disk that refuses is the committer's affair: the queue is put back as it was.
void Committer::write_overdue(Batch& batch) {
  // While the committer is writing there is nothing to relieve; and waiting for it would be waiting for a
  // disk that refuses, which ends only after this thread has.
  const std::unique_lock turn(writing_, std::try_to_lock);
  if (!turn) return;
  if (!take(batch)) return;
  const bool taken = disk_.write(batch.changes, batch.last).ok();
  if (taken) note_written(batch);
  const std::lock_guard guard(mutex_);
  if (!taken) put_back(batch);
  // The sync that this was written beside may have ended meanwhile, and the committer found nothing to do.
  work_.notify_one();
}

void Committer::put_back(Batch& batch) {
  batch.changes.append(queue_.changes);
  batch.changes.swap(queue_.changes);
  queue_.transactions += batch.transactions;
  queue_.since = batch.since;
  in_hand_since_.reset();
  batched_transactions_ -= batch.transactions;
}

bool Committer::overdue(Moment now) const {
  const bool pressing = stopping_ || queue_.changes.bytes() > settings_.queue_bytes / kDurablePortions;
  const Moment due = queue_.since + unwritten_at_most(settings_.relaxed_delay);
  return queue_.transactions > 0 && (pressing || now >= due);
}

/// What somebody is hurried for may also be on its way to the disk with the relief, which tells when it is
/// there. Much that is written and not synced would make the next sync a long one.
bool Committer::sync_is_due(Moment now) const {
  if (queue_.transactions == 0 && written_ == durable()) return false;
  return stopping_ || hurried_ > durable() ||
         unsynced_bytes_ + queue_.changes.bytes() > settings_.queue_bytes ||
         now >= oldest_unsynced() + settings_.relaxed_delay;
}

Committer::Moment Committer::oldest_unsynced() const {
  return unsynced_bytes_ > 0 ? unsynced_since_ : queue_.since;
}

Committer::Work Committer::wait_for_work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    const auto now = std::chrono::steady_clock::now();
    const Work work = sync_is_due(now)                    ? Work::Sync
                      : holds_a_portion() || overdue(now) ? Work::Write
                      : stopping_                         ? Work::Stop
                                                          : Work::None;
    if (work == Work::Sync) ++batches_;
    if (work == Work::Sync || work == Work::Write) worked_ = now;
    if (work != Work::None) return work;
    sleep(lock, now);
  }
}

/// Until there may be a reason to write. While work comes and goes it looks up by itself in time for what may
/// come next, so that whoever brings that need not wake it; after a lull it sleeps until it is woken.
void Committer::sleep(std::unique_lock<std::mutex>& lock, Moment now) {
  const bool idle = queue_.transactions == 0 && written_ == durable();
  const bool lull = idle && now - worked_ >= settings_.relaxed_delay;
  asleep_ = lull ? Asleep::UntilAnything : Asleep::UntilHurried;
  if (lull) {
    work_.wait(lock);
  } else {
    const Moment oldest = queue_.transactions > 0 ? queue_.since : now;
    const Moment to_write = oldest + unwritten_at_most(settings_.relaxed_delay);
    const Moment to_sync = (idle ? now : oldest_unsynced()) + settings_.relaxed_delay;
    work_.wait_until(lock, std::min(to_write, to_sync));
  }
  asleep_ = Asleep::No;
}

Committer::Round Committer::write_queue(Batch& batch) {
  const std::lock_guard turn(writing_);
  if (!take(batch)) return Round::Nothing;
  if (!write(batch)) return Round::GivenUp;
  note_written(batch);
  return Round::Written;
}

void Committer::note_written(const Batch& batch) {
  const auto waited = std::chrono::steady_clock::now() - batch.since;
  const bool late = waited > late_after(settings_.relaxed_delay);
  {
    const std::lock_guard guard(mutex_);
    if (unsynced_bytes_ == 0) unsynced_since_ = batch.since;
    unsynced_bytes_ += batch.changes.bytes();
    written_ = batch.last;
    in_hand_since_.reset();
    late_writes_ += late;
  }
  if (late) tell_of_late_work(waited);
}

void Committer::tell_of_late_work(std::chrono::steady_clock::duration waited) {
  if (const auto left_out = late_work_logged_.pass("store.late_write"))
    settings_.log.warning(
        "transactions were written later than they should be: with the process, relaxed ones would have been "
        "lost",
        {{"after_ms", std::chrono::duration_cast<std::chrono::milliseconds>(waited).count()},
         {"left_out", *left_out}});
}

/// False when nothing is queued.
bool Committer::take(Batch& batch) {
  if (batch.changes.bytes() > 4 * settings_.queue_bytes)
    batch.changes = Changes();  // one giant is no reason to keep its memory
  else
    batch.changes.clear();
  const std::lock_guard guard(mutex_);
  if (queue_.transactions == 0) return false;
  batch.changes.swap(queue_.changes);
  batch.last = queue_.last;
  batch.since = queue_.since;
  in_hand_since_ = batch.since;
  batch.transactions = std::exchange(queue_.transactions, 0);
  batched_transactions_ += batch.transactions;
  if (gate_.load(std::memory_order_relaxed) == Gate::QueueFull) {
    gate_.store(Gate::Open, std::memory_order_release);
    gate_opened_.notify_all();
  }
  return true;
}

/// Keeps at it until the disk takes the batch; false when the store is closed before that.
bool Committer::write(Batch& batch) {
  auto written = disk_.write(batch.changes, batch.last);
  if (written.ok()) return true;
  // What came before is written: it need not wait for space.
  if (written_ > durable()) sync();
  Moment gave_up{};
  while (!written.ok()) {
    refuse(written.error());
    {
      std::unique_lock<std::mutex> lock(mutex_);
      work_.wait_for(lock, kRetry, [&] { return stopping_ && gave_up == Moment{}; });
      const auto now = std::chrono::steady_clock::now();
      if (stopping_ && gave_up == Moment{}) gave_up = now + settings_.disk_patience;
      if (stopping_ && now >= gave_up) return false;
    }
    written = disk_.recover();
    if (written.ok()) written = disk_.write(batch.changes, batch.last);
  }
  reopen();
  return true;
}

void Committer::refuse(const Error& error) {
  const bool new_to_us = gate_.load(std::memory_order_relaxed) != Gate::DiskRefuses;
  {
    const std::lock_guard guard(mutex_);
    refusal_ = error.message;
    gate_.store(Gate::DiskRefuses, std::memory_order_release);
    gate_opened_.notify_all();
  }
  if (new_to_us) settings_.log.error("the disk takes no writes", {{"reason", error.message}});
}

void Committer::reopen() {
  {
    const std::lock_guard guard(mutex_);
    refusal_.clear();
    const bool full = queue_.changes.bytes() > settings_.queue_bytes;
    gate_.store(full ? Gate::QueueFull : Gate::Open, std::memory_order_release);
    gate_opened_.notify_all();
  }
  settings_.log.info("the disk takes writes again");
}

/// Everything that is written by now is durable at the end. The committer's own thread only.
void Committer::sync() {
  const Sequence upto = begin_sync();
  disk_.sync();
  publish(upto);
  const std::lock_guard guard(mutex_);
  syncing_ = false;
}

Sequence Committer::begin_sync() {
  const std::lock_guard guard(mutex_);
  syncing_ = true;
  unsynced_bytes_ = 0;
  if (relief_asleep_) relief_.notify_one();
  return written_;
}

/// Tells everybody that waits.
void Committer::publish(Sequence sequence) {
  progress_.advance(sequence);
  if (waiting_.load(std::memory_order_seq_cst) == 0) return;
  const std::lock_guard guard(waiting_mutex_);
  became_durable_.notify_all();
}

Result<void> Committer::wait_durable(Sequence sequence) {
  if (durable() >= sequence) return {};
  hurry(sequence);
  std::unique_lock lock(waiting_mutex_);
  // Counted before looking: publish() stores first and counts then, so that one of the two sees the other.
  waiting_.fetch_add(1, std::memory_order_seq_cst);
  const bool done =
      became_durable_.wait_for(lock, settings_.disk_patience, [&] { return durable() >= sequence; });
  waiting_.fetch_sub(1, std::memory_order_relaxed);
  lock.unlock();
  if (done) return {};
  const std::lock_guard guard(mutex_);
  return refusal_.empty() ? disk_slow(settings_.disk_patience) : disk_full(refusal_);
}

/// Also for a relaxed transaction that somebody waits for after all.
void Committer::hurry(Sequence sequence) {
  {
    const std::lock_guard guard(mutex_);
    assert(sequence <= queue_.last && "waiting for a transaction that was never submitted");
    if (sequence <= hurried_) return;
    hurried_ = sequence;
    if (asleep_ == Asleep::No) return;
    asleep_ = Asleep::No;
  }
  work_.notify_one();
}

DiskFigures Committer::figures() const {
  const auto now = std::chrono::steady_clock::now();
  const std::lock_guard guard(mutex_);
  const Moment oldest = in_hand_since_ ? *in_hand_since_ : queue_.transactions > 0 ? queue_.since : now;
  const auto unwritten = std::max(now - oldest, Moment::duration::zero());
  return {queue_.last,
          durable(),
          batches_,
          batched_transactions_,
          queue_.changes.bytes(),
          std::chrono::duration_cast<std::chrono::microseconds>(unwritten),
          late_writes_};
}

}  // namespace stoa::store
