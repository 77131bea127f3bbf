#include "keyspace/embedded/writer.h"

#include "keyspace/embedded/errors.h"
#include "keyspace/embedded/name_hash.h"
#include "keyspace/integer.h"

#include <fmt/format.h>

#include <charconv>

namespace stoa::keyspace::embedded {
namespace {

class Decimal {
 public:
  explicit Decimal(std::int64_t number)
      : size_(static_cast<std::size_t>(std::to_chars(text_, text_ + sizeof text_, number).ptr - text_)) {}
  operator std::string_view() const { return {text_, size_}; }

 private:
  char text_[24];
  std::size_t size_;
};

enum class Sum { Ok, NotANumber, OutOfRange };

/// `text` is missing or a whole number as Redis takes one; the sum must fit.
Sum add(std::optional<std::string_view> text, std::int64_t by, std::int64_t& sum) {
  std::int64_t number = 0;
  if (text) {
    const auto parsed = parse_integer(*text);
    if (!parsed) return Sum::NotANumber;
    number = *parsed;
  }
  return __builtin_add_overflow(number, by, &sum) ? Sum::OutOfRange : Sum::Ok;
}

Error cannot_add(Sum why, std::string_view what) {
  return why == Sum::NotANumber ? not_a_number(what) : out_of_numbers(what);
}

}  // namespace

Object* Writer::find(std::string_view name) {
  journal_.touch(name_hash(name));
  Object* object = objects_.find(name);
  if (!object || !objects_.expired(*object, now_)) return object;
  drop(*object);
  return nullptr;
}

Result<Object*> Writer::find(std::string_view name, Type type) {
  Object* object = find(name);
  if (object && object->type() != type) return wrong_type(name, object->type(), type);
  return object;
}

Result<Object*> Writer::find_or_create(std::string_view name, Type type) {
  Object* object = STOA_TRY(find(name, type));
  if (object) return object;
  object = &objects_.create(name, type);
  journal_.created(*object);
  return object;
}

void Writer::drop(Object& object) {
  journal_.remove_all(object);
  const auto expiry = objects_.detach(object);
  journal_.dropped(object, expiry);
}

void Writer::drop_if_empty(Object& object) {
  if (object.size() == 0) drop(object);
}

void Writer::set(std::string_view name, std::string_view value) {
  Object* object = find(name);
  if (object && object->type() != Type::String) {
    drop(*object);
    object = nullptr;
  }
  if (!object) {
    object = &objects_.create(name, Type::String);
    journal_.created(*object);
  }
  journal_.before_value(*object);
  Text* text = Text::make(value);
  if (object->text()) Text::destroy(object->text());
  object->text() = text;
  journal_.put(*object, {}, value);
  if (object->expires) persist(name);
}

Result<std::int64_t> Writer::increment(std::string_view name, std::int64_t by) {
  Object* object = STOA_TRY(find(name, Type::String));
  std::int64_t sum = 0;
  const Sum added = add(object ? std::optional(object->text()->value()) : std::nullopt, by, sum);
  if (added != Sum::Ok) return cannot_add(added, fmt::format("the value of '{}'", name));
  const Decimal text(sum);
  if (!object) {
    set(name, text);
    return sum;
  }
  journal_.before_value(*object);
  Text::destroy(object->text());
  object->text() = Text::make(text);
  journal_.put(*object, {}, text);
  return sum;
}

Result<bool> Writer::hset(std::string_view name, std::string_view field, std::string_view value) {
  Object& object = *STOA_TRY(find_or_create(name, Type::Hash));
  const std::uint64_t hash = name_hash(field);
  HashField* old = object.hash().find(field, hash);
  journal_.before_field(object, field, old);
  journal_.put(object, field, value);
  HashField* made = HashField::make(field, value);
  if (!old) {
    object.hash().insert(made, hash);
    return true;
  }
  HashField::destroy(object.hash().replace(made, hash));
  return false;
}

Result<bool> Writer::hdel(std::string_view name, std::string_view field) {
  Object* object = STOA_TRY(find(name, Type::Hash));
  const HashField* old = object ? object->hash().find(field) : nullptr;
  if (!old) return false;
  journal_.before_field(*object, field, old);
  journal_.remove(*object, field);
  HashField::destroy(object->hash().take(field));
  drop_if_empty(*object);
  return true;
}

Result<std::int64_t> Writer::hincrement(std::string_view name, std::string_view field, std::int64_t by) {
  const Object* object = STOA_TRY(find(name, Type::Hash));
  const HashField* found = object ? object->hash().find(field) : nullptr;
  std::int64_t sum = 0;
  const Sum added = add(found ? std::optional(found->value()) : std::nullopt, by, sum);
  if (added != Sum::Ok) return cannot_add(added, fmt::format("field '{}' of '{}'", field, name));
  STOA_TRY(hset(name, field, Decimal(sum)));
  return sum;
}

Result<bool> Writer::sadd(std::string_view name, std::string_view member) {
  Object& object = *STOA_TRY(find_or_create(name, Type::Set));
  const std::uint64_t hash = name_hash(member);
  if (object.set().find(member, hash)) return false;
  journal_.before_member(object, member, Journal::Was::Absent);
  journal_.put(object, member, {});
  object.set().insert(Member::make(member), hash);
  return true;
}

Result<bool> Writer::srem(std::string_view name, std::string_view member) {
  Object* object = STOA_TRY(find(name, Type::Set));
  if (!object || !object->set().find(member)) return false;
  journal_.before_member(*object, member, Journal::Was::Present);
  journal_.remove(*object, member);
  Member::destroy(object->set().take(member));
  drop_if_empty(*object);
  return true;
}

bool Writer::del(std::string_view name) {
  Object* object = find(name);
  if (object) drop(*object);
  return object != nullptr;
}

bool Writer::expire_at(std::string_view name, Time time) {
  Object* object = find(name);
  if (!object) return false;
  const auto moment = std::chrono::floor<std::chrono::milliseconds>(time);
  if (moment <= std::chrono::floor<std::chrono::milliseconds>(now_)) {
    drop(*object);
    return true;
  }
  const auto was = objects_.expiry(*object);
  if (was == moment) return true;
  journal_.before_expiry(*object, was);
  journal_.put_expiry(*object, was, moment);
  objects_.set_expiry(*object, moment);
  return true;
}

bool Writer::persist(std::string_view name) {
  Object* object = find(name);
  if (!object || !object->expires) return false;
  const auto was = objects_.expiry(*object);
  journal_.before_expiry(*object, was);
  journal_.put_expiry(*object, was, std::nullopt);
  objects_.set_expiry(*object, std::nullopt);
  return true;
}

void Writer::adopt(Object& object) {
  del(object.name());
  objects_.attach(object, std::nullopt);
  journal_.created(object);
  object.sorted().members().for_each(
      [&](ScoredMember& member) { journal_.put(object, member.name(), view(write_score(member.score))); });
}

}  // namespace stoa::keyspace::embedded
