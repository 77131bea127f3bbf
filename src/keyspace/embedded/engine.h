#pragma once
#include "base/clock.h"
#include "keyspace/embedded/journal.h"
#include "keyspace/embedded/objects.h"
#include "keyspace/embedded/readers_writer_lock.h"
#include "keyspace/embedded/unsynced.h"
#include "keyspace/embedded/watches.h"
#include "keyspace/embedded/write_plan.h"
#include "store/store.h"

#include <span>

namespace stoa::keyspace::embedded {

/// What the parts of the embedded keyspace share.
struct Engine {
  Engine(store::Store& the_store, const Clock& the_clock) : store(the_store), clock(the_clock) {}

  // Fixed at construction.
  store::Store& store;
  const Clock& clock;

  ReadersWriterLock lock;
  // Guarded by the lock: shared to read, exclusive to change.
  Objects objects;
  Unsynced unsynced;
  // Guarded by the lock, exclusive. Empty between transactions.
  Journal journal;
  WritePlan plan;
  // Guarded by the lock, exclusive.
  Watches watches;

  /// With the lock held exclusively: gives what the journal holds its place in the order, or 0 when nothing
  /// reaches the disk.
  Sequence commit(Durability);
  /// The same of somebody who wrote: where a durable one found done what was to be done, it gives the number
  /// of the newest transaction, as it relies on whoever did it.
  Sequence commit_writes(Durability);
  /// With the lock held: the thread's answer waits for whoever wrote one of these and is not on disk yet.
  template <class AnyKey>
  void note_unsynced(std::span<const AnyKey> keys) const {
    if (DeferredDurability* scope = waiting_scope())
      for (const AnyKey& key : keys) note_unsynced(key.name(), *scope);
  }

 private:
  /// The thread's, when there is anything to wait for.
  DeferredDurability* waiting_scope() const;
  void note_unsynced(std::string_view name, DeferredDurability&) const;
};

}  // namespace stoa::keyspace::embedded
