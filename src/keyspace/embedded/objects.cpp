#include "keyspace/embedded/objects.h"

namespace stoa::keyspace::embedded {

bool Objects::expired(const Object& object, Time now) const {
  return object.expires && std::chrono::floor<std::chrono::milliseconds>(now) > expiries_.at(&object).at;
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
  return object.expires ? std::optional(expiries_.at(&object).at) : std::nullopt;
}

void Objects::set_expiry(Object& object, std::optional<Milliseconds> expiry) {
  if (object.expires) {
    const auto had = expiries_.find(&object);
    if (expiry && *expiry >= had->second.due) {
      had->second.at = *expiry;
      return;
    }
    due_.erase({had->second.due, &object});
    expiries_.erase(had);
  }
  object.expires = expiry.has_value();
  if (!expiry) return;
  expiries_.emplace(&object, Expiry{*expiry, *expiry});
  due_.emplace(*expiry, &object);
}

Object* Objects::next_due(Time now) const {
  if (due_.empty()) return nullptr;
  const auto& [due, first] = *due_.begin();
  return std::chrono::floor<std::chrono::milliseconds>(now) > due ? first : nullptr;
}

void Objects::look_later(Object& object) {
  Expiry& expiry = expiries_.at(&object);
  auto place = due_.extract({expiry.due, &object});
  place.value().first = expiry.due = expiry.at;
  due_.insert(std::move(place));
}

}  // namespace stoa::keyspace::embedded
