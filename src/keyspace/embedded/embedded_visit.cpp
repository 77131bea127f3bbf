#include "keyspace/embedded/embedded_visit.h"

#include "keyspace/embedded/name_hash.h"
#include "keyspace/embedded/read_operations.h"

namespace stoa::keyspace::embedded {
namespace {

/// How often a random name is drawn again because its time was over.
constexpr int kDraws = 100;

}  // namespace

EmbeddedVisit::~EmbeddedVisit() {
  for (Object* object : dropped_) Object::destroy(object);
}

Slot EmbeddedVisit::find(std::string_view name) {
  Slot slot{name, name_hash(name), nullptr, Type::String};
  saw(engine_.unsynced.newest(slot.hash));
  Object* object = engine_.objects.find(name, slot.hash);
  if (!object) return slot;
  if (object->expires && engine_.objects.expired(*object, now_)) {
    if (access_ == Door::Access::Change) drop(*object);
    return slot;
  }
  slot.object = object;
  slot.type = object->type();
  return slot;
}

Object& EmbeddedVisit::object_for(Slot& slot, Type type) {
  touch(slot);
  if (!slot.found()) {
    slot.object = &engine_.objects.create(slot.name, type, slot.hash);
    engine_.journal.came();
    slot.type = type;
  }
  return object(slot);
}

void EmbeddedVisit::drop(Object& object) {
  dropped_.reserve(dropped_.size() + 1);
  engine_.journal.remove_all(object);
  engine_.objects.detach(object);
  dropped_.push_back(&object);
}

void EmbeddedVisit::drop_if_empty(Slot& slot) {
  if (object(slot).size() > 0) return;
  drop(object(slot));
  slot.object = nullptr;
}

void EmbeddedVisit::remove(Slot& slot) {
  touch(slot);
  drop(object(slot));
  slot.object = nullptr;
}

std::optional<Milliseconds> EmbeddedVisit::expiry(const Slot& slot) {
  return engine_.objects.expiry(object(slot));
}

void EmbeddedVisit::set_expiry(Slot& slot, std::optional<Milliseconds> moment) {
  if (moment && *moment <= std::chrono::floor<std::chrono::milliseconds>(now_)) return remove(slot);
  touch(slot);
  engine_.journal.put_expiry(object(slot), engine_.objects.expiry(object(slot)), moment);
  engine_.objects.set_expiry(object(slot), moment);
}

void EmbeddedVisit::put_rows(const Object& object) {
  Journal& journal = engine_.journal;
  switch (object.type()) {
    case Type::String:
      return journal.put(object, {}, object.text()->value());
    case Type::Hash:
      return object.hash().for_each(
          [&](HashField& field) { journal.put(object, field.name(), field.value()); });
    case Type::Set:
      return object.set().for_each([&](Member& member) { journal.put(object, member.name(), {}); });
    case Type::SortedSet:
      return object.sorted().members().for_each(
          [&](ScoredMember& member) { journal.put(object, member.name(), view(write_score(member.score))); });
    case Type::List:
      return put_list_rows(object, 0, object.list().size());
  }
}

void EmbeddedVisit::rename(Slot& from, Slot& to) {
  if (to.found()) remove(to);
  Object& old = object(from);
  const auto moment = engine_.objects.expiry(old);
  const Type type = from.type;
  remove(from);
  Object& made = object_for(to, type);
  made.swap_value(old);
  put_rows(made);
  if (moment) set_expiry(to, moment);
}

void EmbeddedVisit::copy(const Slot& from, Slot& to) {
  if (to.found()) remove(to);
  const Object& source = object(from);
  switch (from.type) {
    case Type::String:
      set_text(to, source.text()->value(), Expiry::Cleared);
      break;
    case Type::Hash:
      source.hash().for_each([&](HashField& field) { put_field(to, field.name(), field.value()); });
      break;
    case Type::Set:
      source.set().for_each([&](Member& member) { add_member(to, member.name()); });
      break;
    case Type::SortedSet:
      source.sorted().members().for_each(
          [&](ScoredMember& member) { put_score(to, member.name(), member.score); });
      break;
    case Type::List:
      source.list().walk(0, [&](std::size_t, std::string_view text) {
        push(to, End::Tail, text);
        return true;
      });
  }
  if (const auto moment = expiry(from)) set_expiry(to, moment);
}

void EmbeddedVisit::saw(Sequence written) {
  if (durability_ == Durability::Durable) seen_ = std::max(seen_, written);
}

void EmbeddedVisit::saw_there_is(std::string_view name) {
  const Sequence arrival = engine_.unsynced.newest_arrival();
  if (arrival > engine_.store.durable()) saw(std::min(arrival, engine_.unsynced.newest(name_hash(name))));
}

void EmbeddedVisit::saw_what_is_missing() {
  saw(engine_.unsynced.newest_departure(now_));
}

std::size_t EmbeddedVisit::size() {
  saw(engine_.unsynced.newest_arrival());
  saw_what_is_missing();
  return engine_.objects.size();
}

std::size_t EmbeddedVisit::expiring() {
  saw(engine_.unsynced.newest_arrival());
  saw(engine_.unsynced.newest_departure());
  return engine_.objects.expiring();
}

std::uint64_t EmbeddedVisit::walk(std::uint64_t cursor, std::size_t count,
                                  FunctionRef<Shown(std::string_view, Type)> visit) {
  saw_what_is_missing();
  return engine_.objects.walk(cursor, count, now_, [&](Object& object) {
    if (visit(object.name(), object.type()) == Shown::Yes) saw_there_is(object.name());
  });
}

std::optional<std::string_view> EmbeddedVisit::any_name() {
  for (int i = 0; i < kDraws && engine_.objects.size() > 0; ++i) {
    const Object& drawn = engine_.objects.any(thread_random());
    if (engine_.objects.expired(drawn, now_)) continue;
    saw_there_is(drawn.name());
    return drawn.name();
  }
  saw_what_is_missing();
  return std::nullopt;
}

std::size_t EmbeddedVisit::length(const Slot& slot) {
  return slot.found() ? object(slot).size() : 0;
}

Watched EmbeddedVisit::watch(std::string_view name) {
  const Slot slot = find(name);
  tell_watches();  // what this visit did before is what the key is, and no change of it
  return {std::string(name), slot.hash, engine_.watches.watch(slot.hash), slot.found()};
}

void EmbeddedVisit::unwatch(const Watched& watched) {
  engine_.watches.forget(watched.hash);
}

bool EmbeddedVisit::unchanged(const Watched& watched) {
  tell_watches();
  if (engine_.watches.version(watched.hash) != watched.version) return false;
  return !watched.was_there || find(watched.name).found();
}

}  // namespace stoa::keyspace::embedded
