#include "http/form.h"

#include "base/json.h"
#include "base/utf8.h"
#include "http/ascii.h"
#include "http/percent.h"

#include <stdexcept>

namespace stoa::http {
namespace {

std::optional<std::string> decoded(std::string_view encoded) {
  std::string text;
  text.reserve(encoded.size());
  if (!percent_decode(encoded, Plus::Space, text)) return std::nullopt;
  if (text.find('\0') != text.npos || !is_utf8(text)) return std::nullopt;
  return text;
}

bool is_named(std::string_view encoded, std::string_view name) {
  if (encoded == name) return true;
  return encoded.find_first_of("%+") != encoded.npos && decoded(encoded) == name;
}

/// Calls `visit(encoded value)` for each field of that name until it gives false.
template <class Visit>
void each_field(std::string_view encoded, std::string_view name, Visit visit) {
  while (!encoded.empty()) {
    std::string_view value = cut(encoded, '&');
    if (is_named(cut(value, '='), name) && !visit(value)) return;
  }
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("+-.0123456789eE") == text.npos;
}

void append_truth(std::string& json, std::string_view text) {
  if (text == "on" || text == "true" || text == "1")
    json += "true";
  else if (text == "false" || text == "0")
    json += "false";
  else
    append_json_text(json, text);
}

void append_scalar(std::string& json, const Schema& schema, std::string_view text) {
  switch (schema.shape) {
    case Shape::Optional:
      return append_scalar(json, *schema.element, text);
    case Shape::Bool:
      return append_truth(json, text);
    case Shape::Int32:
    case Shape::Int64:
    case Shape::Double:
    case Shape::Money:
      if (is_number(text)) {
        json += text;
        return;
      }
      return append_json_text(json, text);
    case Shape::List:
    case Shape::Map:
    case Shape::Struct:
      throw std::logic_error("a form's field has one value; a list, map or struct within is more");
    default:
      return append_json_text(json, text);
  }
}

bool append_list(std::string& json, const Schema& schema, const std::vector<std::string>& values) {
  if (values.empty()) return false;
  json += '[';
  for (const std::string& value : values) {
    if (json.back() != '[') json += ',';
    append_scalar(json, *schema.element, value);
  }
  json += ']';
  return true;
}

/// Whether the field is there.
bool append_field(std::string& json, const Member& member, std::string_view encoded) {
  const bool optional = member.schema->shape == Shape::Optional;
  const Schema& schema = optional ? *member.schema->element : *member.schema;
  if (schema.shape == Shape::List) return append_list(json, schema, find_fields(encoded, member.name));
  const auto text = find_field(encoded, member.name);
  if (schema.shape == Shape::Bool && !text && member.required()) {
    json += "false";
    return true;
  }
  if (!text || (text->empty() && (schema.shape != Shape::Text || !member.required()))) return false;
  append_scalar(json, schema, *text);
  return true;
}

}  // namespace

bool is_well_formed_form(std::string_view encoded) {
  const bool plain = encoded.find('%') == encoded.npos;
  if (plain) return encoded.find('\0') == encoded.npos && is_utf8(encoded);
  while (!encoded.empty()) {
    std::string_view value = cut(encoded, '&');
    if (!decoded(cut(value, '=')) || !decoded(value)) return false;
  }
  return true;
}

std::optional<std::string> find_field(std::string_view encoded, std::string_view name) {
  std::optional<std::string> found;
  each_field(encoded, name, [&](std::string_view value) {
    found = decoded(value);
    return false;
  });
  return found;
}

std::vector<std::string> find_fields(std::string_view encoded, std::string_view name) {
  std::vector<std::string> found;
  each_field(encoded, name, [&](std::string_view value) {
    if (auto text = decoded(value)) found.push_back(*std::move(text));
    return true;
  });
  return found;
}

std::vector<std::string> field_names(std::string_view encoded) {
  std::vector<std::string> found;
  while (!encoded.empty()) {
    std::string_view field = cut(encoded, '&');
    if (field.empty()) continue;
    if (auto name = decoded(cut(field, '='))) found.push_back(*std::move(name));
  }
  return found;
}

Result<void> read_form(const Schema& schema, void* value, std::string_view encoded) {
  std::string json = "{";
  for (const Member& member : schema.structure.members) {
    if (member.border == Border::DocumentsOnly) continue;
    const std::size_t before = json.size();
    if (before > 1) json += ',';
    json += member.json_key;
    if (!append_field(json, member, encoded)) json.resize(before);
  }
  json += '}';
  return read_json(schema, value, json, {.bytes = json.size()});
}

Result<void> read_form_value(const Schema& schema, void* value, std::string_view text) {
  std::string json;
  append_scalar(json, schema, text);
  return read_json(schema, value, json, {.bytes = json.size(), .root = ""});
}

}  // namespace stoa::http
