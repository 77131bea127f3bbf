#include "base/bson.h"
#include "base/rfc3339.h"
#include "base/utf8.h"

#include <bson/bson.h>
#include <fmt/format.h>

#include <cmath>
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

Result<void> read_value(const Step*, bson_iter_t&, const Schema&, void* value);

/// The number as an integer, if it is one, of any of BSON's number types.
std::optional<std::int64_t> whole_of(const bson_iter_t& at) {
  switch (bson_iter_type(&at)) {
    case BSON_TYPE_INT32:
      return bson_iter_int32(&at);
    case BSON_TYPE_INT64:
      return bson_iter_int64(&at);
    case BSON_TYPE_DOUBLE: {
      double number = bson_iter_double(&at);
      if (!(number >= -0x1p63 && number < 0x1p63) || std::trunc(number) != number) return {};
      return static_cast<std::int64_t>(number);
    }
    default:
      return {};
  }
}

std::optional<double> real_of(const bson_iter_t& at) {
  double number;
  switch (bson_iter_type(&at)) {
    case BSON_TYPE_INT32:
      return bson_iter_int32(&at);
    case BSON_TYPE_INT64:
      number = static_cast<double>(bson_iter_int64(&at));
      if (number >= 0x1p63 || static_cast<std::int64_t>(number) != bson_iter_int64(&at)) return {};
      return number;
    case BSON_TYPE_DOUBLE:
      number = bson_iter_double(&at);
      if (!std::isfinite(number)) return {};
      return number;
    default:
      return {};
  }
}

/// Nothing unless it is well-formed text.
std::optional<std::string_view> text_of(const bson_iter_t& at) {
  if (!BSON_ITER_HOLDS_UTF8(&at)) return {};
  std::uint32_t length = 0;
  const char* bytes = bson_iter_utf8(&at, &length);
  std::string_view text(bytes, length);
  if (!is_utf8(text)) return {};
  return text;
}

ObjectId id_of(const bson_iter_t& at) {
  ObjectId::Bytes bytes;
  std::copy_n(bson_iter_oid(&at)->bytes, bytes.size(), bytes.begin());
  return ObjectId(bytes);
}

Result<void> read_bool(const Step* step, const bson_iter_t& at, void* value) {
  if (!BSON_ITER_HOLDS_BOOL(&at)) return wrong_type(step, "a boolean");
  *static_cast<bool*>(value) = bson_iter_bool(&at);
  return {};
}

template <class Whole>
Result<void> read_whole(const Step* step, const bson_iter_t& at, void* value) {
  auto number = whole_of(at);
  if (!number || static_cast<Whole>(*number) != *number)
    return wrong_type(step, sizeof(Whole) == 4 ? "a whole number of 32 bits" : "a whole number of 64 bits");
  *static_cast<Whole*>(value) = static_cast<Whole>(*number);
  return {};
}

Result<void> read_real(const Step* step, const bson_iter_t& at, void* value) {
  auto number = real_of(at);
  if (!number) return wrong_type(step, "a number");
  *static_cast<double*>(value) = *number;
  return {};
}

Result<void> read_money(const Step* step, const bson_iter_t& at, void* value) {
  auto number = real_of(at);
  if (!number) return wrong_type(step, "a number with two decimals");
  auto amount = Money::from_number(*number);
  if (!amount.ok()) return corrupt(step, "bad_value", amount.error().message);
  *static_cast<Money*>(value) = *amount;
  return {};
}

Result<void> read_moment(const Step* step, const bson_iter_t& at, void* value) {
  if (!BSON_ITER_HOLDS_DATE_TIME(&at)) return wrong_type(step, "a date");
  std::int64_t milliseconds = bson_iter_date_time(&at);
  if (milliseconds < std::chrono::ceil<std::chrono::milliseconds>(kFirstTime).time_since_epoch().count() ||
      milliseconds > std::chrono::floor<std::chrono::milliseconds>(kLastTime).time_since_epoch().count())
    return corrupt(step, "bad_value", "must be a date of the years 0 to 9999");
  *static_cast<Time*>(value) = Time{std::chrono::milliseconds{milliseconds}};
  return {};
}

Result<void> read_id(const Step* step, const bson_iter_t& at, void* value) {
  if (!BSON_ITER_HOLDS_OID(&at)) return wrong_type(step, "an ObjectId");
  *static_cast<ObjectId*>(value) = id_of(at);
  return {};
}

