#include "base/openapi_schema.h"

#include "base/json.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <stdexcept>

namespace stoa {
namespace {
template <class Number>
void append_bounds(std::string& to, const std::optional<Bounds<Number>>& bounds, std::string_view least,
                   std::string_view most) {
  if (!bounds) return;
  to += fmt::format(R"(,"{}":{})", least, bounds->least);
  if (bounds->most != std::numeric_limits<Number>::max())
    to += fmt::format(R"(,"{}":{})", most, bounds->most);
}

void append_money(std::string& to, const Constraints& rules) {
  to += R"("type":"number","multipleOf":0.01)";
  if (!rules.whole) return;
  to += fmt::format(R"(,"minimum":{},"maximum":{})", Money::of_minor(rules.whole->least)->text(),
                    Money::of_minor(rules.whole->most)->text());
}

void append_text(std::string& to, const Constraints& rules) {
  to += R"("type":"string")";
  append_bounds(to, rules.length, "minLength", "maxLength");
  if (!rules.characters.empty()) to += R"(,"pattern":)" + json_text("^[" + rules.characters + "]*$");
}

void append_enum(std::string& to, const Schema& schema) {
  to += R"("type":"string","enum":[)";
  bool first = true;
  for (const EnumName& name : schema.enumeration.names) {
    if (!first) to += ',';
    first = false;
    append_json_text(to, name.name);
  }
  to += ']';
}

void append_type(std::string& to, const Schema& schema, const Constraints& rules);

void append_element(std::string& to, std::string_view keyword, const Schema& schema, Constraints rules) {
  rules.items.reset();
  to += fmt::format(R"(,"{}":{{)", keyword);
  append_type(to, *schema.element, rules);
  to += '}';
}

/// The keywords of a type, without the braces.
void append_type(std::string& to, const Schema& schema, const Constraints& rules) {
  switch (schema.shape) {
    case Shape::Bool:
      to += R"("type":"boolean")";
      return;
    case Shape::Int32:
    case Shape::Int64:
      to += schema.shape == Shape::Int32 ? R"("type":"integer","format":"int32")"
                                         : R"("type":"integer","format":"int64")";
      return append_bounds(to, rules.whole, "minimum", "maximum");
    case Shape::Double:
      to += R"("type":"number","format":"double")";
      return append_bounds(to, rules.real, "minimum", "maximum");
    case Shape::Money:
      return append_money(to, rules);
    case Shape::Text:
      return append_text(to, rules);
    case Shape::Name:
    case Shape::Owner:
      to += R"("type":"string")";
      return;
    case Shape::Bytes:
      to += R"("type":"string","contentEncoding":"base64")";
      return;
    case Shape::Id:
      to += R"("type":"string","pattern":"^[0-9a-fA-F]{24}$")";
      return;
    case Shape::Moment:
      to += R"("type":"string","format":"date-time")";
      return;
    case Shape::Enum:
      return append_enum(to, schema);
    case Shape::Optional:
      return append_type(to, *schema.element, rules);
    case Shape::List:
      to += R"("type":"array")";
      append_bounds(to, rules.items, "minItems", "maxItems");
      return append_element(to, "items", schema, rules);
    case Shape::Map:
      to += R"("type":"object")";
      append_bounds(to, rules.items, "minProperties", "maxProperties");
      return append_element(to, "additionalProperties", schema, rules);
    case Shape::Struct:
      to += R"("$ref":)" + json_text("#/components/schemas/" + schema.structure.name);
      return;
  }
}

void append_property(std::string& to, const Member& member) {
  append_json_text(to, member.name);
  to += ":{";
  append_type(to, *member.schema, member.constraints);
  if (!member.help.empty()) to += R"(,"description":)" + json_text(member.help);
  if (member.fallback) {
    to += R"(,"default":)";
    write_json(*member.schema, member.fallback.get(), to);
  }
  to += '}';
}

std::string struct_definition(const Schema& schema) {
  std::string properties, required;
  for (const Member& member : schema.structure.members) {
    if (member.border == Border::DocumentsOnly) continue;
    if (!properties.empty()) properties += ',';
    append_property(properties, member);
    if (!member.required()) continue;
    if (!required.empty()) required += ',';
    append_json_text(required, member.name);
  }
  return R"({"type":"object","properties":{)" + properties + R"(},"required":[)" + required +
         R"(],"additionalProperties":false})";
}

void collect(const Schema& schema, std::map<std::string, const Schema*>& found) {
  if (schema.element) collect(*schema.element, found);
  if (schema.shape != Shape::Struct) return;
  auto [place, inserted] = found.try_emplace(schema.structure.name, &schema);
  if (place->second != &schema)
    throw std::logic_error("two structs are described as " + schema.structure.name);
  if (!inserted) return;
  for (const Member& member : schema.structure.members)
    if (member.border != Border::DocumentsOnly) collect(*member.schema, found);
}
}  // namespace

std::string openapi_schema(const Schema& schema) {
  std::string json = "{";
  append_type(json, schema, {});
  return json + "}";
}

std::string openapi_components(std::span<const Schema* const> roots) {
  std::map<std::string, const Schema*> found;
  for (const Schema* root : roots) collect(*root, found);
  std::string json = "{";
  for (const auto& [name, schema] : found) {
    if (json.size() > 1) json += ',';
    append_json_text(json, name);
    json += ':' + struct_definition(*schema);
  }
  return json + "}";
}

}  // namespace stoa
