#include "clockwork/housekeeping.h"

#include "clockwork/in_steps.h"

namespace stoa::clockwork {
namespace {
using namespace std::chrono_literals;

/// What one step may take: small enough that a job hears within a fraction of a second that it should end.
constexpr std::size_t kDocumentsAStep = 500;
constexpr std::size_t kEventsAStep = 50;

}  // namespace

Job expire_documents(records::Records& records, const Clock& clock, Scope scope) {
  return {.name = "records.ttl",
          .meaning = "Removes documents whose time is over",
          .interval = 1s,
          .jitter = 100ms,
          .scope = scope,
          .work = [&records, &clock](Run& run) {
            return in_steps(run, kDocumentsAStep,
                            [&](std::size_t most) { return records.sweep_expired(clock.now(), most); });
          }};
}

Job apply_events(records::Outbox& outbox, Scope scope) {
  return {.name = "outbox.apply",
          .meaning = "Applies the events that a crash left in the outbox",
          .interval = 1s,
          .jitter = 100ms,
          .scope = scope,
          .work = [&outbox](Run& run) {
            return in_steps(run, kEventsAStep, [&](std::size_t most) { return outbox.drain(most); });
          }};
}

}  // namespace stoa::clockwork
