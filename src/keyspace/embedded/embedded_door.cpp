#include "keyspace/embedded/embedded_door.h"

#include "keyspace/embedded/embedded_visit.h"

#include <mutex>
#include <shared_mutex>

namespace stoa::keyspace::embedded {

Result<Sequence> EmbeddedDoor::enter(Access access, Durability durability, FunctionRef<void(Visit&)> body) {
  if (access == Access::Change) STOA_TRY(engine_.store.admit());
  // The visit ends after the lock is gone: what it dropped may take long to destroy.
  std::optional<EmbeddedVisit> visit;
  Sequence awaits = 0;
  if (access != Access::Read) {
    const std::unique_lock lock(engine_.lock);
    visit.emplace(engine_, access, durability);
    try {
      body(*visit);
    } catch (...) {
      engine_.commit(durability);
      throw;
    }
    awaits = access == Access::Change ? engine_.commit_writes(durability) : engine_.commit(durability);
  } else {
    const std::shared_lock lock(engine_.lock);
    visit.emplace(engine_, access, durability);
    body(*visit);
  }
  if (durability == Durability::Relaxed) return Sequence{0};
  awaits = std::max(awaits, visit->seen());
  return awaits > engine_.store.durable() ? awaits : Sequence{0};
}

}  // namespace stoa::keyspace::embedded