Result<void> read_owner(const Step* step, const bson_iter_t& at, const Schema& schema, void* value) {
  if (BSON_ITER_HOLDS_OID(&at))
    schema.owner.set_id(value, id_of(at));
  else if (auto text = text_of(at))
    schema.owner.set_text(value, *text);
  else
    return wrong_type(step, "an ObjectId or a text");
  return {};
}

Result<void> read_bytes(const Step* step, const bson_iter_t& at, void* value) {
  if (!BSON_ITER_HOLDS_BINARY(&at)) return wrong_type(step, "binary");
  std::uint32_t size = 0;
  const std::uint8_t* bytes = nullptr;
  bson_subtype_t subtype{};
  bson_iter_binary(&at, &subtype, &size, &bytes);
  static_cast<Bytes*>(value)->content.assign(reinterpret_cast<const char*>(bytes), size);
  return {};
}

/// Text, Name and Enum.
Result<void> read_text(const Step* step, const bson_iter_t& at, const Schema& schema, void* value) {
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

Result<void> read_members(const Step* up, bson_iter_t& at, const Schema& schema, void* value) {
  const auto& members = schema.structure.members;
  std::uint64_t seen = 0;
  std::size_t hint = 0;
  while (bson_iter_next(&at)) {
    const Member* member = find_stored_member(schema, bson_iter_key(&at), hint);
    if (!member) continue;
    std::size_t index = static_cast<std::size_t>(member - members.data());
    Step step{up, member->stored, Step::Kind::Field};
    if (seen >> index & 1) return corrupt(&step, "duplicate_field", "stands there twice");
    STOA_TRY(read_value(&step, at, *member->schema, member->in(value)));
    seen |= std::uint64_t{1} << index;
    hint = index + 1;
  }
  if (at.err_off) return not_bson(up);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (seen >> i & 1) continue;
    const Member& member = members[i];
    if (member.fallback) member.copy(member.in(value), member.fallback.get());
    Step step{up, member.stored, Step::Kind::Field};
    if (member.required() && member.border != Border::ApiOnly)
      return corrupt(&step, "missing_field", "is missing");
  }
  return {};
}

Result<void> read_elements(const Step* up, bson_iter_t& at, const Schema& schema, void* value) {
  while (bson_iter_next(&at)) {
    Step step{up, bson_iter_key(&at), Step::Kind::Index};
    STOA_TRY(read_value(&step, at, *schema.element, schema.list.append(value)));
  }
  if (at.err_off) return not_bson(up);
  return {};
}

Result<void> read_entries(const Step* up, bson_iter_t& at, const Schema& schema, void* value) {
  while (bson_iter_next(&at)) {
    std::string_view key = bson_iter_key(&at);
    Step step{up, key, Step::Kind::Field};
    if (!is_utf8(key)) return wrong_type(&step, "named in UTF-8");
    auto entry = schema.map.insert(value, key);
    if (!entry.inserted) return corrupt(&step, "duplicate_field", "stands there twice");
    STOA_TRY(read_value(&step, at, *schema.element, entry.value));
  }
  if (at.err_off) return not_bson(up);
  return {};
}

/// Struct, Map and List.
Result<void> read_inside(const Step* step, const bson_iter_t& at, const Schema& schema, void* value) {
  bool is_list = schema.shape == Shape::List;
  if (is_list ? !BSON_ITER_HOLDS_ARRAY(&at) : !BSON_ITER_HOLDS_DOCUMENT(&at))
    return wrong_type(step, is_list ? "an array" : "a document");
  bson_iter_t inside;
  if (!bson_iter_recurse(&at, &inside)) return not_bson(step);
  if (is_list) return read_elements(step, inside, schema, value);
  if (schema.shape == Shape::Map) return read_entries(step, inside, schema, value);
  return read_members(step, inside, schema, value);
}

Result<void> read_value(const Step* step, bson_iter_t& at, const Schema& schema, void* value) {
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
      if (BSON_ITER_HOLDS_NULL(&at)) return {};
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
  bson_iter_t at;
  auto bytes = reinterpret_cast<const std::uint8_t*>(document.data());
  if (!bson_iter_init_from_data(&at, bytes, document.size())) return not_bson(nullptr);
  if (schema.shape == Shape::Map) return read_entries(nullptr, at, schema, value);
  return read_members(nullptr, at, schema, value);
}

}  // namespace stoa
