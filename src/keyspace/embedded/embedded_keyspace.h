#pragma once
// keyspace/embedded/ holds the keyspace in memory, with a Store behind it that is read only at start.

#include "base/clock.h"
#include "keyspace/keyspace.h"
#include "store/store.h"

#include <memory>

namespace stoa::keyspace {

struct EmbeddedOptions {
  /// How often the sweeper looks for expired keys; each look is bounded.
  std::chrono::milliseconds sweep_every{100};
  /// Told how many rows have been read while the keyspace loads, a few times a second and at the end.
  std::function<void(std::size_t rows)> progress;
};

/// Loads everything the store holds. The store and the clock must outlive the keyspace.
Result<std::unique_ptr<Keyspace>> open_embedded_keyspace(store::Store&, const Clock&,
                                                         const EmbeddedOptions& = {});

}  // namespace stoa::keyspace
