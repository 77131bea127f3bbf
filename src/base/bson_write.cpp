#include "base/appender.h"
#include "base/bson.h"
#include "base/bson_type.h"
#include "base/utf8.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <stdexcept>

// The bytes are appended here and not by libbson, whose documents would have to be copied out into a string.
static_assert(std::endian::native == std::endian::little, "BSON's numbers are little-endian");

namespace stoa {
namespace {
using Type = BsonType;

/// An element's type and name.
std::size_t head_size(std::string_view key) {
  return key.size() + 2;
}

/// `key` is UTF-8 without a NUL: a field's name, an array's index or a checked_key(). Gives where its value
/// goes.
char* write_head(char* at, Type type, std::string_view key) {
  *at = static_cast<char>(type);
  std::memcpy(at + 1, key.data(), key.size());
  at[key.size() + 1] = '\0';
  return at + head_size(key);
}

void append_head(Appender& to, Type type, std::string_view key) {
  write_head(to.reserve(head_size(key)), type, key);
  to.used(head_size(key));
}

/// A head and the bytes of a number or an id as they lie in memory.
template <class Value>
void append_plain(Appender& to, Type type, std::string_view key, const Value& value) {
  const std::size_t size = head_size(key) + sizeof value;
  std::memcpy(write_head(to.reserve(size), type, key), &value, sizeof value);
  to.used(size);
}

std::string checked_key(std::string_view key) {
  if (key.find('\0') != key.npos) throw std::invalid_argument("a document's field has a NUL in its name");
  return repair_utf8(key);
}

void append_text(Appender& to, std::string_view key, std::string_view text) {
  if (!is_utf8(text)) return append_text(to, key, repair_utf8(text));
  const auto length = static_cast<std::int32_t>(text.size() + 1);
  const std::size_t size = head_size(key) + sizeof length + text.size() + 1;
  char* at = write_head(to.reserve(size), Type::Text, key);
  std::memcpy(at, &length, sizeof length);
  std::memcpy(at + sizeof length, text.data(), text.size());
  at[sizeof length + text.size()] = '\0';
  to.used(size);
}

void append_id(Appender& to, std::string_view key, const ObjectId& id) {
  append_plain(to, Type::ObjectId, key, id.bytes());
}

template <class Number>
void append_number(Appender& to, Type type, std::string_view key, Number value) {
  append_plain(to, type, key, value);
}

void append_real(Appender& to, std::string_view key, double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("a document takes no NaN and no infinity");
  append_number(to, Type::Double, key, value);
}

std::int64_t milliseconds_of(Time time) {
  return std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
}

/// A length that is filled in when what it covers has been written.
class Length {
 public:
  explicit Length(Appender& to) : to_(to), at_(to.size()) { to.add_raw(std::int32_t{0}); }
  void close() {
    to_.add('\0');
    to_.overwrite(at_, static_cast<std::int32_t>(to_.size() - at_));
  }

 private:
  Appender& to_;
  std::size_t at_;
};

void append_value(Appender& to, std::string_view key, const Schema& schema, const void* value);

void append_members(Appender& to, const Schema& schema, const void* value) {
  Length length(to);
  for (const Member& member : schema.structure.members) {
    if (member.border == Border::ApiOnly) continue;
    const void* place = member.in(value);
    if (member.schema->shape == Shape::Optional && !member.schema->optional.get(place)) continue;
    append_value(to, member.stored, *member.schema, place);
  }
  length.close();
}

void append_elements(Appender& to, const Schema& schema, const void* value) {
  Length length(to);
  std::size_t size = schema.list.size(value);
  for (std::size_t i = 0; i < size; ++i) {
    char digits[20];
    auto end = std::to_chars(digits, digits + sizeof digits, i).ptr;
    append_value(to, {digits, end}, *schema.element, schema.list.at(value, i));
  }
  length.close();
}

void append_entries(Appender& to, const Schema& schema, const void* value) {
  struct Context {
    Appender* to;
    const Schema* element;
  } context{&to, schema.element};
  Length length(to);
  schema.map.each(value, &context, [](void* opaque, std::string_view key, const void* element) {
    auto& [out, type] = *static_cast<Context*>(opaque);
    append_value(*out, checked_key(key), *type, element);
  });
  length.close();
}

void append_optional(Appender& to, std::string_view key, const Schema& schema, const void* value) {
  if (const void* held = schema.optional.get(value))
    append_value(to, key, *schema.element, held);
  else
    append_head(to, Type::Null, key);
}

void append_owner(Appender& to, std::string_view key, const Schema& schema, const void* value) {
  if (const ObjectId* id = schema.owner.id(value))
    append_id(to, key, *id);
  else
    append_text(to, key, *schema.owner.text(value));
}

void append_bytes(Appender& to, std::string_view key, const Bytes& bytes) {
  constexpr char kGeneric = 0;
  append_head(to, Type::Binary, key);
  to.add_raw(static_cast<std::int32_t>(bytes.content.size()));
  to.add(kGeneric);
  to.add(bytes.content);
}

void append_value(Appender& to, std::string_view key, const Schema& schema, const void* value) {
  switch (schema.shape) {
    case Shape::Bool:
      return append_number(to, Type::Bool, key, *static_cast<const bool*>(value));
    case Shape::Int32:
      return append_number(to, Type::Int32, key, *static_cast<const std::int32_t*>(value));
    case Shape::Int64:
      return append_number(to, Type::Int64, key, *static_cast<const std::int64_t*>(value));
    case Shape::Double:
      return append_real(to, key, *static_cast<const double*>(value));
    case Shape::Text:
      return append_text(to, key, *static_cast<const std::string*>(value));
    case Shape::Name:
      return append_text(to, key, schema.name.get(value));
    case Shape::Id:
      return append_id(to, key, *static_cast<const ObjectId*>(value));
    case Shape::Moment:
      return append_number(to, Type::Moment, key, milliseconds_of(*static_cast<const Time*>(value)));
    case Shape::Money:
      return append_number(to, Type::Double, key, static_cast<const Money*>(value)->number());
    case Shape::Enum:
      return append_text(to, key, enum_name_of(schema, schema.enumeration.get(value)));
    case Shape::Owner:
      return append_owner(to, key, schema, value);
    case Shape::Bytes:
      return append_bytes(to, key, *static_cast<const Bytes*>(value));
    case Shape::Optional:
      return append_optional(to, key, schema, value);
    case Shape::List:
      append_head(to, Type::Array, key);
      return append_elements(to, schema, value);
    case Shape::Map:
      append_head(to, Type::Document, key);
      return append_entries(to, schema, value);
    case Shape::Struct:
      append_head(to, Type::Document, key);
      return append_members(to, schema, value);
  }
}
}  // namespace

void write_bson(const Schema& schema, const void* value, std::string& to) {
  Appender appender(to);
  if (schema.shape == Shape::Struct)
    append_members(appender, schema, value);
  else if (schema.shape == Shape::Map)
    append_entries(appender, schema, value);
  else
    throw std::logic_error("a BSON document is a struct or a map");
}

}  // namespace stoa
