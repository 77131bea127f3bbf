#include "shop/closed_owners.h"

namespace stoa::shop {

void ClosedOwners::close(const Owner& owner) {
  const auto state = state_.lock();
  if (!state->owners.insert(owner).second) return;
  state->order.push_back(owner);
  if (state->order.size() <= kMost) return;
  state->owners.erase(state->order.front());
  state->order.pop_front();
}

void ClosedOwners::reopen(const Owner& owner) {
  state_.lock()->owners.erase(owner);
}

bool ClosedOwners::has(const Owner& owner) const {
  return state_.lock()->owners.contains(owner);
}

}  // namespace stoa::shop
