#include "feed/jobs.h"

#include "clockwork/in_steps.h"

namespace stoa::feed {

clockwork::Job close_votes(Votes& votes, clockwork::Scope scope) {
  constexpr std::size_t kAStep = 100;
  return {.name = "feed.close_votes",
          .meaning = "Ends the voting on articles that are 7 days old, and forgets who voted",
          .interval = std::chrono::minutes(1),
          .scope = scope,
          .work = [&votes](clockwork::Run& run) {
            return in_steps(run, kAStep, [&](std::size_t most) { return votes.close_due(most); });
          }};
}

}  // namespace stoa::feed
