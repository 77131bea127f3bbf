#pragma once
#include "keyspace/door.h"

#include <algorithm>
#include <cstdint>

namespace stoa::resp {

/// Redis's start and stop (both included, negative ones from the end) within `size` elements.
inline keyspace::Ranks ranks_between(std::int64_t start, std::int64_t stop, std::size_t size) {
  const auto length = static_cast<std::int64_t>(size);
  if (start < 0) start = std::max<std::int64_t>(start + length, 0);
  if (stop < 0) stop += length;
  stop = std::min(stop, length - 1);
  if (start > stop) return {};
  return {static_cast<std::size_t>(start), static_cast<std::size_t>(stop) + 1};
}

/// The same ranks counted from the other end.
inline keyspace::Ranks from_the_end(keyspace::Ranks ranks, std::size_t size) {
  return {size - ranks.end, size - ranks.first};
}

}  // namespace stoa::resp
