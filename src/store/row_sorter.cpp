#include "store/row_sorter.h"

#include "store/key_head.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <tuple>

namespace stoa::store {
namespace {

/// Stretches up to this long are sorted by comparing whole keys.
constexpr std::ptrdiff_t kShort = 8;

}  // namespace

void RowSorter::add(const Changes::Change& change) {
  const std::uint32_t position = came_++;
  if (change.kind == Changes::Kind::RemoveRange) {
    ranges_.push_back({change.key, change.value, position});
    return;
  }
  assert(change.value.empty() || change.value.data() == change.key.data() + change.key.size());
  const bool present = change.kind == Changes::Kind::Put || change.kind == Changes::Kind::PutBare;
  items_.push_back({key_head(change.key, 0), key_head(change.key, kKeyHead), change.key.data(),
                    static_cast<std::uint32_t>(change.key.size()),
                    static_cast<std::uint32_t>(change.value.size()), position, present});
}

/// Every step is a stable one, so that the changes of one row stay in the order in which they came.
void RowSorter::sort() {
  std::stable_sort(items_.begin(), items_.end(), [](const Item& left, const Item& right) {
    return left.first != right.first ? left.first < right.first : left.second < right.second;
  });
  sort_within(items_.begin(), items_.end(), 2 * kKeyHead);
  sort_ranges();
}

/// Of ranges that are the same the last one is left.
void RowSorter::sort_ranges() {
  std::ranges::sort(ranges_, [](const Range& left, const Range& right) {
    return std::tie(left.from, left.to, right.position) < std::tie(right.from, right.to, left.position);
  });
  const auto same = std::ranges::unique(ranges_, [](const Range& left, const Range& right) {
    return left.from == right.from && left.to == right.to;
  });
  ranges_.erase(same.begin(), same.end());
}

/// They stand in the order of their first `depth` bytes; each stretch that has the same ones is sorted.
void RowSorter::sort_within(Items::iterator begin, Items::iterator end, std::size_t depth) {
  while (begin != end) {
    const auto differs = std::find_if(begin + 1, end, [&](const Item& item) {
      return item.first != begin->first || item.second != begin->second;
    });
    if (differs - begin > 1) sort_below(begin, differs, depth);
    begin = differs;
  }
}

/// All of them share the first `depth` bytes of their keys, as far as those reach.
void RowSorter::sort_below(Items::iterator begin, Items::iterator end, std::size_t depth) {
  const bool one_row =
      std::all_of(begin + 1, end, [&](const Item& item) { return item.key() == begin->key(); });
  if (one_row) return;
  // A key that ends within these bytes looks like one that goes on with zeros.
  const bool all_go_on = std::all_of(begin, end, [&](const Item& item) { return item.key_size > depth; });
  if (end - begin <= kShort || !all_go_on) {
    std::stable_sort(begin, end,
                     [](const Item& left, const Item& right) { return left.key() < right.key(); });
    return;
  }
  for (auto item = begin; item != end; ++item) item->second = key_head(item->key(), depth);
  std::stable_sort(begin, end,
                   [](const Item& left, const Item& right) { return left.second < right.second; });
  sort_within(begin, end, depth + kKeyHead);
}

bool RowSorter::Cover::hides(const Item& item) {
  for (; next_ != end_ && next_->from <= item.key(); ++next_) open_.push_back(*next_);
  std::erase_if(open_, [&](const Range& range) { return range.to <= item.key(); });
  return std::ranges::any_of(open_, [&](const Range& range) { return range.position > item.position; });
}

}  // namespace stoa::store
