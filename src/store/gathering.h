#pragma once
#include <chrono>
#include <cstdint>

namespace stoa::store {

/// Decides how long a committer holds a sync back for clients that are about to come.
///
/// Clients that wait for each answer before they go on split into two groups that take turns: while one is
/// being synced the other queues up, and each sync serves half of them. A sync that waits a moment for those
/// it has just released serves all. When they do not come back within that moment, waiting is given up for
/// some rounds. Owned by the committer; not safe by itself.
class Gathering {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  using Span = std::chrono::steady_clock::duration;

  /// A sync that took `took` has released `released` transactions at `now`, while `queued` others wait
  /// already.
  void synced(std::uint64_t released, std::uint64_t queued, Span took, Moment now);

  /// So many durable transactions, or this moment, whichever is first, end the wait.
  std::uint64_t enough() const { return enough_; }
  Moment until() const { return until_; }

  /// The wait is over with `queued` durable transactions.
  void ended(std::uint64_t queued);

 private:
  std::uint64_t enough_ = 1;
  std::uint64_t at_start_ = 0;
  Moment until_{};
  int skip_ = 0;
  int penalty_ = 0;
};

}  // namespace stoa::store
