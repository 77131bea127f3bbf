#include "store/tables.h"

#include "store/log_reader.h"
#include "store/row_sorter.h"

#include <rocksdb/experimental.h>
#include <rocksdb/sst_file_writer.h>

#include <charconv>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace stoa::store {
namespace {

constexpr std::string_view kMovedKey = "moved";

std::string encode(const Moved& moved) {
  return std::to_string(moved.segment) + ' ' + std::to_string(moved.write);
}

std::optional<Moved> decode(std::string_view text) {
  Moved moved;
  const char* const end = text.data() + text.size();
  const auto segment = std::from_chars(text.data(), end, moved.segment);
  if (segment.ec != std::errc{} || segment.ptr == end) return std::nullopt;
  const auto write = std::from_chars(segment.ptr + 1, end, moved.write);
  if (write.ec != std::errc{} || write.ptr != end) return std::nullopt;
  return moved;
}

/// Tables that are being written, to be taken in together.
class Drafts {
 public:
  Drafts(Rocks& rocks, const std::filesystem::path& directory) : rocks_(rocks), directory_(directory) {}

  /// Writes one of the rows that `fill` puts into it.
  template <class Fill>
  rocksdb::Status write(rocksdb::ColumnFamilyHandle* family, Fill&& fill) {
    const auto path = (directory_ / (family->GetName() + ".sst")).string();
    // A crash may have left one that is a table of the database by another name: it is not to be written
    // over.
    std::error_code failure;
    std::filesystem::remove(path, failure);
    if (failure) return rocksdb::Status::IOError("removing " + path, failure.message());
    rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), rocks_.db->GetOptions(family), family);
    auto status = writer.Open(path);
    if (status.ok()) status = fill(writer);
    if (status.ok()) status = writer.Finish();
    rocksdb::IngestExternalFileArg draft;
    draft.column_family = family;
    draft.external_files = {path};
    draft.options.move_files = true;
    drafts_.push_back(std::move(draft));
    return status;
  }
  rocksdb::Status take_in() { return rocks_.db->IngestExternalFiles(drafts_); }

  ~Drafts() {
    std::error_code ignored;
    for (const auto& draft : drafts_) std::filesystem::remove(draft.external_files.front(), ignored);
  }
  Drafts(const Drafts&) = delete;
  Drafts& operator=(const Drafts&) = delete;

 private:
  Rocks& rocks_;
  const std::filesystem::path& directory_;
  std::vector<rocksdb::IngestExternalFileArg> drafts_;
};

bool is_put(const Changes::Change& row) {
  return row.kind == Changes::Kind::Put || row.kind == Changes::Kind::PutBare;
}

/// Rows that come and go leave markers that a scan has to walk over. Where very many stand in a row their
/// tables are merged; not where an index of moments has merely moved on, as every change of a cart makes it
/// do.
class Markers {
 public:
  void row(const Changes::Change& row) {
    if (is_put(row)) return end();
    if (count_++ == 0) first_ = row.key;
    last_ = row.key;
  }
  void end() {
    if (count_ >= kMany) many_.emplace_back(to_slice(first_), to_slice(last_));
    count_ = 0;
  }
  /// What comes of it is RocksDB's affair: without it they are merged later.
  void suggest_merging(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) const {
    for (const auto& [first, last] : many_)
      std::ignore = rocksdb::experimental::SuggestCompactRange(&db, family, &first, &last);
  }

 private:
  static constexpr std::size_t kMany = 64 * 1024;

  std::string_view first_, last_;
  std::size_t count_ = 0;
  std::vector<std::pair<rocksdb::Slice, rocksdb::Slice>> many_;
};

rocksdb::Status write_rows(RowSorter& rows, rocksdb::SstFileWriter& writer, Markers& markers) {
  rocksdb::Status status;
  rows.for_each_row([&](const Changes::Change& row) {
    if (!status.ok()) return;
    status =
        is_put(row) ? writer.Put(to_slice(row.key), to_slice(row.value)) : writer.Delete(to_slice(row.key));
    markers.row(row);
  });
  markers.end();
  // They hide what is in older tables, and no row of this one.
  rows.for_each_range([&](std::string_view from, std::string_view to) {
    if (status.ok()) status = writer.DeleteRange(to_slice(from), to_slice(to));
  });
  return status;
}

}  // namespace

Result<Moved> Tables::moved() const {
  std::string text;
  const auto status = rocks_.db->Get({}, rocks_.log.get(), to_slice(kMovedKey), &text);
  if (status.IsNotFound()) return Moved{};
  if (!status.ok()) return to_error(status, "reading how far the log has been moved into tables");
  if (const auto moved = decode(text)) return *moved;
  return to_error(rocksdb::Status::Corruption("the database says '" + text + "'"),
                  "reading how far the log has been moved into tables");
}

Result<Moved> Tables::take(const LogFile& file, const Moved& before, std::optional<std::uint64_t> last) {
  auto reader = STOA_TRY(LogReader::open(file.path, file.number));
  keyspace_.clear();
  records_.clear();
  Moved now{file.number, before.write};
  while (const auto write = reader.next()) {
    if (write->record.number != now.write + 1) break;  // no write behind a hole counts
    now.write = write->record.number;
    for (auto rest = write->changes; !rest.empty();) {
      const auto bytes = rest;
      const auto change = Changes::first_of(rest);
      (change.family == Family::Keyspace ? keyspace_ : records_).add(change, bytes);
    }
  }
  if (last && now.write != *last)
    return to_error(rocksdb::Status::Corruption(file.path.string(), "does not read as it was written"),
                    "moving rows into tables");
  Drafts drafts(rocks_, drafts_);
  rocksdb::Status status;
  Markers of_keyspace, of_records;  // nobody scans the first
  const auto draft = [&](Family family, RowSorter& rows, Markers& markers) {
    if (!status.ok() || rows.empty()) return;
    status =
        drafts.write(rocks_.family(family), [&](auto& writer) { return write_rows(rows, writer, markers); });
  };
  draft(Family::Keyspace, keyspace_, of_keyspace);
  draft(Family::Records, records_, of_records);
  if (status.ok())
    status = drafts.write(rocks_.log.get(),
                          [&](auto& writer) { return writer.Put(to_slice(kMovedKey), encode(now)); });
  if (status.ok()) status = drafts.take_in();
  if (!status.ok()) return to_error(status, "moving rows into tables");
  of_records.suggest_merging(*rocks_.db, rocks_.records.get());
  return now;
}

}  // namespace stoa::store
