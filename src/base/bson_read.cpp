#include "base/bson.h"
#include "base/bson_cursor.h"
#include "base/rfc3339.h"
#include "base/utf8.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <optional>

namespace stoa {
namespace {
/// The way from the whole document to the value being read, on the call stack; made into text only for an
/// error.
struct Step {
  const Step* up;
  std::string_view name;
  enum class Kind { Field, Index } kind;
};

std::string path_text(const Step* step) {
  if (!step) return {};
  std::string text = path_text(step->up);
  if (step->kind == Step::Kind::Index) return text + fmt::format("[{}]", step->name);
  if (!text.empty()) text += '.';
  return text + (is_utf8(step->name) ? std::string(step->name) : repair_utf8(step->name));
}

Error corrupt(const Step* at, std::string_view code, std::string_view what) {
  std::string path = path_text(at);
  return {Error::Kind::Corrupt, fmt::format("document.{}", code),
          fmt::format("{}: {}", path.empty() ? "document" : path, what)};
}

Error wrong_type(const Step* at, std::string_view expected) {
  return corrupt(at, "wrong_type", fmt::format("must be {}", expected));
}

Error not_bson(const Step* at) {
  return corrupt(at, "malformed", "not a BSON document");
}

Result<void> read_value(const Step*, const BsonCursor&, const Schema&, void* value);

/// The number as an integer, if it is one, of any of BSON's number types.
std::optional<std::int64_t> whole_of(const BsonCursor& at) {
  switch (at.type()) {
    case BsonType::Int32:
      return at.int32();
    case BsonType::Int64:
      return at.int64();
    case BsonType::Double: {
      const double number = at.real();
      if (!(number >= -0x1p63 && number < 0x1p63) || std::trunc(number) != number) return {};
      return static_cast<std::int64_t>(number);
    }
    default:
      return {};
  }
}

std::optional<double> real_of(const BsonCursor& at) {
  double number;
  switch (at.type()) {
    case BsonType::Int32:
      return at.int32();
    case BsonType::Int64:
      number = static_cast<double>(at.int64());
      if (number >= 0x1p63 || static_cast<std::int64_t>(number) != at.int64()) return {};
      return number;
    case BsonType::Double:
      number = at.real();
      if (!std::isfinite(number)) return {};
      return number;
    default:
      return {};
  }
}

/// Nothing unless it is well-formed text.
std::optional<std::string_view> text_of(const BsonCursor& at) {
  if (at.type() != BsonType::Text || !is_utf8(at.text())) return {};
  return at.text();
}

ObjectId id_of(const BsonCursor& at) {
  ObjectId::Bytes bytes;
  std::memcpy(bytes.data(), at.object_id(), bytes.size());
  return ObjectId(bytes);
}

Result<void> read_bool(const Step* step, const BsonCursor& at, void* value) {
  if (at.type() != BsonType::Bool) return wrong_type(step, "a boolean");
  *static_cast<bool*>(value) = at.boolean();
  return {};
}

template <class Whole>
Result<void> read_whole(const Step* step, const BsonCursor& at, void* value) {
  auto number = whole_of(at);
  if (!number || static_cast<Whole>(*number) != *number)
    return wrong_type(step, sizeof(Whole) == 4 ? "a whole number of 32 bits" : "a whole number of 64 bits");
  *static_cast<Whole*>(value) = static_cast<Whole>(*number);
  return {};
}

Result<void> read_real(const Step* step, const BsonCursor& at, void* value) {
  auto number = real_of(at);
  if (!number) return wrong_type(step, "a number");
  *static_cast<double*>(value) = *number;
  return {};
}

Result<void> read_money(const Step* step, const BsonCursor& at, void* value) {
  auto number = real_of(at);
  if (!number) return wrong_type(step, "a number with two decimals");
  auto amount = Money::from_number(*number);
  if (!amount.ok()) return corrupt(step, "bad_value", amount.error().message);
  *static_cast<Money*>(value) = *amount;
  return {};
}

Result<void> read_moment(const Step* step, const BsonCursor& at, void* value) {
  if (at.type() != BsonType::Moment) return wrong_type(step, "a date");
  const std::int64_t milliseconds = at.int64();
  if (milliseconds < std::chrono::ceil<std::chrono::milliseconds>(kFirstTime).time_since_epoch().count() ||
      milliseconds > std::chrono::floor<std::chrono::milliseconds>(kLastTime).time_since_epoch().count())
    return corrupt(step, "bad_value", "must be a date of the years 0 to 9999");
  *static_cast<Time*>(value) = Time{std::chrono::milliseconds{milliseconds}};
  return {};
}

Result<void> read_id(const Step* step, const BsonCursor& at, void* value) {
  if (at.type() != BsonType::ObjectId) return wrong_type(step, "an ObjectId");
  *static_cast<ObjectId*>(value) = id_of(at);
  return {};
}

Result<void> read_owner(const Step* step, const BsonCursor& at, const Schema& schema, void* value) {
  if (at.type() == BsonType::ObjectId)
    schema.owner.set_id(value, id_of(at));
  else if (auto text = text_of(at))
    schema.owner.set_text(value, *text);
  else
    return wrong_type(step, "an ObjectId or a text");
  return {};
}

Result<void> read_bytes(const Step* step, const BsonCursor& at, void* value) {
  if (at.type() != BsonType::Binary) return wrong_type(step, "binary");
  static_cast<Bytes*>(value)->content.assign(at.binary());
  return {};
}

/// Text, Name and Enum.
Result<void> read_text(const Step* step, const BsonCursor& at, const Schema& schema, void* value) {
  auto text = text_of(at);
  if (!text) return wrong_type(step, "a text in UTF-8");
  if (schema.shape == Shape::Text) {
    static_cast<std::string*>(value)->assign(*text);
  } else if (schema.shape == Shape::Name) {
    if (auto set = schema.name.set(value, *text); !set.ok())
      return corrupt(step, "bad_value", set.error().message);
  } else {
    const EnumName* name = find_enum_name(schema, *text);
    if (!name)
      return corrupt(step, "bad_value", fmt::format("'{}' is none of its values", text->substr(0, 40)));
    schema.enumeration.set(value, name->value);
  }
  return {};
}

/// Documents are mostly written by us, with their fields in the description's order: the name that should come
/// next is compared before any is looked for.
Result<void> read_members(const Step* up, BsonCursor at, const Schema& schema, void* value) {
  const auto& members = schema.structure.members;
  std::uint64_t seen = 0;
  std::size_t hint = 0;
  const auto next = [&] { return hint < members.size() ? at.next(members[hint].stored) : at.next(); };
  while (next()) {
    const bool in_order = at.as_expected() && members[hint].border != Border::ApiOnly;
    const Member* member = in_order ? &members[hint] : find_stored_member(schema, at.name(), hint);
    if (!member) continue;
    const auto index = static_cast<std::size_t>(member - members.data());
    const Step step{up, member->stored, Step::Kind::Field};
    if (seen >> index & 1) return corrupt(&step, "duplicate_field", "stands there twice");
    STOA_TRY(read_value(&step, at, *member->schema, member->in(value)));
    seen |= std::uint64_t{1} << index;
    hint = index + 1;
  }
  if (at.damaged()) return not_bson(up);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (seen >> i & 1) continue;
    const Member& member = members[i];
    if (member.fallback) member.copy(member.in(value), member.fallback.get());
    if (member.required() && member.border != Border::ApiOnly) {
      const Step step{up, member.stored, Step::Kind::Field};
      return corrupt(&step, "missing_field", "is missing");
    }
  }
  return {};
}

/// A list gets room for so many at once; beyond that it grows as lists do, lest empty elements ask for much.
constexpr std::size_t kMostReserved = 256;

Result<void> read_elements(const Step* up, BsonCursor at, const Schema& schema, void* value) {
  std::size_t count = 0;
  for (BsonCursor ahead = at; count < kMostReserved && ahead.next();) ++count;
  schema.list.reserve(value, count);
  while (at.next()) {
    const Step step{up, at.name(), Step::Kind::Index};
    STOA_TRY(read_value(&step, at, *schema.element, schema.list.append(value)));
  }
  if (at.damaged()) return not_bson(up);
  return {};
}

Result<void> read_entries(const Step* up, BsonCursor at, const Schema& schema, void* value) {
  while (at.next()) {
    const Step step{up, at.name(), Step::Kind::Field};
    if (!is_utf8(at.name())) return wrong_type(&step, "named in UTF-8");
    auto entry = schema.map.insert(value, at.name());
    if (!entry.inserted) return corrupt(&step, "duplicate_field", "stands there twice");
    STOA_TRY(read_value(&step, at, *schema.element, entry.value));
  }
  if (at.damaged()) return not_bson(up);
  return {};
}

/// Struct, Map and List.
Result<void> read_inside(const Step* step, const BsonCursor& at, const Schema& schema, void* value) {
  const bool is_list = schema.shape == Shape::List;
  if (at.type() != (is_list ? BsonType::Array : BsonType::Document))
    return wrong_type(step, is_list ? "an array" : "a document");
  const BsonCursor inside(at.value());
  if (is_list) return read_elements(step, inside, schema, value);
  if (schema.shape == Shape::Map) return read_entries(step, inside, schema, value);
  return read_members(step, inside, schema, value);
}

Result<void> read_value(const Step* step, const BsonCursor& at, const Schema& schema, void* value) {
  switch (schema.shape) {
    case Shape::Bool:
      return read_bool(step, at, value);
    case Shape::Int32:
      return read_whole<std::int32_t>(step, at, value);
    case Shape::Int64:
      return read_whole<std::int64_t>(step, at, value);
    case Shape::Double:
      return read_real(step, at, value);
    case Shape::Text:
    case Shape::Name:
    case Shape::Enum:
      return read_text(step, at, schema, value);
    case Shape::Id:
      return read_id(step, at, value);
    case Shape::Moment:
      return read_moment(step, at, value);
    case Shape::Money:
      return read_money(step, at, value);
    case Shape::Owner:
      return read_owner(step, at, schema, value);
    case Shape::Bytes:
      return read_bytes(step, at, value);
    case Shape::Optional:
      if (at.type() == BsonType::Null) return {};
      return read_value(step, at, *schema.element, schema.optional.emplace(value));
    case Shape::List:
    case Shape::Map:
    case Shape::Struct:
      return read_inside(step, at, schema, value);
  }
  return {};
}
}  // namespace

Result<void> read_bson(const Schema& schema, void* value, std::string_view document) {
  const BsonCursor at(document);
  if (schema.shape == Shape::Map) return read_entries(nullptr, at, schema, value);
  return read_members(nullptr, at, schema, value);
}

}  // namespace stoa
