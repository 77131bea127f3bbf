#include "store/recovery.h"

#include "store/rocks.h"
#include "store/wal_judge.h"

#include <fmt/format.h>
#include <rocksdb/wal_filter.h>

#include <algorithm>
#include <limits>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;

/// Learns from an opening database which WAL files it needs, and lets it read none of them.
class NeededWal final : public rocksdb::WalFilter {
 public:
  void ColumnFamilyLogNumberMap(const std::map<std::uint32_t, std::uint64_t>& numbers,
                                const std::map<std::string, std::uint32_t>&) override {
    for (const auto& [family, number] : numbers) first_ = std::min(first_, number);
  }
  WalProcessingOption LogRecordFound(unsigned long long, const std::string&, const rocksdb::WriteBatch&,
                                     rocksdb::WriteBatch*, bool*) override {
    return WalProcessingOption::kStopReplay;
  }
  const char* Name() const override { return "stoa.needed_wal"; }
  std::uint64_t first() const { return first_ == kNone ? 0 : first_; }

 private:
  static constexpr auto kNone = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t first_ = kNone;
};

/// The oldest WAL file that holds rows which are in no table yet. Older ones may lie about for a while:
/// damage in them is no loss.
std::uint64_t first_needed(const fs::path& rocks, const Logger& log) {
  NeededWal filter;
  rocksdb::DBOptions options;
  options.wal_filter = &filter;
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kSkipAnyCorruptedRecords;
  options.max_open_files = 16;
  options.info_log = rocks_log(log);
  std::vector<std::string> names;
  if (!rocksdb::DB::ListColumnFamilies(options, rocks.string(), &names).ok()) return 0;
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const auto& name : names) families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  if (!rocksdb::DB::OpenForReadOnly(options, rocks.string(), families, &handles, &opened).ok()) return 0;
  const std::unique_ptr<rocksdb::DB> db(opened);
  for (auto* handle : handles) db->DestroyColumnFamilyHandle(handle);
  return filter.first();
}

Error damaged(const WalPlace& place) {
  return {Error::Kind::Corrupt, "store.damaged",
          fmt::format(
              "{} is damaged or cut short at byte {}, and intact transactions follow; restore the data "
              "directory from a backup, or start once with --store.damaged=prefix to keep everything before "
              "the damage and set the rest aside",
              place.file.string(), place.offset)};
}

Error failed(std::string_view doing, const fs::path& path, const std::error_code& failure) {
  const bool full = failure == std::errc::no_space_on_device;
  return {Error::Kind::Unavailable, full ? "store.disk_full" : "store.directory",
          fmt::format("{} {}: {}; check that the disk has space and the directory is writable", doing,
                      path.string(), failure.message())};
}

/// Moves a whole WAL file to `aside`.
Result<void> set_aside(const fs::path& file, const fs::path& aside) {
  std::error_code failure;
  fs::create_directories(aside, failure);
  if (!failure) fs::rename(file, aside / file.filename(), failure);
  if (failure) return failed("setting aside", file, failure);
  return {};
}

/// Ends a WAL file at a place; a copy of the whole file stays in `aside`.
Result<void> cut(const WalPlace& place, const fs::path& aside) {
  std::error_code failure;
  fs::create_directories(aside, failure);
  if (!failure)
    fs::copy_file(place.file, aside / place.file.filename(), fs::copy_options::overwrite_existing, failure);
  if (failure) return failed("saving a copy of", place.file, failure);
  fs::resize_file(place.file, place.offset, failure);
  if (failure) return failed("cutting the damaged end off", place.file, failure);
  return {};
}

/// A torn end is a few bytes that no client was told about; cutting it keeps no copy.
Result<void> drop_torn_end(const WalPlace& place, const Logger& log) {
  std::error_code failure;
  const auto size = fs::file_size(place.file, failure);
  if (!failure) fs::resize_file(place.file, place.offset, failure);
  if (failure) return failed("cutting the torn end off", place.file, failure);
  log.warning("dropped an unfinished write at the end of the WAL",
              {{"file", place.file.string()}, {"byte", place.offset}, {"bytes", size - place.offset}});
  return {};
}

Result<void> keep_prefix(const WalPlace& damage, const std::vector<fs::path>& files, const fs::path& aside,
                         const Logger& log) {
  const auto after = std::next(std::find(files.begin(), files.end(), damage.file));
  // The newest first: breaking off in between leaves a shorter prefix to finish, never a hole.
  for (auto file = files.end(); file != after;) STOA_TRY(set_aside(*--file, aside));
  STOA_TRY(cut(damage, aside));
  log.warning("kept the WAL up to its damage and set the rest aside, as was asked",
              {{"file", damage.file.string()}, {"byte", damage.offset}, {"aside", aside.string()}});
  return {};
}

}  // namespace

Result<void> prepare_wal(const DataDirectory& directory, const Options& options) {
  auto files = wal_files(directory.rocks());
  auto verdict = STOA_TRY(judge_wal(files));
  if (verdict.damage) {
    files = wal_files(directory.rocks(), first_needed(directory.rocks(), options.log));
    verdict = STOA_TRY(judge_wal(files));
  }
  if (verdict.damage && options.damaged == Options::Damaged::Refuse) return damaged(*verdict.damage);
  for (const auto& end : verdict.torn_ends) STOA_TRY(drop_torn_end(end, options.log));
  if (verdict.damage) STOA_TRY(keep_prefix(*verdict.damage, files, directory.damaged(), options.log));
  return {};
}

}  // namespace stoa::store
