#pragma once
// Internal to store/: what its sources share of RocksDB. Nothing outside store/*.cpp includes it.

#include "base/result.h"
#include "store/changes.h"
#include "store/store.h"

#include <rocksdb/db.h>

#include <memory>
#include <string_view>

namespace stoa::store {

/// The open database and its families: it holds tables only, which come whole (tables.h). Nothing is written
/// to its memtables and its own log.
struct Rocks {
  std::unique_ptr<rocksdb::DB> db;
  std::unique_ptr<rocksdb::ColumnFamilyHandle> keyspace;
  std::unique_ptr<rocksdb::ColumnFamilyHandle> records;
  std::unique_ptr<rocksdb::ColumnFamilyHandle> log;  // how much of the log is in tables

  rocksdb::ColumnFamilyHandle* family(Family family) const {
    return family == Family::Keyspace ? keyspace.get() : records.get();
  }
  Rocks() = default;
  Rocks(Rocks&&) = default;
  Rocks& operator=(Rocks&&) = default;
  /// Handles go before the database they belong to.
  ~Rocks();
};

/// Whether merging tables has failed, which RocksDB does on threads of its own. Until somebody
/// resumes the database it does no more such work; it is not to resume by itself, as that goes wrong for good
/// while a disk is still full.
class BackgroundErrors final : public rocksdb::EventListener {
 public:
  /// What failed last and has not been forgotten, or ok. Costs one load when nothing failed.
  rocksdb::Status last() const;
  void forget();

  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status*) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status, bool* automatic) override;

 private:
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
  rocksdb::Status status_;  // guarded by mutex_
};

/// Tables of records know which beginnings of this length their keys have. It reaches into the first field of
/// an index, as far as an id does.
constexpr std::size_t kKnownBeginning = 18;

/// Opens the database in `directory` as it is tuned for Stoa, creating it when there is none. Of format 1 its
/// own log is read once, which has to end as one does that was closed: else Corrupt.
/// `errors` hears of failed background work and lives as long as the database.
Result<Rocks> open_rocks(const std::filesystem::path& directory, const Options&,
                         std::shared_ptr<BackgroundErrors> errors);

/// Takes RocksDB's own errors to where ours go.
std::shared_ptr<rocksdb::Logger> rocks_log(const Logger&);

/// What RocksDB says, in our words; `doing` says what failed ("reading a row").
Error to_error(const rocksdb::Status&, std::string_view doing);

inline rocksdb::Slice to_slice(std::string_view text) {
  return {text.data(), text.size()};
}
inline std::string_view to_view(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

}  // namespace stoa::store
