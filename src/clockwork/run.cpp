#include "clockwork/run.h"

namespace stoa::clockwork {

void Run::hold(std::uint64_t fence, Time until) {
  fence_ = fence;
  valid_until_ = until;
}

void Run::lose() {
  valid_until_ = Time::min();
  stop_.request_stop();
}

bool Run::lost() const {
  const Time until = valid_until_;
  return until != Time::max() && steady_.now() >= until;
}

Result<void> Run::still_ours() const {
  if (!lost()) return {};
  return Error{Error::Kind::Conflict, "clockwork.lease_lost",
               "the lease of the job " + job_ + " ran out; another node may run it now, so this run ends"};
}

}  // namespace stoa::clockwork
