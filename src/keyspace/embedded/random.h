#pragma once
#include <cstdint>

namespace stoa::keyspace::embedded {

/// A small, quick generator for sampling (xorshift128+); not for secrets. One a thread.
class Random {
 public:
  /// Seeded from the system's random source.
  Random();
  explicit Random(std::uint64_t seed);

  std::uint64_t next() {
    std::uint64_t x = a_;
    const std::uint64_t y = b_;
    a_ = y;
    x ^= x << 23;
    b_ = x ^ y ^ (x >> 17) ^ (y >> 26);
    return b_ + y;
  }

  /// 0 to bound − 1, evenly (to one part in 2^64 / bound).
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t a_;
  std::uint64_t b_;
};

}  // namespace stoa::keyspace::embedded
