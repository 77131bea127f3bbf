#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace stoa::keyspace {

/// Ranks or indexes from `first` up to, not including, `end`.
struct Ranks {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - first; }
};

/// Redis's start and stop (both included, negative ones from the end) within `size` elements.
inline Ranks ranks_between(std::int64_t start, std::int64_t stop, std::size_t size) {
  const auto length = static_cast<std::int64_t>(size);
  if (start < 0) start = std::max<std::int64_t>(start + length, 0);
  if (stop < 0) stop += length;
  stop = std::min(stop, length - 1);
  if (start > stop) return {};
  return {static_cast<std::size_t>(start), static_cast<std::size_t>(stop) + 1};
}

/// The same ranks counted from the other end.
inline Ranks from_the_end(Ranks ranks, std::size_t size) {
  return {size - ranks.end, size - ranks.first};
}

}  // namespace stoa::keyspace
