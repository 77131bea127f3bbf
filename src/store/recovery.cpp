#include "store/recovery.h"

#include "store/log_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;

Error damaged(const LogPlace& place) {
  return {
      Error::Kind::Corrupt, "store.damaged",
      fmt::format(
          "{} is damaged or cut short at byte {}, where transactions had been completed; restore the data "
          "directory from a backup, or start once with --store.damaged=prefix to keep everything before "
          "the damage and set the rest aside",
          place.file.path.string(), place.offset)};
}

/// Moves a whole segment to `aside`.
Result<void> set_aside(const fs::path& file, const fs::path& aside) {
  std::error_code failure;
  fs::create_directories(aside, failure);
  if (!failure) fs::rename(file, aside / file.filename(), failure);
  if (failure) return disk_error("setting aside", file, failure.value());
  return {};
}

/// Ends a segment at a place.
Result<void> cut(const LogPlace& place) {
  std::error_code failure;
  fs::resize_file(place.file.path, place.offset, failure);
  if (failure) return disk_error("cutting the end off", place.file.path, failure.value());
  return {};
}

/// How much of a segment from a place on is not the zeros that were written ahead.
std::uint64_t bytes_from(const LogPlace& place) {
  std::ifstream file(place.file.path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(place.offset));
  std::uint64_t bytes = 0, read = 0;
  for (char byte; file.get(byte); ++read)
    if (byte != 0) bytes = read + 1;
  return bytes;
}

/// A torn end is a write that no client was told about; no copy of it is kept.
Result<void> drop_torn_end(const LogPlace& place, const Logger& log) {
  const auto bytes = bytes_from(place);
  STOA_TRY(cut(place));
  log.warning("dropped an unfinished write at the end of the log",
              {{"file", place.file.path.string()}, {"byte", place.offset}, {"bytes", bytes}});
  return {};
}

/// A copy of the damaged segment stays in `aside`, with those behind it.
Result<void> keep_prefix(const LogPlace& damage, std::vector<LogFile>& files, const fs::path& aside,
                         const Logger& log) {
  const auto after = std::ranges::upper_bound(files, damage.file.number, {}, &LogFile::number);
  // The newest first: breaking off in between leaves a shorter prefix to finish, never a hole.
  for (auto file = files.end(); file != after;) STOA_TRY(set_aside((--file)->path, aside));
  files.erase(after, files.end());
  std::error_code failure;
  fs::create_directories(aside, failure);
  const auto copy = aside / damage.file.path.filename();
  if (!failure) fs::copy_file(damage.file.path, copy, fs::copy_options::overwrite_existing, failure);
  if (failure) return disk_error("saving a copy of", damage.file.path, failure.value());
  STOA_TRY(cut(damage));
  log.warning("kept the log up to its damage and set the rest aside, as was asked",
              {{"file", damage.file.path.string()}, {"byte", damage.offset}, {"aside", aside.string()}});
  return {};
}

void remove_moved(const fs::path& directory, const Moved& moved) {
  std::error_code ignored;
  for (const auto& file : log_files(directory))
    if (file.number <= moved.segment) fs::remove(file.path, ignored);
}

}  // namespace

Result<Moved> recover_log(const DataDirectory& directory, Tables& tables, const Options& options) {
  auto moved = STOA_TRY(tables.moved());
  auto files = log_files(directory.log(), moved.segment);
  const auto verdict = STOA_TRY(judge_log(files, moved.write + 1));
  if (verdict.damage && options.damaged == Options::Damaged::Refuse) return damaged(*verdict.damage);
  if (verdict.damage) STOA_TRY(keep_prefix(*verdict.damage, files, directory.damaged(), options.log));
  if (verdict.torn_end) STOA_TRY(drop_torn_end(*verdict.torn_end, options.log));
  for (const auto& file : files) {
    options.log.info("moving the log into tables", {{"segment", file.number}, {"of", files.back().number}});
    moved = STOA_TRY(tables.take(file, moved));
  }
  remove_moved(directory.log(), moved);
  return moved;
}

}  // namespace stoa::store
