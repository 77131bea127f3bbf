#include "http/api_docs.h"

#include "http/openapi.h"
#include "http/router.h"
#include "http/schema_text.h"

#include <fmt/format.h>

#include <map>

namespace stoa::http {
namespace {

std::string anchor_of(const Route& route) {
  std::string anchor(name_of(route.method));
  for (const char c : standard_path(route.path))
    if (c != '{' && c != '}') anchor += c == '/' ? '-' : c;
  return anchor;
}

std::string_view type_name(ParameterType type) {
  switch (type) {
    case ParameterType::Id:
      return "string, 24 hex digits";
    case ParameterType::Name:
      return "string, a-z0-9_, length 3 … 30";
    case ParameterType::Int:
      return "integer";
    case ParameterType::Text:
    case ParameterType::Rest:
      break;
  }
  return "string";
}

List parameter_rows(const Route& route) {
  List rows;
  for (const PatternParameter& parameter : pattern_parameters(route.path))
    rows.push_back({{"name", parameter.name},
                    {"type", type_name(parameter.type)},
                    {"in_path", true},
                    {"required", true},
                    {"help", ""}});
  for (const QueryParameter& query : route.queries)
    rows.push_back({{"name", query.name},
                    {"type", type_text(*query.schema)},
                    {"in_query", true},
                    {"required", query.presence == QueryParameter::Presence::Required},
                    {"help", query.help}});
  if (route.idempotency != Idempotency::None)
    rows.push_back({{"name", "Idempotency-Key"},
                    {"type", "string"},
                    {"in_header", true},
                    {"required", route.idempotency == Idempotency::Required},
                    {"idempotency", true},
                    {"help", ""}});
  return rows;
}

Fields member_row(const Member& member) {
  return {{"name", member.name},
          {"type", type_text(*member.schema)},
          {"required", member.required()},
          {"rules", rules_text(*member.schema, member.constraints)},
          {"help", member.help}};
}

Fields struct_fields(const Schema& schema, bool outermost) {
  List rows;
  for (const Member& member : schema.structure.members)
    if (member.border != Border::DocumentsOnly) rows.push_back(member_row(member));
  Fields fields{{"has_rows", !rows.empty()}, {"rows", std::move(rows)}};
  if (!outermost) fields.set("struct_name", schema.structure.name);
  return fields;
}

Fields schema_fields(const Schema& schema, int status) {
  List structs;
  for (const Schema* one : structs_of(schema)) structs.push_back(struct_fields(*one, structs.empty()));
  return {{"schema_name", type_text(schema)},
          {"status", status},
          {"structs", std::move(structs)},
          {"example", example_json(schema)}};
}

/// What follows the address; single quotes of an example would end the shell's.
std::string curl_options(const Route& route) {
  std::string options;
  if (route.access != Access::Anyone) options += " \\\n  -H \"Authorization: Bearer $TOKEN\"";
  if (route.idempotency != Idempotency::None) options += " \\\n  -H \"Idempotency-Key: $(uuidgen)\"";
  if (!route.takes) return options;
  std::string body;
  for (const char c : example_json(*route.takes))
    body += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return options + " \\\n  -H 'Content-Type: application/json' \\\n  -d '" + body + "'";
}

Fields endpoint_fields(const Route& route) {
  List parameters = parameter_rows(route);
  Fields fields{{"anchor", anchor_of(route)},
                {"method", name_of(route.method)},
                {"path", standard_path(route.path)},
                {"summary", route.summary},
                {"anyone", route.access == Access::Anyone},
                {"member", route.access == Access::Member},
                {"admin", route.access == Access::Admin},
                {"has_parameters", !parameters.empty()},
                {"parameters", std::move(parameters)},
                {"curl_verb",
                 route.method == Method::Get ? std::string() : fmt::format("-X {} ", name_of(route.method))},
                {"curl_options", curl_options(route)}};
  if (route.takes) fields.set("request", schema_fields(*route.takes, 0));
  if (route.returns)
    fields.set("response", schema_fields(*route.returns, route.success));
  else
    fields.set("response", Fields{{"status", route.success}, {"schema_name", Value()}});
  return fields;
}

Fields document(std::span<const Route> routes) {
  std::map<std::string, List> by_tag;
  int count = 0;
  for (const Route& route : routes) {
    if (route.kind != Kind::Api) continue;
    by_tag[tag_of(route.path)].push_back(endpoint_fields(route));
    ++count;
  }
  List tags;
  for (auto& [tag, endpoints] : by_tag) tags.push_back({{"tag", tag}, {"endpoints", std::move(endpoints)}});
  return {{"endpoint_count", count}, {"tags", std::move(tags)}};
}

}  // namespace

std::vector<Route> api_docs_routes(const Pages& pages, std::span<const Route> documented) {
  return {{.method = Method::Get,
           .path = "/docs/api",
           .kind = Kind::Page,
           .summary = "The API, to read",
           .handler = [&pages, content = document(documented)](Call& call) -> Result<Response> {
             return pages.page(call, "docs/api.html", content);
           }}};
}

}  // namespace stoa::http
