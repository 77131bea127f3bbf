#include "base/appender.h"
#include "base/json.h"
#include "base/rfc3339.h"
#include "base/utf8.h"

#include <sodium.h>

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace stoa {
namespace {
void append_value(Appender& to, const Schema&, const void* value);

template <class Number>
void append_number(Appender& to, Number value) {
  constexpr std::size_t kMostDigits = 32;
  char* digits = to.reserve(kMostDigits);
  to.used(static_cast<std::size_t>(std::to_chars(digits, digits + kMostDigits, value).ptr - digits));
}

void append_real(Appender& to, double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("JSON has no NaN and no infinity");
  append_number(to, value);
}

void append_money(Appender& to, Money amount) {
  std::int64_t minor = amount.minor();
  if (minor < 0) to.add('-');
  if (minor < 0) minor = -minor;
  append_number(to, minor / 100);
  to.add('.');
  to.add(static_cast<char>('0' + minor % 100 / 10));
  to.add(static_cast<char>('0' + minor % 10));
}

/// For each byte the letter after the backslash, 'u' for the long form, or 0 when it stands for itself.
constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> escapes{};
  for (int control = 0; control < 0x20; ++control) escapes[control] = 'u';
  for (char self : {'"', '\\'}) escapes[self] = self;
  escapes['\b'] = 'b';
  escapes['\f'] = 'f';
  escapes['\n'] = 'n';
  escapes['\r'] = 'r';
  escapes['\t'] = 't';
  return escapes;
}();

void append_escaped(Appender& to, std::string_view text) {
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char escape = kEscapes[static_cast<unsigned char>(text[i])];
    if (!escape) continue;
    to.add(text.substr(plain, i - plain));
    to.add('\\');
    to.add(escape);
    if (escape == 'u') {
      to.add(text[i] < 0x10 ? "000" : "001");
      to.add("0123456789abcdef"[text[i] & 15]);
    }
    plain = i + 1;
  }
  to.add(text.substr(plain));
}

void append_text(Appender& to, std::string_view text) {
  to.add('"');
  if (is_utf8(text))
    append_escaped(to, text);
  else
    append_escaped(to, repair_utf8(text));
  to.add('"');
}

void append_list(Appender& to, const Schema& schema, const void* value) {
  to.add('[');
  const std::size_t size = schema.list.size(value);
  for (std::size_t i = 0; i < size; ++i) {
    if (i) to.add(',');
    append_value(to, *schema.element, schema.list.at(value, i));
  }
  to.add(']');
}

void append_map(Appender& to, const Schema& schema, const void* value) {
  struct Context {
    const Schema* element;
    Appender* to;
    bool first;
  } context{schema.element, &to, true};
  to.add('{');
  schema.map.each(value, &context, [](void* opaque, std::string_view key, const void* element) {
    auto& [type, out, first] = *static_cast<Context*>(opaque);
    if (!first) out->add(',');
    first = false;
    append_text(*out, key);
    out->add(':');
    append_value(*out, *type, element);
  });
  to.add('}');
}

void append_struct(Appender& to, const Schema& schema, const void* value) {
  to.add('{');
  bool first = true;
  for (const Member& member : schema.structure.members) {
    if (member.border == Border::DocumentsOnly) continue;
    const void* place = member.in(value);
    if (member.schema->shape == Shape::Optional && !member.schema->optional.get(place)) continue;
    if (!first) to.add(',');
    first = false;
    to.add(member.json_key);
    append_value(to, *member.schema, place);
  }
  to.add('}');
}

void append_optional(Appender& to, const Schema& schema, const void* value) {
  if (const void* held = schema.optional.get(value))
    append_value(to, *schema.element, held);
  else
    to.add("null");
}

void append_id(Appender& to, const ObjectId& id) {
  char* at = to.reserve(ObjectId::kHexSize + 2);
  *at++ = '"';
  id.write_hex(at);
  at[ObjectId::kHexSize] = '"';
  to.used(ObjectId::kHexSize + 2);
}

void append_owner(Appender& to, const Schema& schema, const void* value) {
  if (const ObjectId* id = schema.owner.id(value))
    append_id(to, *id);
  else
    append_text(to, *schema.owner.text(value));
}

void append_base64(Appender& to, const Bytes& bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_encoded_len(bytes.content.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.content.data()),
                    bytes.content.size(), kVariant);
  text.pop_back();  // the NUL
  append_text(to, text);
}

void append_time(Appender& to, Time time) {
  to.add('"');
  write_rfc3339(to.reserve(kRfc3339Size), time);
  to.used(kRfc3339Size);
  to.add('"');
}

void append_value(Appender& to, const Schema& schema, const void* value) {
  switch (schema.shape) {
    case Shape::Bool:
      return to.add(*static_cast<const bool*>(value) ? "true" : "false");
    case Shape::Int32:
      return append_number(to, *static_cast<const std::int32_t*>(value));
    case Shape::Int64:
      return append_number(to, *static_cast<const std::int64_t*>(value));
    case Shape::Double:
      return append_real(to, *static_cast<const double*>(value));
    case Shape::Text:
      return append_text(to, *static_cast<const std::string*>(value));
    case Shape::Name:
      return append_text(to, schema.name.get(value));
    case Shape::Id:
      return append_id(to, *static_cast<const ObjectId*>(value));
    case Shape::Moment:
      return append_time(to, *static_cast<const Time*>(value));
    case Shape::Money:
      return append_money(to, *static_cast<const Money*>(value));
    case Shape::Enum:
      return append_text(to, enum_name_of(schema, schema.enumeration.get(value)));
    case Shape::Owner:
      return append_owner(to, schema, value);
    case Shape::Bytes:
      return append_base64(to, *static_cast<const Bytes*>(value));
    case Shape::Optional:
      return append_optional(to, schema, value);
    case Shape::List:
      return append_list(to, schema, value);
    case Shape::Map:
      return append_map(to, schema, value);
    case Shape::Struct:
      return append_struct(to, schema, value);
  }
}

}  // namespace

void append_json_text(std::string& to, std::string_view text) {
  Appender appender(to);
  append_text(appender, text);
}

std::string json_text(std::string_view text) {
  std::string json;
  append_json_text(json, text);
  return json;
}

void write_json(const Schema& schema, const void* value, std::string& to) {
  Appender appender(to);
  append_value(appender, schema, value);
}

}  // namespace stoa
