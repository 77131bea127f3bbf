#pragma once
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace stoa::store {

/// A place in a WAL file from which on it is not intact.
struct WalPlace {
  std::filesystem::path file;
  std::uint64_t offset;
};

/// What the WAL files of a database say, read in order.
struct WalVerdict {
  /// Ends that a crash or a full disk left behind, with nothing lost that had been completed after them.
  std::vector<WalPlace> torn_ends;
  /// Where intact transactions follow something that is damaged or missing.
  std::optional<WalPlace> damage;
};

/// The WAL files in a directory from number `first` on, oldest first.
std::vector<std::filesystem::path> wal_files(const std::filesystem::path& directory, std::uint64_t first = 0);

/// Reads all of them. Every row of the database has a number, without gaps, and each write carries those of
/// its rows: so a hole shows even where no byte is wrong, as after a missing file.
Result<WalVerdict> judge_wal(const std::vector<std::filesystem::path>& files);

}  // namespace stoa::store
