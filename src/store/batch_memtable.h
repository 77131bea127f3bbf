#pragma once
#include <rocksdb/memtablerep.h>

namespace stoa::store {

/// A memtable for rows that come in sorted batches from one writer and are read meanwhile: SortedRuns in the
/// place of RocksDB's skip list, which costs a writer four fifths of its time.
class BatchMemtables final : public rocksdb::MemTableRepFactory {
 public:
  using MemTableRepFactory::CreateMemTableRep;
  rocksdb::MemTableRep* CreateMemTableRep(const rocksdb::MemTableRep::KeyComparator&, rocksdb::Allocator*,
                                          const rocksdb::SliceTransform*, rocksdb::Logger*) override;
  const char* Name() const override { return "stoa.BatchMemtables"; }
};

}  // namespace stoa::store
