#pragma once
#include <cstdint>

namespace stoa {

/// The place of a committed transaction in the one order of a store. 0 is before the first.
using Sequence = std::uint64_t;

/// Relaxed answers at once and is on disk within 100 ms; Durable answers when it is on disk.
enum class Durability { Relaxed, Durable };

/// While one of these is alive, the thread that made it does not wait for the disk: what its answer would
/// have to wait for is noted here instead. The request loop opens one around each handler and keeps the
/// answer back until `awaits()` is durable. Without one, durable work blocks until it is on disk. Scopes
/// nest; the innermost counts.
class DeferredDurability {
 public:
  DeferredDurability();
  ~DeferredDurability();
  DeferredDurability(const DeferredDurability&) = delete;
  DeferredDurability& operator=(const DeferredDurability&) = delete;

  /// The innermost scope of the calling thread, or null.
  static DeferredDurability* current();

  void note(Sequence sequence) {
    if (sequence > awaits_) awaits_ = sequence;
  }

  /// What has to be durable before the answer may leave; 0 when nothing has to.
  Sequence awaits() const { return awaits_; }

 private:
  DeferredDurability* outer_;
  Sequence awaits_ = 0;
};

}  // namespace stoa
