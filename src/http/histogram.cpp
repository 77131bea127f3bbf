#include "http/histogram.h"

namespace stoa::http {

Histogram::Histogram(std::span<const std::uint64_t> bounds)
    : bounds_(bounds), counts_(new std::atomic<std::uint64_t>[bounds.size() + 1] {}) {}

Histogram::Reading Histogram::read() const {
  Reading reading;
  reading.sum = sum_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i <= bounds_.size(); ++i) {
    reading.counts.push_back(counts_[i].load(std::memory_order_relaxed));
    reading.total += reading.counts.back();
  }
  return reading;
}

}  // namespace stoa::http
