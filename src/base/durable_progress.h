#pragma once
#include "base/durability.h"
#include "base/guarded.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace stoa {

/// How far the disk is, for those who keep answers back until then. Safe from any thread.
class DurableProgress {
 public:
  /// Called after each batch on the thread that made it durable, with the new reached(); must be quick and
  /// must not wait.
  using Listener = std::function<void(Sequence)>;

  /// While it lives, its listener is called. Ending it waits for a call that is under way.
  class Subscription {
   public:
    Subscription() = default;
    ~Subscription() { end(); }
    Subscription(Subscription&& other) noexcept;
    Subscription& operator=(Subscription&& other) noexcept;
    void end();

   private:
    friend DurableProgress;
    Subscription(DurableProgress& progress, const Listener* listener)
        : progress_(&progress), listener_(listener) {}

    DurableProgress* progress_ = nullptr;
    const Listener* listener_ = nullptr;
  };

  /// Everything up to here is on disk.
  Sequence reached() const { return reached_.load(std::memory_order_seq_cst); }

  /// Must end before the progress does. Someone who finds that `reached()` is too low after subscribing hears
  /// of it.
  Subscription subscribe(Listener);

  /// For whoever makes things durable; numbers never go back.
  void advance(Sequence);

 private:
  std::atomic<Sequence> reached_{0};
  Guarded<std::vector<std::unique_ptr<const Listener>>> listeners_;
};

}  // namespace stoa
