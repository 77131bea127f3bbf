#include "store/scan.h"

#include <algorithm>
#include <vector>

namespace stoa::store {
namespace {

/// Two ordered runs made one: where both have a key, the pending row counts.
class MergedScan final : public Scan {
 public:
  MergedScan(const Rocks& rocks, const Rows& rows, std::string_view from, std::string_view to,
             Direction direction)
      : direction_(direction), from_(from), to_(to), lower_(from_), upper_(to_) {
    if (from_ >= to_) return;
    rocksdb::ReadOptions options;
    options.iterate_lower_bound = &lower_;
    options.iterate_upper_bound = &upper_;
    // The view of the disk is taken first and the pending rows after it, without a lock around both; when
    // rows went to the disk in between, they may be in neither.
    std::uint64_t settled;
    do {
      settled = rows.settled();
      disk_.reset(rocks.db->NewIterator(options, rocks.records.get()));
    } while (!rows.pending_in(from_, to_, settled, pending_));
    if (direction_ == Direction::Backward) std::reverse(pending_.begin(), pending_.end());
    direction_ == Direction::Forward ? disk_->SeekToFirst() : disk_->SeekToLast();
    settle();
  }

  bool valid() const override { return here_ != Here::End; }
  std::string_view key() const override {
    return here_ == Here::Disk ? to_view(disk_->key()) : pending_[at_].key;
  }
  std::string_view value() const override {
    return here_ == Here::Disk ? to_view(disk_->value()) : *pending_[at_].value;
  }

  void next() override {
    if (here_ == Here::Disk)
      step_disk();
    else
      ++at_;
    settle();
  }

  Result<void> status() const override {
    if (disk_ == nullptr || disk_->status().ok()) return {};
    return to_error(disk_->status(), "scanning rows");
  }
  Sequence pending() const override {
    Sequence newest = 0;
    for (const Rows::Pending& row : pending_) newest = std::max(newest, row.durable_writer);
    return newest;
  }

 private:
  enum class Here { End, Disk, Pending };

  void step_disk() { direction_ == Direction::Forward ? disk_->Next() : disk_->Prev(); }

  /// Finds which run the next row comes from, leaving out what a pending row hides or removes.
  void settle() {
    for (;;) {
      const bool on_disk = disk_->Valid();
      if (!on_disk && !disk_->status().ok()) return stop();
      if (at_ == pending_.size()) return stay(on_disk ? Here::Disk : Here::End);
      const int order = on_disk ? compare(to_view(disk_->key()), pending_[at_].key) : 1;
      if (order < 0) return stay(Here::Disk);
      if (order == 0) step_disk();
      if (pending_[at_].value) return stay(Here::Pending);
      ++at_;
    }
  }
  int compare(std::string_view left, std::string_view right) const {
    return direction_ == Direction::Forward ? left.compare(right) : right.compare(left);
  }
  void stay(Here here) { here_ = here; }
  void stop() { here_ = Here::End; }

  const Direction direction_;
  const std::string from_;
  const std::string to_;
  const rocksdb::Slice lower_;  // views of the two strings, which the iterator refers to
  const rocksdb::Slice upper_;
  std::unique_ptr<rocksdb::Iterator> disk_;
  std::vector<Rows::Pending> pending_;
  std::size_t at_ = 0;
  Here here_ = Here::End;
};

}  // namespace

std::unique_ptr<Scan> make_scan(const Rocks& rocks, const Rows& rows, std::string_view from,
                                std::string_view to, Direction direction) {
  return std::make_unique<MergedScan>(rocks, rows, from, to, direction);
}

}  // namespace stoa::store
