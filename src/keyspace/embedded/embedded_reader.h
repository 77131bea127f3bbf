#pragma once
#include "keyspace/embedded/engine.h"
#include "keyspace/embedded/read_operations.h"

#include <shared_mutex>

namespace stoa::keyspace::embedded {

/// Reads outside transactions: each call holds the lock, shared, for as long as it takes.
class EmbeddedReader final : public ReadOperations<Reader, EmbeddedReader> {
 public:
  explicit EmbeddedReader(Engine& engine) : engine_(engine) {}

  using Held = std::shared_lock<ReadersWriterLock>;
  Held enter(const KeyName& key) {
    Held held(engine_.lock);
    engine_.note_unsynced(std::span(&key, 1));
    return held;
  }
  template <class AnyKey>
  Held enter_all(std::span<const AnyKey> keys) {
    Held held(engine_.lock);
    engine_.note_unsynced(keys);
    return held;
  }
  Queries queries() const { return {engine_.objects, engine_.clock.now()}; }

 private:
  Engine& engine_;
};

}  // namespace stoa::keyspace::embedded
