#include "records/outbox.h"

#include "keyspace/keys.h"
#include "records/collections.h"

#include <bson/bson.h>

namespace stoa::records {
namespace {

constexpr std::size_t kEventsAtOnce = 100;

std::string payload_of(const Event& event) {
  if (!event.posted) return event.payload;
  std::string payload;
  write_bson(*event.schema, event.posted.get(), payload);
  return payload;
}

Document document_of(const Event& event, Time now) {
  const std::string payload = payload_of(event);
  bson_t bson = BSON_INITIALIZER;
  bson_oid_t oid;
  bson_oid_init_from_data(&oid, event.id.bytes().data());
  BSON_APPEND_OID(&bson, "_id", &oid);
  bson_append_utf8(&bson, "topic", -1, event.topic.data(), static_cast<int>(event.topic.size()));
  BSON_APPEND_BINARY(&bson, "payload", BSON_SUBTYPE_BINARY,
                     reinterpret_cast<const std::uint8_t*>(payload.data()),
                     static_cast<std::uint32_t>(payload.size()));
  BSON_APPEND_DATE_TIME(&bson, "created_at",
                        std::chrono::floor<std::chrono::milliseconds>(now).time_since_epoch().count());
  Document document(reinterpret_cast<const char*>(bson_get_data(&bson)), bson.len);
  bson_destroy(&bson);
  return document;
}

Result<Event> event_of(std::string_view document) {
  bson_iter_t iter;
  Event event;
  const auto find = [&](const char* name, bson_type_t type) {
    return bson_iter_init_from_data(&iter, reinterpret_cast<const std::uint8_t*>(document.data()),
                                    document.size()) &&
           bson_iter_find(&iter, name) && bson_iter_type(&iter) == type;
  };
  const Error damaged{
      Error::Kind::Corrupt, "outbox.document",
      "a document of the collection 'outbox' is no event; remove it with the program that wrote it"};
  if (!find("_id", BSON_TYPE_OID)) return damaged;
  ObjectId::Bytes id;
  std::copy_n(bson_iter_oid(&iter)->bytes, id.size(), id.begin());
  event.id = ObjectId(id);
  if (!find("topic", BSON_TYPE_UTF8)) return damaged;
  std::uint32_t size = 0;
  const char* topic = bson_iter_utf8(&iter, &size);
  event.topic.assign(topic, size);
  if (!find("payload", BSON_TYPE_BINARY)) return damaged;
  const std::uint8_t* payload = nullptr;
  bson_iter_binary(&iter, nullptr, &size, &payload);
  event.payload.assign(reinterpret_cast<const char*>(payload), size);
  return event;
}

}  // namespace

// Keeps an event to one thread: the mark alone would let two that read it at the same moment both go on.
class Outbox::Turn {
 public:
  Turn(Outbox& outbox, const ObjectId& event) : outbox_(outbox), event_(event) {
    auto events = outbox_.in_flight_.lock();
    events.wait(outbox_.landed_, [&](const auto& in_flight) { return !in_flight.contains(event_); });
    events->insert(event_);
  }
  ~Turn() {
    outbox_.in_flight_.lock()->erase(event_);
    outbox_.landed_.notify_all();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Outbox& outbox_;
  const ObjectId event_;
};

class Outbox::Carried final : public Passenger {
 public:
  Carried(Outbox& outbox, Event event, Time posted_at)
      : outbox_(outbox), event_(std::move(event)), posted_at_(posted_at) {}

  Result<void> aboard(keyspace::Tx& tx, Reader& reader) override {
    return outbox_.call_listener(tx, reader, event_);
  }
  Result<void> left_behind(Tx& tx) override {
    return tx.insert(collections::outbox(), document_of(event_, posted_at_));
  }

