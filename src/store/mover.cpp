#include "store/mover.h"

#include "base/refused_writes.h"

#include <pthread.h>

#include <filesystem>
#include <system_error>

namespace stoa::store {
namespace {

constexpr std::chrono::milliseconds kRetry{500};
/// So many may wait before nothing more is let in.
constexpr std::size_t kMostWaiting = 4;

}  // namespace

Mover::Mover(Rocks& rocks, BackgroundErrors& errors, Tables tables, Moved moved, const Settings& settings,
             std::function<void(Sequence)> settled)
    : rocks_(rocks),
      errors_(errors),
      settings_(settings),
      settled_(std::move(settled)),
      tables_(std::move(tables)),
      moved_(moved),
      thread_([this] { run(); }) {
  pthread_setname_np(thread_.native_handle(), "stoa-tables");
}

Mover::~Mover() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Mover::add(FullSegment full) {
  {
    const std::lock_guard guard(mutex_);
    full_.push_back(std::move(full));
    count();
  }
  changed_.notify_all();
}

/// The caller holds the mutex.
void Mover::count() {
  crowded_.store(full_.size() >= kMostWaiting, std::memory_order_release);
}

Result<void> Mover::admit() {
  if (!crowded_.load(std::memory_order_acquire)) return {};
  std::unique_lock lock(mutex_);
  const auto may_go_on = [&] { return stopping_ || failure_ || full_.size() < kMostWaiting; };
  if (!changed_.wait_for(lock, settings_.patience, may_go_on))
    return Error{Error::Kind::Unavailable, std::string(kDiskSlow),
                 "more was written than the disk takes into tables; try again"};
  if (failure_ && full_.size() >= kMostWaiting) return *failure_;
  return {};
}

std::size_t Mover::waiting_bytes() const {
  const std::lock_guard guard(mutex_);
  std::size_t bytes = 0;
  for (const auto& full : full_) bytes += full.bytes;
  return bytes;
}

std::vector<FullSegment> Mover::waiting() const {
  const std::lock_guard guard(mutex_);
  return {full_.begin(), full_.end()};
}

void Mover::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stopping_ || !full_.empty(); });
    if (stopping_) return;
    const FullSegment oldest = full_.front();
    lock.unlock();
    const auto moved = move(oldest);
    lock.lock();
    note(moved);
    if (!moved.ok()) changed_.wait_for(lock, kRetry, [&] { return stopping_; });
  }
}

/// The file goes last: one that is left behind is found to be moved by the next start.
Result<void> Mover::move(const FullSegment& full) {
  const std::lock_guard turn(moving_);
  STOA_TRY(resume());
  moved_ = STOA_TRY(tables_.take(full.file, moved_, full.write));
  settled_(full.upto);
  std::error_code ignored;
  std::filesystem::remove(full.file.path, ignored);
  const std::lock_guard guard(mutex_);
  full_.pop_front();
  count();
  return {};
}

/// After its background work failed RocksDB takes nothing until it is told to go on.
Result<void> Mover::resume() {
  if (errors_.last().ok()) return {};
  errors_.forget();  // before: what fails while resuming is to be heard of
  const auto status = rocks_.db->Resume();
  if (!status.ok()) return to_error(status, "going on after the disk refused; if this stays, restart Stoa");
  return {};
}

void Mover::note(const Result<void>& moved) {
  if (!moved.ok() && !failure_)
    settings_.log.error(
        "rows could not be moved from the log into tables; this is tried again, and nothing is lost",
        {{"reason", moved.error().message}});
  if (moved.ok() && failure_) settings_.log.info("rows are moved from the log into tables again");
  failure_ = moved.ok() ? std::nullopt : std::optional(moved.error());
  changed_.notify_all();
}

}  // namespace stoa::store
