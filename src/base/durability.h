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
  /// Wait is for work that may tell another machine of what it has written, which must not hear of what a
  /// crash takes back: durable writes wait for the disk, and only what was read of others is noted.
  enum class Writes { Defer, Wait };

  explicit DeferredDurability(Writes = Writes::Defer);
  ~DeferredDurability();
  DeferredDurability(const DeferredDurability&) = delete;
  DeferredDurability& operator=(const DeferredDurability&) = delete;

  /// The innermost scope of the calling thread, or null.
  static DeferredDurability* current();

  bool defers_writes() const { return writes_ == Writes::Defer; }

  void note(Sequence sequence) {
    if (sequence > awaits_) awaits_ = sequence;
  }

  /// What has to be durable before the answer may leave; 0 when nothing has to.
  Sequence awaits() const { return awaits_; }

 private:
  DeferredDurability* outer_;
  const Writes writes_;
  Sequence awaits_ = 0;
};

}  // namespace stoa