 private:
  Outbox& outbox_;
  const Event event_;
  const Time posted_at_;
};

Outbox::Outbox(Records& records, keyspace::Keyspace& keyspace, const Clock& clock,
               std::map<std::string, Listener, std::less<>> listeners, Logger log,
               std::size_t removed_at_once)
    : records_(records),
      keyspace_(keyspace),
      clock_(clock),
      listeners_(std::move(listeners)),
      log_(std::move(log)),
      removed_at_once_(removed_at_once) {}

Result<ObjectId> Outbox::post(Tx& tx, std::string_view topic, std::string_view payload) {
  return post(tx, Event{.topic = std::string(topic), .payload = std::string(payload)});
}

Result<ObjectId> Outbox::post(Tx& tx, Event event) {
  const auto now = clock_.now();
  event.applied = Event::Applied::AtOnce;
  const ObjectId id = event.id = ObjectId::make(now);
  const auto carried = std::make_shared<Carried>(*this, std::move(event), now);
  if (!tx.carry(keyspace_, carried)) STOA_TRY(carried->left_behind(tx));
  return id;
}

// The mark is read outside the listener's transaction, in which it would be a second entity; and before the
// event, which goes first of the two: whoever finds no mark and then an event finds one that was not applied.
Result<void> Outbox::apply(const ObjectId& id) {
  if (STOA_TRY(records_.read().size(collections::outbox())) == 0) return {};
  const Turn turn(*this, id);
  const bool applied = STOA_TRY(keyspace_.read().exists(keyspace::keys::outbox_applied(id)));
  const auto document = STOA_TRY(records_.read().get(collections::outbox(), id));
  if (!document) return {};
  if (!applied) {
    const Event event = STOA_TRY(event_of(*document));
    STOA_TRY(apply_marked(event));
  }
  return retire(id);
}

Result<void> Outbox::call_listener(keyspace::Tx& tx, Reader& reader, const Event& event) {
  const auto listener = listeners_.find(event.topic);
  if (listener != listeners_.end()) return listener->second(tx, reader, event);
  log_.warning("an event that nobody listens to is dropped",
               {{"topic", event.topic}, {"event", event.id.hex()}});
  return {};
}

Result<void> Outbox::apply_marked(const Event& event) {
  return keyspace_.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
    STOA_TRY(call_listener(tx, records_.read(), event));
    tx.set(keyspace::keys::outbox_applied(event.id), "1");
    return {};
  });
}

Result<void> Outbox::retire(const ObjectId& event) {
  std::vector<ObjectId> group;
  {
    const auto applied = applied_.lock();
    applied->push_back(event);
    if (applied->size() < removed_at_once_) return {};
    group.swap(*applied);
  }
  return remove(group);
}

Result<void> Outbox::retire_rest() {
  std::vector<ObjectId> group;
  group.swap(*applied_.lock());
  return group.empty() ? Result<void>() : remove(group);
}

// Whatever is cut off here is taken up again by drain():
//   before the listener's transaction: nothing has happened, the event is applied anew;
//   after it: the mark says so, and only the removals are left;
//   after the event's removal: the mark stays behind, a few bytes that nobody asks for again.
// The event must be gone for good before its mark is, hence Durable; a mark that outlives a crash does no
// harm.
Result<void> Outbox::remove(const std::vector<ObjectId>& events) {
  const auto removal = [&](Tx& tx) -> Result<void> {
    for (const ObjectId& event : events) STOA_TRY(tx.remove(collections::outbox(), event));
    return {};
  };
  STOA_TRY(records_.transact(removal));
  (void)keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    for (const ObjectId& event : events) tx.del(keyspace::keys::outbox_applied(event));
    return {};
  });
  return {};
}

Result<std::size_t> Outbox::drain(std::size_t most) {
  STOA_TRY(retire_rest());
  const auto applied = apply_oldest(most);
  STOA_TRY(retire_rest());
  return applied;
}

Result<std::size_t> Outbox::apply_oldest(std::size_t most) {
  std::size_t applied = 0;
  Query query{.index = "_id", .limit = kEventsAtOnce};
  do {
    const auto page = STOA_TRY(records_.read().find(collections::outbox(), query));
    for (const auto& document : page.documents) {
      if (applied == most) return applied;
      const auto event = event_of(document);
      const auto done = event.ok() ? apply(event->id) : Result<void>(event.error());
      if (!done.ok() && done.error().kind == Error::Kind::Unavailable) return done.error();
      if (done.ok())
        ++applied;
      else
        log_.error("an event could not be applied and stays in the outbox",
                   {{"event", event.ok() ? event->id.hex() : "damaged"}, {"why", done.error().message}});
    }
    query.cursor = page.next;
  } while (!query.cursor.empty());
  return applied;
}

}  // namespace stoa::records
