#pragma once
#include "base/result.h"

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string_view>

namespace stoa::store {

/// A data directory that this process owns: made if it was not there, locked, and of a format that we read.
///   stoa.lock   locked while somebody owns the directory; holds the owner's process id
///   FORMAT      the version of everything in it
///   log/        the newest changes, in segments
///   rocks/      the database: tables of all older ones
///   damaged/    pieces of the log that were cut off when it was found damaged, if ever
class DataDirectory {
 public:
  /// The format this program writes. In the first one RocksDB kept the log.
  static constexpr int kFormat = 2;

  static Result<DataDirectory> open(const std::filesystem::path&);

  /// Makes `directory` (which exists) a data directory without owning it; its rocks/ is the caller's affair.
  static Result<void> write_format(const std::filesystem::path& directory);

  DataDirectory(DataDirectory&& other) noexcept;
  DataDirectory& operator=(DataDirectory&&) = delete;
  /// Gives the ownership back.
  ~DataDirectory();

  const std::filesystem::path& path() const { return path_; }
  /// The format that was found; `write_format` makes it the newest one.
  int format() const { return format_; }
  std::filesystem::path log() const { return path_ / "log"; }
  std::filesystem::path rocks() const { return path_ / "rocks"; }
  std::filesystem::path damaged() const { return path_ / "damaged"; }

 private:
  DataDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_;
  int format_ = kFormat;
};

/// What the system says of a file, as Unavailable (`store.disk_full`, `store.directory`).
Error disk_error(std::string_view doing, const std::filesystem::path&, int number = errno);

/// The first `bytes` of a file as a new one that survives a crash; its directory is the caller's affair.
Result<void> copy_synced(const std::filesystem::path& from, const std::filesystem::path& to,
                         std::size_t bytes);

/// Makes the entries of a directory survive a crash.
Result<void> sync_directory(const std::filesystem::path&);

}  // namespace stoa::store
