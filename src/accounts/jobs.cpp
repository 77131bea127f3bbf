#include "accounts/jobs.h"

namespace stoa::accounts {
namespace {
using namespace std::chrono_literals;

Result<std::size_t> clean(SessionCleaner& cleaner, const clockwork::Run& run) {
  std::size_t removed = 0;
  while (!run.should_end() && STOA_TRY(cleaner.has_work())) {
    STOA_TRY(run.still_ours());
    removed += STOA_TRY(cleaner.remove_oldest());
  }
  return removed;
}

}  // namespace

clockwork::Job clean_sessions(SessionCleaner& cleaner, clockwork::Scope scope) {
  return {.name = "sessions.clean",
          .meaning = "Ends the sessions that were not used for longest when there are too many",
          .interval = 1s,
          .scope = scope,
          .work = [&cleaner](clockwork::Run& run) { return clean(cleaner, run); }};
}

}  // namespace stoa::accounts
