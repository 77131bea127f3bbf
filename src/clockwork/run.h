#pragma once
#include "base/clock.h"
#include "base/result.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>

namespace stoa::clockwork {

/// One run of a job, as the job itself sees it. Safe from any thread.
class Run {
 public:
  /// `steady` outlives it.
  Run(std::string job, const Clock& steady) : job_(std::move(job)), steady_(steady) {}

  /// Whether the job should come to an end now: the process stops, or another node has, or may have, taken
  /// its place.
  bool should_end() const { return stop_.stop_requested() || lost(); }
  /// For waiting: stops when should_end() begins to hold, but for a lease that runs out unnoticed until it is
  /// renewed.
  std::stop_token token() const { return stop_.get_token(); }

  /// Before a step that must not be done by two nodes: Conflict (`clockwork.lease_lost`) when another node
  /// may do it already. Costs a look at the clock; a node that was suspended for longer than a lease's term
  /// hears it here.
  Result<void> still_ours() const;
  bool lost() const;

  /// Grows with every run of this job on any node; 0 for a job that every node runs for itself. What is
  /// written under an older number than one already seen comes from a node that lost its place.
  std::uint64_t fence() const { return fence_; }

  // For the clockwork.
  const std::string& job() const { return job_; }
  void hold(std::uint64_t fence, Time until);
  void extend(Time until) { valid_until_ = until; }
  void lose();
  void request_stop() { stop_.request_stop(); }

 private:
  const std::string job_;
  const Clock& steady_;
  std::stop_source stop_;
  std::uint64_t fence_ = 0;
  /// On the steady clock; a run without a lease is valid for ever.
  std::atomic<Time> valid_until_{Time::max()};
};

}  // namespace stoa::clockwork
