#pragma once
#include "base/durability.h"
#include "base/function_ref.h"
#include "base/result.h"
#include "keyspace/tx.h"

#include <functional>
#include <span>

namespace stoa::store {
class Changes;
class Store;
}  // namespace stoa::store

namespace stoa::keyspace {

/// What another engine on the same store makes of its transaction and of some of the keyspace's: one. Safe
/// from any thread; whoever calls may hold the lock of his own engine, and no body of a keyspace transaction
/// takes that.
class Companion {
 public:
  using Body = std::function<Result<void>(Tx&)>;

  virtual ~Companion() = default;

  /// Whether transactions here have their place in the order of that store.
  virtual bool lives_on(const store::Store&) const = 0;

  /// Runs the bodies one after the other, each a transaction under the law, with nobody else between them.
  /// When all have ended well, lets `rows` add the other engine's rows and submits everything as one: after a
  /// crash all of it is there or nothing. Otherwise the first failure comes back, the keyspace is as it was,
  /// and `rows` was not called. The caller has been admitted by the store, and settles what comes back.
  virtual Result<Sequence> submit_together(std::span<const Body>, Durability,
                                           FunctionRef<void(store::Changes&)> rows) = 0;
};

}  // namespace stoa::keyspace
