#pragma once
#include "keyspace/embedded/sorted_set.h"
#include "keyspace/keyspace.h"
#include "keyspace/ranks.h"

#include <algorithm>

namespace stoa::keyspace::embedded {

/// The ranks whose scores lie in the range.
inline Ranks ranks_in(const RankTree& order, const ScoreRange& range) {
  using Side = RankTree::Side;
  const bool min_excluded = range.min_end == ScoreRange::End::Excluded;
  const bool max_excluded = range.max_end == ScoreRange::End::Excluded;
  const std::size_t first = order.rank_of_score(range.min, min_excluded ? Side::Behind : Side::Before);
  const std::size_t end = order.rank_of_score(range.max, max_excluded ? Side::Before : Side::Behind);
  return {first, std::max(first, end)};
}

}  // namespace stoa::keyspace::embedded
