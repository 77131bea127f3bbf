#pragma once
#include <algorithm>
#include <chrono>

namespace stoa::keyspace::redis {

/// The moment by which a call answers, whatever happens.
using Deadline = std::chrono::steady_clock::time_point;

/// As poll() takes it: rounded up, so that a wait never ends just before the deadline and turns in a loop.
inline int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 1 << 30));
}

}  // namespace stoa::keyspace::redis
