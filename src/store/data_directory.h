#pragma once
#include "base/result.h"

#include <filesystem>
#include <string_view>

namespace stoa::store {

/// A data directory that this process owns: made if it was not there, locked, and of a format that we read.
///   stoa.lock   locked while somebody owns the directory; holds the owner's process id
///   FORMAT      the version of everything in it
///   rocks/      the database
///   damaged/    pieces of the WAL that were cut off when it was found damaged, if ever
class DataDirectory {
 public:
  /// The format this program writes.
  static constexpr int kFormat = 1;

  static Result<DataDirectory> open(const std::filesystem::path&);

  /// Makes `directory` (which exists) a data directory without owning it; its rocks/ is the caller's affair.
  static Result<void> write_format(const std::filesystem::path& directory);

  DataDirectory(DataDirectory&& other) noexcept;
  DataDirectory& operator=(DataDirectory&&) = delete;
  /// Gives the ownership back.
  ~DataDirectory();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path rocks() const { return path_ / "rocks"; }
  std::filesystem::path damaged() const { return path_ / "damaged"; }

 private:
  DataDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_;
};

/// Makes the entries of a directory survive a crash.
Result<void> sync_directory(const std::filesystem::path&);

}  // namespace stoa::store
