#include "base/clock.h"

namespace stoa {
namespace {
class SystemClock final : public Clock {
 public:
  Time now() const override {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
  }
};
}  // namespace

const Clock& Clock::system() {
  static const SystemClock clock;
  return clock;
}

Time FakeClock::now() const {
  return now_.load();
}
void FakeClock::set(Time time) {
  now_.store(time);
}
void FakeClock::advance(Duration by) {
  now_.store(now_.load() + by);
}

}  // namespace stoa
