#include "store/rocks_disk.h"

#include "base/refused_writes.h"

#include <fmt/format.h>
#include <rocksdb/transaction_log.h>
#include <rocksdb/write_batch.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cstdlib>

namespace stoa::store {
namespace {
/// A batch that was bigger than this gives its memory back.
constexpr std::size_t kKeptBytes = 4 << 20;
}  // namespace

Result<void> RocksDisk::write(const Changes& changes) {
  if (changes.empty()) return {};
  if (const auto status = errors_.last(); !status.ok()) return to_error(status, "moving rows into tables");
  STOA_TRY(check_space(changes.bytes()));
  if (batch_.GetDataSize() > kKeptBytes)
    batch_ = rocksdb::WriteBatch();
  else
    batch_.Clear();
  records_.clear();
  changes.for_each([&](const Changes::Change& change) {
    if (change.family == Family::Records)
      records_.push_back(change);
    else
      add(change);
  });
  add_records();
  const auto status = rocks_.db->Write(rocksdb::WriteOptions(), &batch_);
  if (status.ok()) return {};
  broken_log_ = log_number();
  return to_error(status, "writing transactions");
}

void RocksDisk::add(const Changes::Change& change) {
  auto* family = rocks_.family(change.family);
  switch (change.kind) {
    case Changes::Kind::Put:
    case Changes::Kind::PutBare:
      batch_.Put(family, to_slice(change.key), to_slice(change.value));
      return;
    case Changes::Kind::Remove:
    case Changes::Kind::RemoveBare:
      batch_.Delete(family, to_slice(change.key));
      return;
    case Changes::Kind::RemoveRange:
      batch_.DeleteRange(family, to_slice(change.key), to_slice(change.value));
      return;
  }
}

/// In key order, each key once: RocksDB then finds a row's place in its sorted memtable beside the last
/// one's, which is most of what a write costs. The batch is written all or nothing, so nobody misses the
/// versions between.
void RocksDisk::add_records() {
  std::ranges::stable_sort(records_, {}, &Changes::Change::key);
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (i + 1 == records_.size() || records_[i].key != records_[i + 1].key) add(records_[i]);
}

void RocksDisk::sync() {
  const auto status = rocks_.db->SyncWAL();
  if (status.ok()) return;
  fmt::print(stderr, "stoa: the disk refused to sync the WAL of {}: {}\n", rocks_.db->GetName(),
             status.ToString());
  std::abort();
}

Result<void> RocksDisk::recover() {
  STOA_TRY(check_space(0));
  errors_.forget();  // before: what fails while resuming is to be heard of
  const auto status = rocks_.db->Resume();
  if (!status.ok()) return to_error(status, "going on after the disk refused; if this stays, restart Stoa");
  // It begins another log with the rows in memory that it moves into tables; where there are none it keeps
  // the one that broke off, and would end the process at the next write.
  if (broken_log_ != 0 && log_number() == broken_log_)
    return Error{Error::Kind::Unavailable, std::string(kDiskFull),
                 "the log broke off at its first write; restart Stoa to write again, nothing is lost"};
  broken_log_ = 0;
  return {};
}

std::uint64_t RocksDisk::log_number() const {
  std::unique_ptr<rocksdb::LogFile> log;
  return rocks_.db->GetCurrentWalFile(&log).ok() ? log->LogNumber() : 0;
}

Result<void> RocksDisk::check_space(std::size_t bytes) const {
  struct statvfs disk {};
  if (::statvfs(rocks_.db->GetName().c_str(), &disk) != 0) return {};  // writing will show what is wrong
  const std::uint64_t available = disk.f_bavail * disk.f_frsize;
  std::uint64_t memtables = 0;
  rocks_.db->GetAggregatedIntProperty(rocksdb::DB::Properties::kCurSizeAllMemTables, &memtables);
  const std::uint64_t needed = reserve_ + memtables + 2 * bytes;
  if (reserve_ == 0 || available >= needed) return {};
  return Error{Error::Kind::Unavailable, std::string(kDiskFull),
               fmt::format("the disk of {} has {} MiB free, and {} MiB are needed", rocks_.db->GetName(),
                           available >> 20, (needed >> 20) + 1)};
}

}  // namespace stoa::store
