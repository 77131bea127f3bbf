#pragma once
#include <rocksdb/memtablerep.h>

namespace stoa::store {

/// A memtable for rows that nobody reads before they are in a table: appending is all that a write costs, and
/// the rows are sorted once, when they go to disk. RocksDB's own vector memtable does the same but compares
/// keys where they lie, two cache misses a time, which costs more than all the rest of a flush; this one
/// sorts copies of what keys begin with, taken while they are at hand, and asks no more of the versions of one
/// row than whether they still stand in their order. Needs allow_concurrent_memtable_write to be off. Reading
/// works and is slow.
class WriteOnlyMemtables final : public rocksdb::MemTableRepFactory {
 public:
  using MemTableRepFactory::CreateMemTableRep;
  rocksdb::MemTableRep* CreateMemTableRep(const rocksdb::MemTableRep::KeyComparator&, rocksdb::Allocator*,
                                          const rocksdb::SliceTransform*, rocksdb::Logger*) override;
  const char* Name() const override { return "stoa.WriteOnlyMemtables"; }
};

}  // namespace stoa::store
