#include "clockwork/steady_clock.h"

namespace stoa::clockwork {
namespace {

class SteadyClock final : public Clock {
 public:
  Time now() const override {
    return Time(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
  }
};

}  // namespace

const Clock& steady_clock() {
  static const SteadyClock clock;
  return clock;
}

}  // namespace stoa::clockwork
