#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace stoa::http {

/// Counts whole numbers into buckets. Observing costs two atomic additions and takes no lock.
class Histogram {
 public:
  /// The buckets' upper bounds, ascending, each included; one without a bound follows. They outlive this.
  explicit Histogram(std::span<const std::uint64_t> bounds);

  void observe(std::uint64_t value) noexcept {
    std::size_t bucket = 0;
    while (bucket < bounds_.size() && value > bounds_[bucket]) ++bucket;
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
  }

  struct Reading {
    /// Of each bucket by itself; one more than there are bounds.
    std::vector<std::uint64_t> counts;
    std::uint64_t sum = 0;
    std::uint64_t total = 0;
  };
  Reading read() const;
  std::span<const std::uint64_t> bounds() const { return bounds_; }

 private:
  const std::span<const std::uint64_t> bounds_;
  const std::unique_ptr<std::atomic<std::uint64_t>[]> counts_;
  std::atomic<std::uint64_t> sum_{0};
};

}  // namespace stoa::http
