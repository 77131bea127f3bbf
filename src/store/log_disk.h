#pragma once
#include "base/log.h"
#include "store/committer.h"
#include "store/log_segment.h"
#include "store/mover.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

namespace stoa::store {

/// The committer's disk: batches go to the end of the log, one write each. A segment that is full is handed
/// to the mover after the next sync.
class LogDisk final : public Disk {
 public:
  struct Settings {
    std::filesystem::path directory;
    std::size_t segment_bytes;
    /// How much stays free beyond what the log takes as tables: a start makes tables of it.
    std::size_t reserve;
  };

  LogDisk(const Settings&, Mover&, const Moved&);

  Result<void> write(const Changes&, Sequence upto) override;
  void sync() override;
  Result<void> recover() override { return check_space(0); }

  /// The segments that are not in tables, as they are now, in a directory; synced. The mover holds still
  /// meanwhile.
  Result<void> copy_to(const std::filesystem::path& directory) const;

 private:
  struct Part {
    std::shared_ptr<LogSegment> segment;
    std::size_t bytes = 0;    // up to the end of its last write
    std::uint64_t write = 0;  // the number of the last one in it
    Sequence upto = 0;        // the newest transaction in it
  };

  Result<void> make_room(std::size_t bytes);
  Result<void> check_space(std::size_t bytes) const;

  const Settings settings_;
  Mover& mover_;

  std::atomic<std::uint64_t> synced_;  // up to this write all are on disk

  mutable std::mutex mutex_;  // guards all below; but for `full_`, only the one who writes changes it
  std::vector<Part> full_;    // and not synced since
  Part current_;
  std::uint64_t segment_;  // the number of the newest one
  std::uint64_t write_;    // the number of the newest one
};

}  // namespace stoa::store
