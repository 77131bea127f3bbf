#pragma once
#include "store/log_judge.h"
#include "store/rocks.h"
#include "store/row_sorter.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace stoa::store {

/// How far the log has been moved into tables: all of that segment, the last write in it included.
struct Moved {
  std::uint64_t segment = 0;
  std::uint64_t write = 0;
};

/// Makes tables of the log's segments: a segment's rows are sorted, written to a table for each family and
/// taken into the database, together with the note that they are there. By one thread at a time.
class Tables {
 public:
  /// `drafts` is where tables lie until they are taken in: a directory of the same disk.
  Tables(Rocks& rocks, std::filesystem::path drafts) : rocks_(rocks), drafts_(std::move(drafts)) {}

  Result<Moved> moved() const;

  /// All of the segment or nothing of it; what has been moved now. A segment that was moved before is moved
  /// again to no effect, as rows are absolute values. The file stays. Corrupt, and nothing moved, when it
  /// does not read up to the write `last`: who has judged the log before need not say.
  Result<Moved> take(const LogFile&, const Moved& before, std::optional<std::uint64_t> last = std::nullopt);

 private:
  Rocks& rocks_;
  const std::filesystem::path drafts_;
  RowSorter keyspace_, records_;  // used again for every segment
};

}  // namespace stoa::store
