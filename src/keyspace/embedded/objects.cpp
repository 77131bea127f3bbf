#include "keyspace/embedded/objects.h"

namespace stoa::keyspace::embedded {

bool Objects::expired(const Object& object, Time now) const {
  return object.expires && std::chrono::floor<std::chrono::milliseconds>(now) > expiries_.at(&object);
}

Object* Objects::find_live(std::string_view name, Time now) const {
  Object* object = find(name);
  return object && !expired(*object, now) ? object : nullptr;
}

Object& Objects::create(std::string_view name, Type type) {
  Object* object = Object::make(name, type);
  table_.insert(object);
  return *object;
}

Object& Objects::create(std::string_view name, Type type, std::uint64_t hash) {
  Object* object = Object::make(name, type);
  table_.insert(object, hash);
  return *object;
}

std::optional<Objects::Milliseconds> Objects::detach(Object& object) {
  const auto had = expiry(object);
  set_expiry(object, std::nullopt);
  table_.take(object.name());
  return had;
}

void Objects::attach(Object& object, std::optional<Milliseconds> expiry) {
  table_.insert(&object);
  set_expiry(object, expiry);
}

std::optional<Objects::Milliseconds> Objects::expiry(const Object& object) const {
  return object.expires ? std::optional(expiries_.at(&object)) : std::nullopt;
}

void Objects::set_expiry(Object& object, std::optional<Milliseconds> expiry) {
  if (object.expires) {
    const auto had = expiries_.find(&object);
    by_expiry_.erase({had->second, &object});
    expiries_.erase(had);
  }
  object.expires = expiry.has_value();
  if (!expiry) return;
  expiries_.emplace(&object, *expiry);
  by_expiry_.emplace(*expiry, &object);
}

Object* Objects::next_expired(Time now) const {
  if (by_expiry_.empty()) return nullptr;
  Object* first = by_expiry_.begin()->second;
  return expired(*first, now) ? first : nullptr;
}

}  // namespace stoa::keyspace::embedded
