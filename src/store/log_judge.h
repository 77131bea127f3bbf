#pragma once
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace stoa::store {

/// A file of the log.
struct LogFile {
  std::filesystem::path path;
  std::uint64_t number;
};

/// A place in a segment from which on it is not intact.
struct LogPlace {
  LogFile file;
  std::uint64_t offset;
};

/// What the segments of a log say, read in order.
struct LogVerdict {
  /// What a crash left of writes that nobody had been told about; nothing behind it counts.
  std::optional<LogPlace> torn_end;
  /// Where writes are missing that had been on disk, as one that was begun later says.
  std::optional<LogPlace> damage;
};

/// The segments in a directory with a number above `moved`, oldest first.
std::vector<LogFile> log_files(const std::filesystem::path& directory, std::uint64_t moved = 0);

/// The name of a segment.
std::filesystem::path log_path(const std::filesystem::path& directory, std::uint64_t number);

/// Reads all of them; `next` is the number that the first write must have. Every write has a number, without
/// gaps, and says up to which one all were on disk before it: so a hole shows even where no byte is wrong, as
/// after a missing file, and what a machine that lost its power wrote out of order is no damage.
Result<LogVerdict> judge_log(std::span<const LogFile>, std::uint64_t next);

}  // namespace stoa::store
