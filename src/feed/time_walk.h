#pragma once
#include "base/result.h"
#include "feed/list_position.h"
#include "keyspace/keyspace.h"

#include <vector>

namespace stoa::feed {

/// Goes along a sorted set of articles by time, newest first. For one thread.
class TimeWalk {
 public:
  /// The reader outlives it.
  TimeWalk(keyspace::Reader& reader, keyspace::SortedSetKey key, const TimePosition& behind)
      : reader_(reader), key_(std::move(key)), behind_(behind) {}

  /// Up to `most` and one more, in one round trip unless more than that were posted in one microsecond; empty
  /// at the end.
  Result<std::vector<TimePosition>> next(std::size_t most);

 private:
  keyspace::Reader& reader_;
  const keyspace::SortedSetKey key_;
  TimePosition behind_;
};

}  // namespace stoa::feed
