#pragma once
#include "keyspace/embedded/sorted_set.h"
#include "keyspace/keyspace.h"

#include <algorithm>
#include <cstdint>

namespace stoa::keyspace::embedded {

/// Ranks or indexes from `first` up to, not including, `end`.
struct Span {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - first; }
};

/// Redis's start and stop (both included, negative from the end) within `size` elements.
inline Span span_of(std::int64_t start, std::int64_t stop, std::size_t size) {
  const auto length = static_cast<std::int64_t>(size);
  if (start < 0) start = std::max<std::int64_t>(start + length, 0);
  if (stop < 0) stop += length;
  stop = std::min(stop, length - 1);
  if (start > stop) return {};
  return {static_cast<std::size_t>(start), static_cast<std::size_t>(stop) + 1};
}

/// The ranks whose scores lie in the range.
inline Span span_of(const RankTree& order, const ScoreRange& range) {
  using Side = RankTree::Side;
  const bool min_excluded = range.min_end == ScoreRange::End::Excluded;
  const bool max_excluded = range.max_end == ScoreRange::End::Excluded;
  const std::size_t first = order.rank_of_score(range.min, min_excluded ? Side::Behind : Side::Before);
  const std::size_t end = order.rank_of_score(range.max, max_excluded ? Side::Before : Side::Behind);
  return {first, std::max(first, end)};
}

}  // namespace stoa::keyspace::embedded
