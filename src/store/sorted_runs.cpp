#include "store/sorted_runs.h"

#include <algorithm>

namespace stoa::store {
namespace {

constexpr std::size_t kOpenEntries = 512;
/// A run is merged with the one before it unless that is longer by more than this.
constexpr std::size_t kRatio = 4;
/// In key order the entries lie all over the memtable.
constexpr std::ptrdiff_t kAhead = 4;

void prefetch_ahead(const SortedRuns::Entry* at, const SortedRuns::Entry* end) {
  if (end - at > kAhead) __builtin_prefetch(at[kAhead]);
}

}  // namespace

void SortedRuns::insert(Entry entry) {
  const bool rises = open_count_ > 0 && compare_(open_->entries[open_count_ - 1], entry) < 0;
  if (!rises || open_count_ == open_->capacity) open_run();
  open_->entries[open_count_++] = entry;
  open_->count.store(open_count_, std::memory_order_release);
}

/// Merges the run that was open with those before it, and begins a new one.
void SortedRuns::open_run() {
  Runs runs = *this->runs();
  while (runs.size() > 1) {
    const auto& last = runs[runs.size() - 1];
    const auto& before = runs[runs.size() - 2];
    if (before->count > kRatio * last->count) break;
    auto both = merged(*before, *last);
    runs.pop_back();
    runs.back() = std::move(both);
  }
  open_ = std::make_shared<Run>(kOpenEntries);
  open_count_ = 0;
  runs.push_back(open_);
  publish(std::move(runs));
}

std::shared_ptr<const SortedRuns::Run> SortedRuns::merged(const Run& left, const Run& right) const {
  const std::size_t count = left.count + right.count;
  auto both = std::make_shared<Run>(count);
  const Entry *a = left.entries.get(), *b = right.entries.get();
  const Entry *a_end = a + left.count, *b_end = b + right.count;
  Entry* to = both->entries.get();
  while (a != a_end && b != b_end) {
    prefetch_ahead(a, a_end);
    prefetch_ahead(b, b_end);
    *to++ = compare_(*a, *b) < 0 ? *a++ : *b++;
  }
  to = std::copy(a, a_end, to);
  std::copy(b, b_end, to);
  both->count.store(count, std::memory_order_relaxed);
  return both;
}

std::shared_ptr<const SortedRuns::Runs> SortedRuns::runs() const {
  const std::lock_guard guard(mutex_);
  return runs_;
}

void SortedRuns::publish(Runs runs) {
  std::size_t entries = 0;
  for (const auto& run : runs) entries += run->capacity;
  bytes_.store(entries * sizeof(Entry), std::memory_order_relaxed);
  auto published = std::make_shared<const Runs>(std::move(runs));
  const std::lock_guard guard(mutex_);
  runs_.swap(published);
}

SortedRuns::Walk::Walk(std::shared_ptr<const Runs> runs, const Comparator& compare)
    : runs_(std::move(runs)), compare_(&compare) {
  cursors_.reserve(runs_->size());
  for (const auto& run : *runs_) {
    const Entry* begin = run->entries.get();
    const Entry* end = begin + run->count.load(std::memory_order_acquire);
    if (begin != end) cursors_.push_back({begin, end, end});
  }
}

void SortedRuns::Walk::next() {
  Cursor& cursor = cursors_[current_];
  ++cursor.at;
  prefetch_ahead(cursor.at, cursor.end);
  const bool goes_on =
      rival_known_ && cursor.at != cursor.end && (rival_ == nullptr || (*compare_)(*cursor.at, rival_) < 0);
  if (!goes_on) take_lowest();
}

void SortedRuns::Walk::take_lowest() {
  current_ = kNowhere;
  rival_ = nullptr;
  rival_known_ = true;
  for (std::size_t i = 0; i < cursors_.size(); ++i) {
    if (cursors_[i].at == cursors_[i].end) continue;
    const Entry entry = *cursors_[i].at;
    if (current_ == kNowhere) {
      current_ = i;
    } else if ((*compare_)(entry, *cursors_[current_].at) < 0) {
      rival_ = *cursors_[current_].at;
      current_ = i;
    } else if (rival_ == nullptr || (*compare_)(entry, rival_) < 0) {
      rival_ = entry;
    }
  }
}

/// The highest of the entries that stand before each run's cursor.
void SortedRuns::Walk::previous() {
  current_ = kNowhere;
  rival_known_ = false;
  for (std::size_t i = 0; i < cursors_.size(); ++i) {
    if (cursors_[i].at == cursors_[i].begin) continue;
    if (current_ == kNowhere || (*compare_)(cursors_[i].at[-1], cursors_[current_].at[-1]) > 0) current_ = i;
  }
  if (valid()) --cursors_[current_].at;
}

void SortedRuns::Walk::seek(const rocksdb::Slice& key) {
  for (Cursor& cursor : cursors_)
    cursor.at = std::partition_point(cursor.begin, cursor.end,
                                     [&](Entry entry) { return (*compare_)(entry, key) < 0; });
  take_lowest();
}

void SortedRuns::Walk::seek_to_first() {
  for (Cursor& cursor : cursors_) cursor.at = cursor.begin;
  take_lowest();
}

void SortedRuns::Walk::seek_to_end() {
  for (Cursor& cursor : cursors_) cursor.at = cursor.end;
  current_ = kNowhere;
}

}  // namespace stoa::store
