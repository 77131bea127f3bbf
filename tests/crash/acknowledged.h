#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace stoa::test {

/// What the worker has told its clients so far, in memory that outlives it. Each stream numbers its
/// transactions 1, 2, 3 …
struct Acknowledged {
  enum Stream { Mixed, RelaxedOnly, Deferred, kStreams };
  static constexpr std::size_t kMilliseconds = 1 << 13;

  struct Progress {
    std::atomic<std::uint64_t> first{0};    // where this run of the worker starts
    std::atomic<std::uint64_t> durable{0};  // the newest durable one that was acknowledged
    /// The newest one acknowledged up to each millisecond since the start of this run, 0 where none was.
    std::array<std::atomic<std::uint64_t>, kMilliseconds> newest_by_time{};
  };
  std::array<Progress, kStreams> streams;
  std::atomic<std::int64_t> started_at{0};  // steady_clock, milliseconds
};

inline std::int64_t steady_milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace stoa::test
