#include "keyspace/embedded/engine.h"

#include "keyspace/embedded/name_hash.h"

namespace stoa::keyspace::embedded {

Sequence Engine::commit(Durability durability) {
  Sequence sequence = 0;
  if (!journal.rows().empty()) {
    sequence = store.submit(journal.rows(), durability);
    if (durability == Durability::Durable) {
      for (const std::uint64_t hash : journal.touched()) unsynced.wrote(hash, sequence);
      unsynced.turned_over(journal.turnover(), sequence, store.durable());
    }
  }
  watches.changed(journal.newly_touched());
  journal.commit();
  return sequence;
}

Sequence Engine::commit_writes(Durability durability) {
  const Sequence sequence = commit(durability);
  const bool relies_on_others = sequence == 0 && durability == Durability::Durable;
  return relies_on_others ? store.figures().submitted : sequence;
}

DeferredDurability* Engine::waiting_scope() const {
  return store.newest_durable_submitted() > store.durable() ? DeferredDurability::current() : nullptr;
}

void Engine::note_unsynced(std::string_view name, DeferredDurability& scope) const {
  const Sequence newest = unsynced.newest(name_hash(name));
  if (newest > store.durable()) scope.note(newest);
}

}  // namespace stoa::keyspace::embedded
