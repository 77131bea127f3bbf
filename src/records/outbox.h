#pragma once
#include "base/clock.h"
#include "base/guarded.h"
#include "base/ids.h"
#include "base/log.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace stoa::records {

/// What a committed record change tells the keyspace: `topic` is like `order.placed`, `payload` is BSON.
struct Event {
  ObjectId id;
  std::string topic;
  std::string payload;
};

/// Carries events from record transactions to the keyspace, each exactly once, whatever crashes in between.
/// A listener runs in a keyspace transaction that also marks the event as applied; then the event leaves the
/// collection `outbox`, then the mark goes. Safe from any thread; of several who apply the same event in this
/// process one does and the others wait for it. Two processes must not drain the same outbox at the same
/// time.
class Outbox {
 public:
  using Listener = std::function<Result<void>(keyspace::Tx&, const Event&)>;

  /// The two ports and the clock outlive it. `listeners` by topic; an event whose topic has none is dropped
  /// with a line in the log.
  Outbox(Records&, keyspace::Keyspace&, const Clock&, std::map<std::string, Listener, std::less<>> listeners,
         Logger = Logger::silent());

  /// Part of the caller's record transaction: the event is there if and only if that commits.
  Result<ObjectId> post(Tx&, std::string_view topic, std::string_view payload);

  /// Applies one event right after its transaction. One that is not there is no failure: another has applied
  /// it. What a listener gives as an Error comes back; the event then stays for drain().
  Result<void> apply(const ObjectId& event);

  /// Applies what is there, oldest first, at most `most`; gives how many. For the clockwork, after a crash.
  /// An event that fails is logged and passed over, so that it does not hold up those behind it; when an
  /// engine is away, Unavailable.
  Result<std::size_t> drain(std::size_t most);

 private:
  class Turn;

  Result<void> apply_in_turn(const Event&);
  Result<void> call_once(const Listener&, const Event&);

  // Fixed at construction.
  Records& records_;
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
  const std::map<std::string, Listener, std::less<>> listeners_;
  const Logger log_;

  Guarded<std::set<ObjectId>> in_flight_;
  std::condition_variable landed_;
};

}  // namespace stoa::records
