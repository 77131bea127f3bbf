#pragma once
#include "base/durability.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace stoa::keyspace::embedded {

/// Remembers, by a few bits of a name's hash, the newest durable transaction that wrote to it, so that a
/// reply that shows it can wait until it is on disk. Names that share the bits may wait for one another; none
/// is missed.
class Unsynced {
 public:
  /// With the keyspace's lock held.
  void wrote(std::uint64_t hash, Sequence sequence) { slot(hash).store(sequence, std::memory_order_relaxed); }
  Sequence newest(std::uint64_t hash) const {
    return const_cast<Unsynced*>(this)->slot(hash).load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  std::atomic<Sequence>& slot(std::uint64_t hash) { return (*slots_)[hash % kSlots]; }
  std::unique_ptr<std::array<std::atomic<Sequence>, kSlots>> slots_ =
      std::make_unique<std::array<std::atomic<Sequence>, kSlots>>();
};

}  // namespace stoa::keyspace::embedded
