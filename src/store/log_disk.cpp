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
  auto& segment = *current_.segment;
  STOA_TRY(segment.append(write_ + 1, synced_.load(std::memory_order_acquire), changes.as_bytes()));
  const std::lock_guard guard(mutex_);
  current_.bytes = segment.size();
  current_.upto = upto;
  current_.write = ++write_;
  return {};
}

/// A segment begins with a write of any size, and no other makes it longer than it may be.
Result<void> LogDisk::make_room(std::size_t bytes) {
  if (current_.segment && (current_.bytes == 0 || current_.bytes + bytes <= settings_.segment_bytes))
    return {};
  auto next = STOA_TRY(LogSegment::create(log_path(settings_.directory, segment_ + 1), segment_ + 1,
                                          std::min(kAhead, settings_.segment_bytes)));
  const std::lock_guard guard(mutex_);
  if (current_.segment) full_.push_back(std::move(current_));
  current_ = {.segment = std::make_shared<LogSegment>(std::move(next))};
  ++segment_;
  return {};
}

void LogDisk::sync() {
  std::unique_lock lock(mutex_);
  const auto full = full_;
  const auto current = current_.segment;
  const auto written = write_;
  lock.unlock();
  for (const Part& part : full) part.segment->sync();
  if (current) current->sync();
  synced_.store(written, std::memory_order_release);
  if (full.empty()) return;
  // In one step, as a backup looks for them here and there.
  lock.lock();
  for (const Part& part : full)
    mover_.add({{part.segment->path(), part.segment->number()}, part.bytes, part.write, part.upto});
  full_.erase(full_.begin(), full_.begin() + static_cast<std::ptrdiff_t>(full.size()));
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
    for (const auto& part : full_) copies.push_back({part.segment->path(), part.bytes});
    if (current_.segment) copies.push_back({current_.segment->path(), current_.bytes});
  }
  for (const auto& copy : copies)
    STOA_TRY(copy_synced(copy.path, directory / copy.path.filename(), copy.bytes));
  return sync_directory(directory);
}

Result<void> LogDisk::check_space(std::size_t bytes) const {
  struct statvfs disk {};
  if (::statvfs(settings_.directory.c_str(), &disk) != 0) return {};  // writing will show what is wrong
  const std::uint64_t available = disk.f_bavail * disk.f_frsize;
  const std::uint64_t needed = settings_.reserve + mover_.waiting_bytes() + current_.bytes + 2 * bytes;
  if (settings_.reserve == 0 || available >= needed) return {};
  return Error{Error::Kind::Unavailable, std::string(kDiskFull),
               fmt::format("the disk of {} has {} MiB free, and {} MiB are needed",
                           settings_.directory.parent_path().string(), available >> 20, (needed >> 20) + 1)};
}

}  // namespace stoa::store
