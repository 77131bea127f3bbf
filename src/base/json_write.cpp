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
template <class Number>
void append_number(std::string& to, Number value) {
  char digits[32];
  to.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_real(std::string& to, double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("JSON has no NaN and no infinity");
  append_number(to, value);
}

void append_money(std::string& to, Money amount) {
  std::int64_t minor = amount.minor();
  if (minor < 0) to += '-';
  if (minor < 0) minor = -minor;
  append_number(to, minor / 100);
  to += '.';
  to += static_cast<char>('0' + minor % 100 / 10);
  to += static_cast<char>('0' + minor % 10);
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

void append_escaped(std::string& to, std::string_view text) {
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char escape = kEscapes[static_cast<unsigned char>(text[i])];
    if (!escape) continue;
    to.append(text, plain, i - plain);
    to += '\\';
    to += escape;
    if (escape == 'u') {
      to += text[i] < 0x10 ? "000" : "001";
      to += "0123456789abcdef"[text[i] & 15];
    }
    plain = i + 1;
  }
  to.append(text, plain);
}

void append_list(const Schema& schema, const void* value, std::string& to) {
  to += '[';
  std::size_t size = schema.list.size(value);
  for (std::size_t i = 0; i < size; ++i) {
    if (i) to += ',';
    write_json(*schema.element, schema.list.at(value, i), to);
  }
  to += ']';
}

void append_map(const Schema& schema, const void* value, std::string& to) {
  struct Context {
    const Schema* element;
    std::string* to;
    bool first;
  } context{schema.element, &to, true};
  to += '{';
  schema.map.each(value, &context, [](void* opaque, std::string_view key, const void* element) {
    auto& [type, out, first] = *static_cast<Context*>(opaque);
    if (!first) *out += ',';
    first = false;
    append_json_text(*out, key);
    *out += ':';
    write_json(*type, element, *out);
  });
  to += '}';
}

void append_struct(const Schema& schema, const void* value, std::string& to) {
  to += '{';
  bool first = true;
  for (const Member& member : schema.structure.members) {
    if (member.border == Border::DocumentsOnly) continue;
    const void* place = member.in(value);
    if (member.schema->shape == Shape::Optional && !member.schema->optional.get(place)) continue;
    if (!first) to += ',';
    first = false;
    to += member.json_key;
    write_json(*member.schema, place, to);
  }
  to += '}';
}

void append_optional(const Schema& schema, const void* value, std::string& to) {
  if (const void* held = schema.optional.get(value))
    write_json(*schema.element, held, to);
  else
    to += "null";
}

void append_owner(const Schema& schema, const void* value, std::string& to) {
  const ObjectId* id = schema.owner.id(value);
  append_json_text(to, id ? id->hex() : *schema.owner.text(value));
}

void append_base64(std::string& to, const Bytes& bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_encoded_len(bytes.content.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.content.data()),
                    bytes.content.size(), kVariant);
  text.pop_back();  // the NUL
  append_json_text(to, text);
}

void append_time(std::string& to, Time time) {
  to += '"';
  append_rfc3339(to, time);
  to += '"';
}
}  // namespace

void append_json_text(std::string& to, std::string_view text) {
  to += '"';
  if (is_utf8(text))
    append_escaped(to, text);
  else
    append_escaped(to, repair_utf8(text));
  to += '"';
}

std::string json_text(std::string_view text) {
  std::string json;
  append_json_text(json, text);
  return json;
}

void write_json(const Schema& schema, const void* value, std::string& to) {
  switch (schema.shape) {
    case Shape::Bool:
      to += *static_cast<const bool*>(value) ? "true" : "false";
      return;
    case Shape::Int32:
      return append_number(to, *static_cast<const std::int32_t*>(value));
    case Shape::Int64:
      return append_number(to, *static_cast<const std::int64_t*>(value));
    case Shape::Double:
      return append_real(to, *static_cast<const double*>(value));
    case Shape::Text:
      return append_json_text(to, *static_cast<const std::string*>(value));
    case Shape::Name:
      return append_json_text(to, schema.name.get(value));
    case Shape::Id:
      return append_json_text(to, static_cast<const ObjectId*>(value)->hex());
    case Shape::Moment:
      return append_time(to, *static_cast<const Time*>(value));
    case Shape::Money:
      return append_money(to, *static_cast<const Money*>(value));
    case Shape::Enum:
      return append_json_text(to, enum_name_of(schema, schema.enumeration.get(value)));
    case Shape::Owner:
      return append_owner(schema, value, to);
    case Shape::Bytes:
      return append_base64(to, *static_cast<const Bytes*>(value));
    case Shape::Optional:
      return append_optional(schema, value, to);
    case Shape::List:
      return append_list(schema, value, to);
    case Shape::Map:
      return append_map(schema, value, to);
    case Shape::Struct:
      return append_struct(schema, value, to);
  }
}

}  // namespace stoa
