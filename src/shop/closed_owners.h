#pragma once
#include "base/guarded.h"
#include "shop/owner.h"

#include <cstddef>
#include <deque>
#include <unordered_set>

namespace stoa::shop {

/// Guests who have logged in a moment ago: their tokens are over, and requests with them may still be under
/// way. The newest 16,384 are known; a token that was over before those is as any that a stranger makes up,
/// and so is each after a restart, which no request outlives. Safe from any thread.
class ClosedOwners {
 public:
  void close(const Owner&);
  void reopen(const Owner&);
  bool has(const Owner&) const;

 private:
  static constexpr std::size_t kMost = 16'384;
  struct State {
    std::unordered_set<Owner> owners;
    /// In the order of closing; may name some that were reopened.
    std::deque<Owner> order;
  };
  Guarded<State> state_;
};

}  // namespace stoa::shop
