#pragma once
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace stoa::store {

/// A segment of the log that is being written: whole writes, one behind the other, then zeros. Zeros are
/// written ahead, so that a write changes bytes which the file has already, and syncing it is syncing these
/// and not what the file system knows of the file. One thread writes, another may sync.
class LogSegment {
 public:
  /// A new file. Its name is on disk when this returns.
  static Result<LogSegment> create(const std::filesystem::path&, std::uint64_t number, std::size_t ahead);
  LogSegment(LogSegment&&) noexcept;
  LogSegment& operator=(LogSegment&&) = delete;
  ~LogSegment();

  /// All of it or, as far as any reader can tell, nothing: it may then be done again.
  Result<void> append(std::uint64_t write, std::uint64_t synced, std::string_view changes);
  /// Ends the process when the disk refuses: what it holds is unknown then.
  void sync();

  std::uint64_t number() const { return number_; }
  const std::filesystem::path& path() const { return path_; }
  std::size_t size() const { return size_; }

 private:
  LogSegment(std::filesystem::path path, std::uint64_t number, std::size_t ahead, int file)
      : path_(std::move(path)), number_(number), ahead_(ahead), file_(file) {}
  Result<void> reach(std::size_t end);

  const std::filesystem::path path_;
  const std::uint64_t number_;
  const std::size_t ahead_;
  int file_;
  std::size_t size_ = 0;     // up to the end of the last write
  std::size_t written_ = 0;  // up to the end of the zeros
};

}  // namespace stoa::store
