#include "clockwork/pauses.h"

#include <algorithm>

namespace stoa::clockwork {
namespace {

Duration part_of(Duration whole, double chance) {
  return Duration(static_cast<Duration::rep>(static_cast<double>(whole.count()) * chance));
}

}  // namespace

Duration pause_after_success(const Job& job, Duration took, double chance) {
  return std::max(job.interval + part_of(job.jitter, chance) - took, Duration(0));
}

// Up to a quarter on top: nodes that lost the same engine at the same moment must not all come back at once.
Duration pause_after_failure(const Job& job, const BackOff& back_off, std::uint64_t failures_in_a_row,
                             double chance) {
  Duration pause = std::min(back_off.first, job.interval);
  for (std::uint64_t failure = 1; failure < failures_in_a_row && pause < back_off.longest; ++failure)
    pause *= 2;
  pause = std::min(pause, back_off.longest);
  return pause + part_of(pause / 4, chance);
}

}  // namespace stoa::clockwork
