#include "store/scan.h"

#include <optional>
#include <string>

namespace stoa::store {
namespace {

bool begin_alike(std::string_view from, std::string_view to) {
  return from.size() >= kKnownBeginning && to.starts_with(from.substr(0, kKnownBeginning));
}

/// Two ordered runs made one: where both have a key, the recent row counts.
class MergedScan final : public Scan {
 public:
  MergedScan(const Rocks& rocks, const Rows& rows, Sequence durable, std::string_view from,
             std::string_view to, Direction direction)
      : direction_(direction), from_(from), to_(to), lower_(from_), upper_(to_) {
    if (from_ >= to_) return;
    rocksdb::ReadOptions options;
    options.iterate_lower_bound = &lower_;
    options.iterate_upper_bound = &upper_;
    // Where all keys of the range begin alike, tables without such a beginning are not looked into.
    options.total_order_seek = direction_ == Direction::Backward || !begin_alike(from_, to_);
    // The view of the tables is taken first and the recent rows after it, without a lock around both; when
    // rows went into tables in between, they may be in neither.
    while (!recent_) {
      const auto settled = rows.settled();
      disk_.reset(rocks.db->NewIterator(options, rocks.records.get()));
      recent_ = rows.recent_in(from_, to_, direction_, settled, durable);
    }
    direction_ == Direction::Forward ? disk_->SeekToFirst() : disk_->SeekToLast();
    settle();
  }

  bool valid() const override { return here_ != Here::End; }
  std::string_view key() const override { return here_ == Here::Disk ? to_view(disk_->key()) : row().key(); }
  std::string_view value() const override {
    return here_ == Here::Disk ? to_view(disk_->value()) : row().value();
  }

  void next() override {
    if (here_ == Here::Disk)
      step_disk();
    else
      recent_->rows.next();
    settle();
  }

  Result<void> status() const override {
    if (disk_ == nullptr || disk_->status().ok()) return {};
    return to_error(disk_->status(), "scanning rows");
  }
  Sequence pending() const override { return recent_ ? recent_->unsynced : 0; }

 private:
  enum class Here { End, Disk, Recent };

  const RowVersion& row() const { return recent_->rows.version(); }

  void step_disk() { direction_ == Direction::Forward ? disk_->Next() : disk_->Prev(); }

  /// Finds which run the next row comes from, leaving out what a recent row hides or removes.
  void settle() {
    auto& recent = recent_->rows;
    for (;; recent.next()) {
      const bool on_disk = disk_->Valid();
      if (!on_disk && !disk_->status().ok()) return stay(Here::End);
      if (!recent.valid()) return stay(on_disk ? Here::Disk : Here::End);
      const int order = on_disk ? compare(to_view(disk_->key()), row().key()) : 1;
      if (order < 0) return stay(Here::Disk);
      if (order == 0) step_disk();
      if (row().present) return stay(Here::Recent);
    }
  }
  int compare(std::string_view left, std::string_view right) const {
    return direction_ == Direction::Forward ? left.compare(right) : right.compare(left);
  }
  void stay(Here here) { here_ = here; }

  const Direction direction_;
  const std::string from_;
  const std::string to_;
  const rocksdb::Slice lower_;  // views of the two strings, which the iterator refers to
  const rocksdb::Slice upper_;
  std::unique_ptr<rocksdb::Iterator> disk_;
  std::optional<Rows::Recent> recent_;
  Here here_ = Here::End;
};

}  // namespace

std::unique_ptr<Scan> make_scan(const Rocks& rocks, const Rows& rows, Sequence durable, std::string_view from,
                                std::string_view to, Direction direction) {
  return std::make_unique<MergedScan>(rocks, rows, durable, from, to, direction);
}

}  // namespace stoa::store
