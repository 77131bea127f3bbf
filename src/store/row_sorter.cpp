#include "store/row_sorter.h"

#include "store/key_head.h"

#include <algorithm>
#include <tuple>

namespace stoa::store {
namespace {

/// Stretches up to this long are sorted by comparing whole keys.
constexpr std::ptrdiff_t kShort = 8;
/// In key order the changes lie all over the segment, and each would be waited for.
constexpr std::ptrdiff_t kAhead = 12;
constexpr std::ptrdiff_t kCacheLine = 64;

}  // namespace

void RowSorter::add(const Changes::Change& change, std::string_view bytes) {
  if (change.kind == Changes::Kind::RemoveRange)
    ranges_.push_back({change.key, change.value, bytes.data()});
  else
    items_.push_back({key_head(change.key, 0), key_head(change.key, kKeyHead), bytes.data()});
}

void RowSorter::clear() {
  items_.clear();
  ranges_.clear();
}

void RowSorter::ask_ahead(Items::iterator at, Items::iterator end) {
  if (end - at <= kAhead) return;
  __builtin_prefetch(at[kAhead].bytes);
  __builtin_prefetch(at[kAhead].bytes + kCacheLine);
}

void RowSorter::sort() {
  sort_heads(items_.begin(), items_.end());
  sort_ranges();
}

/// Of ranges that are the same the last one is left.
void RowSorter::sort_ranges() {
  std::ranges::sort(ranges_, [](const Range& left, const Range& right) {
    return std::tie(left.from, left.to, right.bytes) < std::tie(right.from, right.to, left.bytes);
  });
  const auto same = std::unique(ranges_.begin(), ranges_.end(), [](const Range& left, const Range& right) {
    return left.from == right.from && left.to == right.to;
  });
  ranges_.erase(same, ranges_.end());
}

/// By the heads that have been taken; where those are equal, by what comes behind them.
void RowSorter::sort_heads(Items::iterator begin, Items::iterator end) {
  std::sort(begin, end, [](const Item& left, const Item& right) {
    return std::tie(left.first, left.second, left.bytes) < std::tie(right.first, right.second, right.bytes);
  });
  while (begin != end) {
    auto differs = begin;
    do {
      ask_ahead(differs, end);
      ++differs;
    } while (differs != end && differs->first == begin->first && differs->second == begin->second);
    if (differs - begin > 1) sort_equal_heads(begin, differs);
    begin = differs;
  }
}

/// They have the bytes in common that their heads hold, and mostly many more.
void RowSorter::sort_equal_heads(Items::iterator begin, Items::iterator end) {
  const auto first = begin->change().key;
  std::size_t shared = first.size();
  bool one_row = true, one_size = true;
  for (auto item = begin + 1; item != end; ++item) {
    const auto key = item->change().key;
    const auto most = std::min(shared, key.size());
    shared = static_cast<std::size_t>(std::mismatch(first.begin(), first.begin() + most, key.begin()).first -
                                      first.begin());
    one_row = one_row && key == first;
    one_size = one_size && key.size() == first.size();
  }
  if (one_row) return;
  // Of different sizes, one that ends within the next bytes would look like one that goes on with zeros.
  if (end - begin <= kShort || !one_size) {
    std::sort(begin, end, [](const Item& left, const Item& right) {
      const int order = left.change().key.compare(right.change().key);
      return order != 0 ? order < 0 : left.bytes < right.bytes;
    });
    return;
  }
  for (auto item = begin; item != end; ++item) {
    const auto key = item->change().key;
    item->first = key_head(key, shared);
    item->second = key_head(key, shared + kKeyHead);
  }
  sort_heads(begin, end);
}

bool RowSorter::Cover::hides(std::string_view key, const char* bytes) {
  for (; next_ != end_ && next_->from <= key; ++next_) open_.push_back(*next_);
  std::erase_if(open_, [&](const Range& range) { return range.to <= key; });
  return std::ranges::any_of(open_, [&](const Range& range) { return range.bytes > bytes; });
}

}  // namespace stoa::store
