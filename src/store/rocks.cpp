#include "store/rocks.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <cstdio>

namespace stoa::store {
namespace {

constexpr std::size_t kTableBytes = 64 << 20;

/// RocksDB's own log file is not used: Debian's RocksDB keeps its assertions, and one of them ends the
/// process when that file cannot be written because the disk is full.
class RocksLog final : public rocksdb::Logger {
 public:
  explicit RocksLog(const stoa::Logger& log) : Logger(rocksdb::InfoLogLevel::ERROR_LEVEL), log_(log) {}
  using Logger::Logv;
  void Logv(const char* format, va_list arguments) override {
    char line[512];
    std::vsnprintf(line, sizeof line, format, arguments);
    log_.error("rocksdb", {{"says", line}});
  }

 private:
  const stoa::Logger log_;
};

rocksdb::DBOptions database_options(const stoa::Logger& log) {
  rocksdb::DBOptions options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.max_background_jobs = 2;
  options.bytes_per_sync = 1 << 20;
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kAbsoluteConsistency;
  options.paranoid_checks = true;
  options.info_log = rocks_log(log);
  options.stats_dump_period_sec = 0;
  options.max_bgerror_resume_count = 0;
  return options;
}

rocksdb::ColumnFamilyOptions family_options(const rocksdb::BlockBasedTableOptions& table) {
  rocksdb::ColumnFamilyOptions options;
  options.compression = rocksdb::kLZ4Compression;
  options.level_compaction_dynamic_level_bytes = true;
  options.target_file_size_base = kTableBytes;
  options.max_bytes_for_level_base = 4 * kTableBytes;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

rocksdb::ColumnFamilyOptions keyspace_options(rocksdb::BlockBasedTableOptions table) {
  table.block_size = 32 << 10;  // only ever read from end to end
  auto options = family_options(table);
  // Nobody reads this family while it is written, so overlapping files hurt nobody until the next start;
  // merging them level by level would write every row ten times over, and merging few of them at a time
  // often.
  options.compaction_style = rocksdb::kCompactionStyleUniversal;
  options.level0_file_num_compaction_trigger = 24;
  return options;
}

rocksdb::ColumnFamilyOptions records_options(rocksdb::BlockBasedTableOptions table) {
  table.block_size = 8 << 10;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  auto options = family_options(table);
  options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(kKnownBeginning));
  // What is read in vain in one more file costs a look at its filter; what is merged half as often is written
  // half as often.
  options.level0_file_num_compaction_trigger = 8;
  return options;
}

/// Without CURRENT, RocksDB would begin a new database over the old one.
bool lost_its_current(const std::filesystem::path& directory) {
  if (std::filesystem::exists(directory / "CURRENT")) return false;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == ".sst" || entry.path().extension() == ".log") return true;
  return false;
}

}  // namespace

Rocks::~Rocks() {
  log.reset();
  keyspace.reset();
  records.reset();
}

rocksdb::Status BackgroundErrors::last() const {
  if (!failed_.load(std::memory_order_acquire)) return rocksdb::Status::OK();
  const std::lock_guard guard(mutex_);
  return status_;
}

void BackgroundErrors::forget() {
  const std::lock_guard guard(mutex_);
  failed_.store(false, std::memory_order_release);
  status_ = rocksdb::Status::OK();
}

void BackgroundErrors::OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* status) {
  const std::lock_guard guard(mutex_);
  status_ = *status;
  failed_.store(true, std::memory_order_release);
}

void BackgroundErrors::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                                            bool* automatic) {
  *automatic = false;
}

Result<Rocks> open_rocks(const std::filesystem::path& directory, const Options& options,
                         std::shared_ptr<BackgroundErrors> errors) {
  if (lost_its_current(directory))
    return Error{
        Error::Kind::Corrupt, "store.damaged",
        fmt::format("{} is missing though there is data beside it; restore the data directory from a backup",
                    (directory / "CURRENT").string())};
  rocksdb::BlockBasedTableOptions table;
  // A file's filter may take megabytes, and one that is larger than a shard is read anew at every look: few
  // shards.
  constexpr int shard_bits = 2;
  table.block_cache = rocksdb::NewLRUCache(options.block_cache_bytes, shard_bits);
  table.format_version = 5;
  const std::vector<rocksdb::ColumnFamilyDescriptor> families{
      {rocksdb::kDefaultColumnFamilyName, keyspace_options(table)},
      {"records", records_options(table)},
      {"log", family_options(table)}};
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  auto database = database_options(options.log);
  database.listeners.push_back(std::move(errors));
  const auto status = rocksdb::DB::Open(database, directory.string(), families, &handles, &db);
  if (!status.ok()) return to_error(status, "opening " + directory.string());
  Rocks rocks;
  rocks.db.reset(db);
  rocks.keyspace.reset(handles[0]);
  rocks.records.reset(handles[1]);
  rocks.log.reset(handles[2]);
  return rocks;
}

std::shared_ptr<rocksdb::Logger> rocks_log(const stoa::Logger& log) {
  return std::make_shared<RocksLog>(log);
}

Error to_error(const rocksdb::Status& status, std::string_view doing) {
  auto text = status.ToString();
  // A table that is missing is last looked for under the name it would have had in LevelDB.
  if (const auto at = text.find(".ldb"); at != std::string::npos) text.replace(at, 4, ".sst");
  // A file that the database knows of and that is not there is damage too.
  if (status.IsCorruption() || status.IsPathNotFound())
    return {Error::Kind::Corrupt, "store.damaged",
            fmt::format("{}: {}; restore the data directory from a backup", doing, text)};
  if (status.IsNoSpace())
    return {Error::Kind::Unavailable, "store.disk_full",
            fmt::format("{}: the disk is full ({}); free some space", doing, text)};
  return {Error::Kind::Unavailable, "store.disk", fmt::format("{}: {}", doing, text)};
}

}  // namespace stoa::store
