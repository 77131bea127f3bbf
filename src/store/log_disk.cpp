#include "store/log_disk.h"

#include "base/refused_writes.h"
#include "store/data_directory.h"
#include "store/log_record.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>

namespace stoa::store {
namespace {

/// So much of a segment is made ready at a time.
constexpr std::size_t kAhead = 1 << 20;

}  // namespace

LogDisk::LogDisk(const Settings& settings, Mover& mover, const Moved& moved)
    : settings_(settings),
      mover_(mover),
      synced_(moved.write),
      segment_(moved.segment),
      write_(moved.write) {}

Result<void> LogDisk::write(const Changes& changes, Sequence upto) {
  if (changes.empty()) return {};
  STOA_TRY(check_space(changes.bytes()));
  STOA_TRY(make_room(log_bytes(changes.bytes())));
  const auto segment = current();
  STOA_TRY(segment->append(write_ + 1, synced_.load(std::memory_order_acquire), changes.as_bytes()));
  const std::lock_guard guard(mutex_);
  current_bytes_ = segment->size();
  ++write_;
  upto_ = upto;
  return {};
}

std::shared_ptr<LogSegment> LogDisk::current() const {
  const std::lock_guard guard(mutex_);
  return current_;
}

/// A segment begins with a write of any size, and no other makes it longer than it may be.
Result<void> LogDisk::make_room(std::size_t bytes) {
  const auto segment = current();
  if (segment && (segment->size() == 0 || segment->size() + bytes <= settings_.segment_bytes)) return {};
  if (segment) hand_over();
  auto next = STOA_TRY(LogSegment::create(log_path(settings_.directory, segment_ + 1), segment_ + 1,
                                          std::min(kAhead, settings_.segment_bytes)));
  const std::lock_guard guard(mutex_);
  current_ = std::make_shared<LogSegment>(std::move(next));
  current_bytes_ = 0;
  ++segment_;
  return {};
}

/// Whatever is in the next segment was written when all of this one was on disk.
void LogDisk::hand_over() {
  sync();
  const std::lock_guard guard(mutex_);
  mover_.add({{current_->path(), current_->number()}, current_bytes_, upto_});
  current_.reset();
}

void LogDisk::sync() {
  std::unique_lock lock(mutex_);
  const auto segment = current_;
  const auto written = write_;
  lock.unlock();
  if (!segment) return;
  segment->sync();
  // The writer syncs, too, when a segment is full, while the committer's own sync may be under way.
  auto before = synced_.load(std::memory_order_relaxed);
  while (before < written && !synced_.compare_exchange_weak(before, written, std::memory_order_release)) {
  }
}

Result<void> LogDisk::copy_to(const std::filesystem::path& directory) const {
  struct Copy {
    std::filesystem::path path;
    std::size_t bytes;
  };
  std::vector<Copy> copies;
  {
    const std::lock_guard guard(mutex_);
    for (const auto& full : mover_.waiting()) copies.push_back({full.file.path, full.bytes});
    if (current_) copies.push_back({current_->path(), current_bytes_});
  }
  for (const auto& copy : copies)
    STOA_TRY(copy_synced(copy.path, directory / copy.path.filename(), copy.bytes));
  return sync_directory(directory);
}

Result<void> LogDisk::check_space(std::size_t bytes) const {
  struct statvfs disk {};
  if (::statvfs(settings_.directory.c_str(), &disk) != 0) return {};  // writing will show what is wrong
  const std::uint64_t available = disk.f_bavail * disk.f_frsize;
  const std::uint64_t needed = settings_.reserve + mover_.waiting_bytes() + current_bytes_ + 2 * bytes;
  if (settings_.reserve == 0 || available >= needed) return {};
  return Error{Error::Kind::Unavailable, std::string(kDiskFull),
               fmt::format("the disk of {} has {} MiB free, and {} MiB are needed",
                           settings_.directory.parent_path().string(), available >> 20, (needed >> 20) + 1)};
}

}  // namespace stoa::store
