#include "feed/time_walk.h"

#include "feed/article_keys.h"

namespace stoa::feed {

// Equal times stand in the order of the members' bytes, as everywhere in sorted sets. How many of them were
// passed is no measure, as one may have been removed since; so they are looked at again.
Result<std::vector<TimePosition>> TimeWalk::next(std::size_t most) {
  const std::string passed = member_of(behind_.article);
  const keyspace::ScoreRange range{-std::numeric_limits<double>::infinity(), behind_.time};
  std::vector<TimePosition> entries;
  for (std::size_t offset = 0; entries.empty();) {
    const auto found = STOA_TRY(reader_.zrange_by_score(key_, range, keyspace::Order::Descending,
                                                        {.offset = offset, .count = most + 1}));
    if (found.empty()) return entries;
    offset += found.size();
    for (const auto& [member, time] : found) {
      if (time == behind_.time && member >= passed) continue;
      if (const auto id = article_of(member)) entries.push_back({time, *id});
    }
  }
  behind_ = entries.back();
  return entries;
}

}  // namespace stoa::feed
