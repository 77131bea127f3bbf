#pragma once
#include "base/clock.h"
#include "base/durability.h"
#include "keyspace/embedded/turnover.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace stoa::keyspace::embedded {

/// Remembers, by a few bits of a name's hash, the newest durable transaction that wrote to it, so that a
/// reply that shows it can wait until it is on disk. Names that share the bits may wait for one another; none
/// is missed. And the newest ones that changed which keys there are, for replies about all of them.
class Unsynced {
 public:
  /// With the keyspace's lock held.
  void wrote(std::uint64_t hash, Sequence sequence) { slot(hash).store(sequence, std::memory_order_relaxed); }
  Sequence newest(std::uint64_t hash) const {
    return const_cast<Unsynced*>(this)->slot(hash).load(std::memory_order_relaxed);
  }

  /// `durable` is on disk by now.
  void turned_over(const Turnover& turnover, Sequence sequence, Sequence durable) {
    if (turnover.came) arrival_ = sequence;
    if (turnover.went) departure_ = sequence;
    if (!turnover.shows_from) return;
    if (moved_end_ <= durable) shows_from_ = *turnover.shows_from;
    shows_from_ = std::min(shows_from_, *turnover.shows_from);
    moved_end_ = sequence;
  }
  /// The newest durable transaction that made a key.
  Sequence newest_arrival() const { return arrival_; }
  /// The newest that took a key away or moved its end.
  Sequence newest_departure() const { return std::max(departure_, moved_end_); }
  /// As far as that shows by `now`.
  Sequence newest_departure(Time now) const { return now >= shows_from_ ? newest_departure() : departure_; }

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  std::atomic<Sequence>& slot(std::uint64_t hash) { return (*slots_)[hash % kSlots]; }
  std::unique_ptr<std::array<std::atomic<Sequence>, kSlots>> slots_ =
      std::make_unique<std::array<std::atomic<Sequence>, kSlots>>();

  Sequence arrival_ = 0;
  Sequence departure_ = 0;
  Sequence moved_end_ = 0;
  Turnover::Milliseconds shows_from_{};  // of those with an end moved that are not on disk
};

}  // namespace stoa::keyspace::embedded
