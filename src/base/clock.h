#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

namespace stoa {

using Duration = std::chrono::microseconds;
/// A moment, in microseconds since the Unix epoch, UTC.
using Time = std::chrono::sys_time<std::chrono::microseconds>;

/// Tells the time. Safe from any thread. Rules take one, so that tests can set it.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time now() const = 0;

  /// The machine's clock; lives for ever.
  static const Clock& system();
};

/// A clock that stands still until a test moves it.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(Time start = Time{std::chrono::seconds{1'700'000'000}}) : now_(start) {}
  Time now() const override;
  void set(Time);
  void advance(Duration);

 private:
  std::atomic<Time> now_;
};

inline double to_seconds(Duration duration) {
  return static_cast<double>(duration.count()) / 1e6;
}

/// Seconds since the epoch with the microseconds kept, as the schemas' sorted sets score moments.
inline double to_unix_seconds(Time time) {
  return to_seconds(time.time_since_epoch());
}

}  // namespace stoa
