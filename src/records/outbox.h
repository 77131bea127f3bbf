#pragma once
#include "base/bson.h"
#include "base/clock.h"
#include "base/guarded.h"
#include "base/ids.h"
#include "base/log.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stoa::records {

/// What a committed record change tells the keyspace: `topic` is like `order.placed`.
struct Event {
  /// At once: in one commit with the transaction that posted it, so that nothing has happened since.
  enum class Applied { AtOnce, Later };

  ObjectId id = {};
  std::string topic;
  /// BSON; none is made of a struct until the event has to be written down.
  std::string payload = {};
  Applied applied = Applied::Later;
  /// The struct that was posted, and its description.
  std::shared_ptr<const void> posted = nullptr;
  const Schema* schema = nullptr;

  /// What was posted. Corrupt when it is no T.
  template <class T>
  Result<T> told() const {
    if (posted && schema == &schema_of<T>()) return *static_cast<const T*>(posted.get());
    return read_bson<T>(payload);
  }
};

/// Carries events from record transactions to the keyspace, each exactly once, whatever crashes in between.
/// Where both are on one store, an event is applied in one commit with the transaction that posts it, and is
/// never written down. Elsewhere, and when its listener fails, it goes into the collection `outbox`: a
/// listener runs in a keyspace transaction that also marks the event as applied; then the event leaves the
/// collection, alone or with others, then the mark goes. Safe from any thread; of several who apply
/// the same event in this process one does and the others wait for it. Two processes must not drain the same
/// outbox at the same time.
class Outbox {
 public:
  /// What it looks at in the records it reads from the Reader it is given: at that moment, what the event
  /// tells of may not be to be seen from elsewhere.
  using Listener = std::function<Result<void>(keyspace::Tx&, Reader&, const Event&)>;

  /// The two ports and the clock outlive it. `listeners` by topic; an event whose topic has none is dropped
  /// with a line in the log. `removed_at_once`: so many applied events leave the collection in one
  /// transaction; fewer wait in it, marked, for the next ones or for drain().
  Outbox(Records&, keyspace::Keyspace&, const Clock&, std::map<std::string, Listener, std::less<>> listeners,
         Logger = Logger::silent(), std::size_t removed_at_once = 1);

  /// Part of the caller's record transaction: the event is there if and only if that commits.
  Result<ObjectId> post(Tx&, std::string_view topic, std::string_view payload);
  /// The same with a described struct as the payload.
  template <class T>
  requires schema_detail::DescribedStruct<T> Result<ObjectId> post(Tx& tx, std::string_view topic, T told) {
    return post(tx, Event{.topic = std::string(topic),
                          .posted = std::make_shared<const T>(std::move(told)),
                          .schema = &schema_of<T>()});
  }

  /// Applies one event right after its transaction. One that is not there is no failure: another has applied
  /// it, or it went with its transaction; that costs next to nothing. What a listener gives as an Error comes
  /// back; the event then stays for drain().
  Result<void> apply(const ObjectId& event);

  /// Applies what is there, oldest first, at most `most`; gives how many. For the clockwork, after a crash.
  /// An event that fails is logged and passed over, so that it does not hold up those behind it; when an
  /// engine is away, Unavailable.
  Result<std::size_t> drain(std::size_t most);

 private:
  class Turn;
  class Carried;

  Result<ObjectId> post(Tx&, Event);
  Result<void> call_listener(keyspace::Tx&, Reader&, const Event&);
  Result<void> apply_marked(const Event&);
  Result<std::size_t> apply_oldest(std::size_t most);
  Result<void> retire(const ObjectId& event);
  Result<void> retire_rest();
  Result<void> remove(const std::vector<ObjectId>& events);

  // Fixed at construction.
  Records& records_;
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
  const std::map<std::string, Listener, std::less<>> listeners_;
  const Logger log_;
  const std::size_t removed_at_once_;

  /// Applied and still in the collection; fewer than removed_at_once_.
  Guarded<std::vector<ObjectId>> applied_;
  Guarded<std::set<ObjectId>> in_flight_;
  std::condition_variable landed_;
};

}  // namespace stoa::records
