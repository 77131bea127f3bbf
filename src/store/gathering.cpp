#include "store/gathering.h"

#include <algorithm>

namespace stoa::store {
namespace {

/// The part of a sync's own time that may be spent on waiting for company.
constexpr int kShare = 4;
/// Below this, being woken costs more than the wait.
constexpr std::chrono::microseconds kShortest{30};
constexpr std::chrono::milliseconds kLongest{2};
constexpr int kHardestPenalty = 64;

}  // namespace

void Gathering::synced(std::uint64_t released, std::uint64_t queued, Span took, Moment now) {
  enough_ = 1;
  until_ = now;
  const Span patience = std::min<Span>(took / kShare, kLongest);
  if (skip_ > 0) {
    --skip_;
    return;
  }
  if (patience < kShortest || released + queued < 2) return;
  enough_ = released + queued;
  at_start_ = queued;
  until_ = now + patience;
}

void Gathering::ended(std::uint64_t queued) {
  if (enough_ <= 1) return;
  const bool worth_it = 2 * (queued - at_start_) >= enough_ - at_start_;
  penalty_ = worth_it ? 0 : std::clamp(2 * penalty_, 4, kHardestPenalty);
  skip_ = penalty_;
  enough_ = 1;
}

}  // namespace stoa::store
