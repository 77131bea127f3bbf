#pragma once
#include "store/committer.h"
#include "store/rocks.h"

#include <rocksdb/write_batch.h>

#include <vector>

namespace stoa::store {

/// The committer's way into RocksDB.
class RocksDisk final : public Disk {
 public:
  /// Writing stops while the disk has less than `reserve` bytes free beyond what is needed to bring the
  /// memtables to disk: RocksDB can be stopped well before the disk is full, but not always started again
  /// once it has been.
  RocksDisk(const Rocks& rocks, BackgroundErrors& errors, std::uint64_t reserve = kReserve)
      : rocks_(rocks), errors_(errors), reserve_(reserve) {}
  Result<void> write(const Changes&) override;
  /// Ends the process when the disk refuses: after a failed sync nobody knows what is on it, and a second try
  /// would claim that all is well.
  void sync() override;
  Result<void> recover() override;
  bool can_sync() const override { return broken_log_ == 0; }

  static constexpr std::uint64_t kReserve = 8 << 20;

 private:
  void add(const Changes::Change&);
  void add_records();
  Result<void> check_space(std::size_t bytes) const;
  std::uint64_t log_number() const;

  const Rocks& rocks_;
  BackgroundErrors& errors_;
  const std::uint64_t reserve_;
  std::uint64_t broken_log_ = 0;  // its number; 0: the log is whole
  rocksdb::WriteBatch batch_;
  std::vector<Changes::Change> records_;  // of the batch that is being written
};

}  // namespace stoa::store
