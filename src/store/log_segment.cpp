#include "store/log_segment.h"

#include "store/data_directory.h"
#include "store/log_record.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace stoa::store {
namespace {

/// Writes all of it at a place of the file; the parts are used up.
bool write_all(int file, std::span<iovec> parts, std::size_t at) {
  while (!parts.empty()) {
    const ssize_t written =
        ::pwritev(file, parts.data(), static_cast<int>(parts.size()), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += static_cast<std::size_t>(written);
    auto left = static_cast<std::size_t>(written);
    while (!parts.empty() && left >= parts.front().iov_len) {
      left -= parts.front().iov_len;
      parts = parts.subspan(1);
    }
    if (left == 0) continue;
    parts.front().iov_base = static_cast<char*>(parts.front().iov_base) + left;
    parts.front().iov_len -= left;
  }
  return true;
}

iovec part(const void* bytes, std::size_t size) {
  return {const_cast<void*>(bytes), size};
}

}  // namespace

Result<LogSegment> LogSegment::create(const std::filesystem::path& path, std::uint64_t number,
                                      std::size_t ahead) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return disk_error("making", path);
  LogSegment segment(path, number, ahead, file);
  STOA_TRY(segment.reach(1));
  segment.sync();
  STOA_TRY(sync_directory(path.parent_path()));
  return segment;
}

LogSegment::LogSegment(LogSegment&& other) noexcept
    : path_(other.path_),
      number_(other.number_),
      ahead_(other.ahead_),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      written_(other.written_) {}

LogSegment::~LogSegment() {
  if (file_ >= 0) ::close(file_);
}

Result<void> LogSegment::append(std::uint64_t write, std::uint64_t synced, std::string_view changes) {
  const std::size_t end = size_ + log_bytes(changes.size());
  STOA_TRY(reach(end));
  const LogRecord record = seal(number_, write, synced, changes);
  std::array parts{part(&record, sizeof record), part(changes.data(), changes.size())};
  if (!write_all(file_, parts, size_)) return disk_error("writing", path_);
  size_ = end;
  return {};
}

/// Only here a disk can turn out to be full.
Result<void> LogSegment::reach(std::size_t end) {
  if (end <= written_) return {};
  const std::vector<char> zeros(std::max(ahead_, end - written_));
  std::array parts{part(zeros.data(), zeros.size())};
  if (!write_all(file_, parts, written_)) return disk_error("making room in", path_);
  written_ += zeros.size();
  return {};
}

void LogSegment::sync() {
  if (::fdatasync(file_) == 0) return;
  fmt::print(stderr, "stoa: the disk refused to sync {}: {}\n", path_.string(), std::strerror(errno));
  std::abort();
}

}  // namespace stoa::store
