#pragma once
#include "base/durability.h"
#include "base/guarded.h"

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace stoa {

/// How far the disk is, for those who keep answers back until then. Safe from any thread.
///
/// Many transactions share a sync, and the more the better as long as nobody idles for it: so the disk may
/// take its time until somebody hurries it. Whoever keeps an answer back does so as soon as there is nothing
/// else to do, or when the answer has waited for long enough.
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

  using Hurried = std::function<void(Sequence)>;

  /// `hurried` is told by hurry(), on its caller's thread; without one the disk is as quick as it is.
  explicit DurableProgress(Hurried hurried = nullptr) : hurried_(std::move(hurried)) {}

  /// Everything up to here is on disk.
  Sequence reached() const { return reached_.load(std::memory_order_seq_cst); }

  /// Must end before the progress does. Someone who finds that `reached()` is too low after subscribing hears
  /// of it.
  Subscription subscribe(Listener);

  /// From now on somebody waits for it.
  void hurry(Sequence awaited) const {
    if (hurried_ && awaited > reached()) hurried_(awaited);
  }

  /// For whoever makes things durable; numbers never go back.
  void advance(Sequence);

 private:
  const Hurried hurried_;
  std::atomic<Sequence> reached_{0};
  Guarded<std::vector<std::unique_ptr<const Listener>>> listeners_;
};

}  // namespace stoa
