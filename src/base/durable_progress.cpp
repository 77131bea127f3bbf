#include "base/durable_progress.h"

#include <utility>

namespace stoa {

DurableProgress::Subscription::Subscription(Subscription&& other) noexcept
    : progress_(std::exchange(other.progress_, nullptr)), listener_(other.listener_) {}

DurableProgress::Subscription& DurableProgress::Subscription::operator=(Subscription&& other) noexcept {
  if (this == &other) return *this;
  end();
  progress_ = std::exchange(other.progress_, nullptr);
  listener_ = other.listener_;
  return *this;
}

void DurableProgress::Subscription::end() {
  if (!progress_) return;
  auto listeners = std::exchange(progress_, nullptr)->listeners_.lock();
  std::erase_if(*listeners, [this](const auto& each) { return each.get() == listener_; });
}

DurableProgress::Subscription DurableProgress::subscribe(Listener listener) {
  auto owned = std::make_unique<const Listener>(std::move(listener));
  const Listener* place = owned.get();
  listeners_.lock()->push_back(std::move(owned));
  return {*this, place};
}

void DurableProgress::advance(Sequence sequence) {
  reached_.store(sequence, std::memory_order_seq_cst);
  const auto listeners = listeners_.lock();
  for (const auto& listener : *listeners) (*listener)(sequence);
}

}  // namespace stoa
