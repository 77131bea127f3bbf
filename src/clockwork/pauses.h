#pragma once
#include "base/clock.h"
#include "clockwork/job.h"

#include <cstdint>

namespace stoa::clockwork {

/// How long a job that failed waits before it is tried again: `first` after the first failure (or its
/// interval, if that is shorter), twice as long after each further one in a row, `longest` at most.
struct BackOff {
  Duration first = std::chrono::seconds(1);
  Duration longest = std::chrono::minutes(1);
};

// How long to wait from the end of a run to the next start. `chance` is from [0, 1) and picks the jitter.
Duration pause_after_success(const Job&, Duration took, double chance);
Duration pause_after_failure(const Job&, const BackOff&, std::uint64_t failures_in_a_row, double chance);

}  // namespace stoa::clockwork
