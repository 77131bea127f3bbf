#include "http/schema_text.h"

#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::http {
namespace {

template <class Number>
void append_bounds(std::string& to, const std::optional<Bounds<Number>>& bounds, std::string_view of) {
  if (!bounds) return;
  if (!to.empty()) to += ", ";
  to += of;
  if (bounds->most == std::numeric_limits<Number>::max())
    to += fmt::format("≥ {}", bounds->least);
  else
    to += fmt::format("{} … {}", bounds->least, bounds->most);
}

void append_choices(std::string& to, const Schema& schema) {
  for (const EnumName& name : schema.enumeration.names) to += (to.empty() ? "" : " | ") + name.name;
}

const Schema& innermost(const Schema& schema) {
  return schema.element ? innermost(*schema.element) : schema;
}

std::string indent(int depth) {
  return std::string(static_cast<std::size_t>(depth) * 2, ' ');
}

std::string sample_text(const Constraints& rules) {
  std::string text = "text";
  if (rules.length) {
    while (text.size() < rules.length->least) text += "text";
    text.resize(std::min(text.size(), std::max<std::size_t>(rules.length->most, 1)));
  }
  return json_text(text);
}

std::string sample_whole(const Constraints& rules) {
  return std::to_string(
      rules.whole ? std::max<std::int64_t>(rules.whole->least, std::min<std::int64_t>(rules.whole->most, 1))
                  : 1);
}

std::string sample(const Schema& schema, const Constraints& rules, int depth);

std::string sample_struct(const Schema& schema, int depth) {
  std::string json;
  for (const Member& member : schema.structure.members) {
    if (member.border == Border::DocumentsOnly) continue;
    json += json.empty() ? "{\n" : ",\n";
    json += indent(depth + 1) + json_text(member.name) + ": " +
            sample(*member.schema, member.constraints, depth + 1);
  }
  return json.empty() ? "{}" : json + "\n" + indent(depth) + "}";
}

std::string sample(const Schema& schema, const Constraints& rules, int depth) {
  switch (schema.shape) {
    case Shape::Bool:
      return "true";
    case Shape::Int32:
    case Shape::Int64:
      return sample_whole(rules);
    case Shape::Double:
      return rules.real ? fmt::format("{}", rules.real->least) : "1.5";
    case Shape::Money:
      return rules.whole && rules.whole->most < 1250 ? Money::of_minor(rules.whole->least)->text() : "12.50";
    case Shape::Text:
      return sample_text(rules);
    case Shape::Name:
      return json_text("anna_k");
    case Shape::Id:
    case Shape::Owner:
      return json_text("65f0c0ffee65f0c0ffee65f0");
    case Shape::Bytes:
      return json_text("AAEC");
    case Shape::Moment:
      return json_text("2026-01-31T12:00:00Z");
    case Shape::Enum:
      return schema.enumeration.names.empty() ? "null" : json_text(schema.enumeration.names.front().name);
    case Shape::Optional:
      return sample(*schema.element, rules, depth);
    case Shape::List:
      return "[" + sample(*schema.element, rules, depth) + "]";
    case Shape::Map:
      return "{\"name\": " + sample(*schema.element, rules, depth) + "}";
    case Shape::Struct:
      return sample_struct(schema, depth);
  }
  return "null";
}

void collect(const Schema& schema, std::vector<const Schema*>& found) {
  const Schema& inner = innermost(schema);
  if (inner.shape != Shape::Struct || std::find(found.begin(), found.end(), &inner) != found.end()) return;
  found.push_back(&inner);
  for (const Member& member : inner.structure.members)
    if (member.border != Border::DocumentsOnly) collect(*member.schema, found);
}

}  // namespace

std::string type_text(const Schema& schema) {
  switch (schema.shape) {
    case Shape::Bool:
      return "boolean";
    case Shape::Int32:
    case Shape::Int64:
      return "integer";
    case Shape::Double:
      return "number";
    case Shape::Money:
      return "number, two decimals";
    case Shape::Text:
    case Shape::Name:
    case Shape::Owner:
    case Shape::Enum:
      return "string";
    case Shape::Id:
      return "string, 24 hex digits";
    case Shape::Moment:
      return "string, date-time";
    case Shape::Bytes:
      return "string, base64";
    case Shape::Optional:
      return type_text(*schema.element);
    case Shape::List:
      return "array of " + type_text(*schema.element);
    case Shape::Map:
      return "object of " + type_text(*schema.element);
    case Shape::Struct:
      return schema.structure.name;
  }
  return "";
}

std::string rules_text(const Schema& schema, const Constraints& rules) {
  std::string text;
  const Schema& inner = innermost(schema);
  if (inner.shape == Shape::Enum) append_choices(text, inner);
  if (inner.shape == Shape::Money && rules.whole)
    text += fmt::format("{} … {}", Money::of_minor(rules.whole->least)->text(),
                        Money::of_minor(rules.whole->most)->text());
  else
    append_bounds(text, rules.whole, "");
  append_bounds(text, rules.real, "");
  append_bounds(text, rules.length, "length ");
  append_bounds(text, rules.items, "items ");
  if (!rules.characters.empty()) text += (text.empty() ? "of " : ", of ") + rules.characters;
  return text;
}

std::string example_json(const Schema& schema) {
  return sample(schema, {}, 0);
}

std::vector<const Schema*> structs_of(const Schema& schema) {
  std::vector<const Schema*> found;
  collect(schema, found);
  return found;
}

}  // namespace stoa::http
