#include "http/openapi.h"

#include "base/openapi_schema.h"
#include "http/ascii.h"
#include "http/cookies.h"
#include "http/csrf.h"
#include "http/problem.h"
#include "http/router.h"

#include <boost/json.hpp>

#include <stdexcept>
#include <vector>

namespace stoa::http {
namespace {

namespace json = boost::json;

json::value schema_json(const Schema& schema) {
  return json::parse(openapi_schema(schema));
}

json::object reference(std::string_view to) {
  return {{"$ref", "#/components/" + std::string(to)}};
}

json::object content(std::string_view type, const Schema& schema) {
  return {{type, json::object{{"schema", schema_json(schema)}}}};
}

std::string lower(std::string_view text) {
  std::string lowered;
  for (const char c : text) lowered += lower_case(c);
  return lowered;
}

/// `get_api_products_product`
std::string operation_id(const Route& route) {
  std::string id = lower(name_of(route.method));
  for (const char c : standard_path(route.path)) {
    if (c == '{' || c == '}') continue;
    id += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  }
  return id;
}

json::object parameter_schema(ParameterType type) {
  switch (type) {
    case ParameterType::Id:
      return {{"type", "string"}, {"pattern", "^[0-9a-fA-F]{24}$"}};
    case ParameterType::Name:
      return {{"type", "string"}, {"pattern", "^[a-z0-9_]{3,30}$"}};
    case ParameterType::Int:
      return {{"type", "integer"}, {"format", "int64"}, {"minimum", 0}};
    case ParameterType::Text:
    case ParameterType::Rest:
      break;
  }
  return {{"type", "string"}};
}

bool changes_something(const Route& route) {
  return route.method != Method::Get && route.method != Method::Head;
}

json::array parameters_of(const Route& route) {
  json::array parameters;
  for (const PatternParameter& parameter : pattern_parameters(route.path))
    parameters.push_back(json::object{{"name", parameter.name},
                                      {"in", "path"},
                                      {"required", true},
                                      {"schema", parameter_schema(parameter.type)}});
  for (const QueryParameter& query : route.queries)
    parameters.push_back(json::object{{"name", query.name},
                                      {"in", "query"},
                                      {"required", query.presence == QueryParameter::Presence::Required},
                                      {"description", query.help},
                                      {"schema", schema_json(*query.schema)}});
  if (route.idempotency == Idempotency::Required)
    parameters.push_back(reference("parameters/RequiredIdempotencyKey"));
  if (route.idempotency == Idempotency::Optional)
    parameters.push_back(reference("parameters/IdempotencyKey"));
  if (changes_something(route) && route.access != Access::Anyone)
    parameters.push_back(reference("parameters/CsrfToken"));
  return parameters;
}

json::object success_of(const Route& route) {
  json::object headers{{"X-Request-Id", reference("headers/RequestId")}};
  if (route.idempotency != Idempotency::None)
    headers["Idempotent-Replayed"] = reference("headers/IdempotentReplayed");
  if (route.caching == Caching::Revalidate) headers["ETag"] = reference("headers/ETag");
  if (!route.bucket.empty()) headers["RateLimit"] = reference("headers/RateLimit");
  json::object success{{"description", reason(route.success)}, {"headers", std::move(headers)}};
  if (route.returns != nullptr) success["content"] = content("application/json", *route.returns);
  return success;
}

/// Those that follow from the row; a handler may give more, which `default` stands for.
std::vector<int> failures_of(const Route& route) {
  std::vector<int> statuses;
  if (route.takes != nullptr || !route.queries.empty()) statuses.push_back(400);
  if (route.access != Access::Anyone) statuses.insert(statuses.end(), {401, 403});
  if (route.path.find('{') != std::string::npos) statuses.push_back(404);
  if (route.idempotency != Idempotency::None) statuses.push_back(409);
  if (route.takes != nullptr) statuses.push_back(415);
  if (route.idempotency != Idempotency::None) statuses.push_back(422);
  if (!route.bucket.empty()) statuses.push_back(429);
  statuses.push_back(503);
  return statuses;
}

json::object responses_of(const Route& route) {
  json::object responses{{std::to_string(route.success), success_of(route)}};
  for (const int status : failures_of(route))
    responses[std::to_string(status)] = reference(status == 429   ? "responses/TooManyRequests"
                                                  : status == 503 ? "responses/Unavailable"
                                                                  : "responses/Problem");
  if (route.caching == Caching::Revalidate) responses["304"] = json::object{{"description", reason(304)}};
  responses["default"] = reference("responses/Problem");
  return responses;
}

json::object operation_of(const Route& route) {
  if (route.summary.empty())
    throw std::logic_error("the route '" + route.path + "' of the API has no summary");
  json::object operation{{"operationId", operation_id(route)},
                         {"summary", route.summary},
                         {"tags", json::array{tag_of(route.path)}}};
  if (auto parameters = parameters_of(route); !parameters.empty())
    operation["parameters"] = std::move(parameters);
  if (route.takes != nullptr)
    operation["requestBody"] =
        json::object{{"required", true}, {"content", content("application/json", *route.takes)}};
  operation["responses"] = responses_of(route);
  if (route.access != Access::Anyone)
    operation["security"] =
        json::array{json::object{{"session", json::array{}}}, json::object{{"bearer", json::array{}}}};
  if (route.access == Access::Admin) operation["description"] = "For administrators.";
  return operation;
}

json::object text_header(std::string_view help) {
  return {{"description", help}, {"schema", json::object{{"type", "string"}}}};
}

json::object headers() {
  return {{"RequestId", text_header("Names this request in problem documents and in the server's log.")},
          {"IdempotentReplayed",
           text_header("`true` when this is the answer to an earlier request with the same key.")},
          {"ETag", text_header("For If-None-Match.")},
          {"RateLimit",
           text_header("How much is left: `\"action\";r=<calls left>;t=<seconds until full again>`.")},
          {"RetryAfter", json::object{{"description", "Seconds after which to try again."},
                                      {"schema", json::object{{"type", "integer"}, {"minimum", 0}}}}}};
}

json::object header_parameter(std::string_view name, bool required, std::string_view help) {
  return {{"name", name},
          {"in", "header"},
          {"required", required},
          {"description", help},
          {"schema", json::object{{"type", "string"}, {"minLength", 1}, {"maxLength", 255}}}};
}

json::object parameters() {
  constexpr std::string_view kKeyHelp =
      "Chosen anew for each new request, kept for its repetitions: a request that is sent twice is done "
      "once. Kept for 24 hours. The answer that starts a guest's session is not kept: whoever missed it asks "
      "again without the session's cookie and gets another session, in which the request is done once.";
  return {{"IdempotencyKey", header_parameter("Idempotency-Key", false, kKeyHelp)},
          {"RequiredIdempotencyKey", header_parameter("Idempotency-Key", true, kKeyHelp)},
          {"CsrfToken",
           header_parameter(kCsrfHeader, false,
                            "Needed with the session cookie when the request carries neither Origin nor "
                            "Sec-Fetch-Site, as browsers send them.")}};
}

json::object problem_response(std::string_view description, json::object headers) {
  headers["X-Request-Id"] = reference("headers/RequestId");
  return {{"description", description},
          {"headers", std::move(headers)},
          {"content", content(kProblemType, schema_of<Problem>())}};
}

json::object responses() {
  const auto retry = reference("headers/RetryAfter");
  return {{"Problem", problem_response("What went wrong, as RFC 9457 has it; `code` is stable.", {})},
          {"TooManyRequests",
           problem_response("Too many of these; wait.",
                            {{"Retry-After", retry}, {"RateLimit", reference("headers/RateLimit")}})},
          {"Unavailable",
           problem_response("Something the server needs is away; try again.", {{"Retry-After", retry}})}};
}

json::object security_schemes() {
  return {
      {"session", json::object{{"type", "apiKey"}, {"in", "cookie"}, {"name", kSessionCookie}}},
      {"bearer", json::object{{"type", "http"},
                              {"scheme", "bearer"},
                              {"description", "The session's token, for programs that keep no cookies."}}}};
}

}  // namespace

std::string standard_path(std::string_view pattern) {
  std::string path;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{'), close = pattern.find('}');
    path += pattern.substr(0, open);
    if (open == pattern.npos) break;
    const std::string_view parameter = pattern.substr(open + 1, close - open - 1);
    path += '{' + std::string(parameter.substr(0, parameter.find_first_of(":*"))) + '}';
    pattern.remove_prefix(close + 1);
  }
  return path;
}

std::string tag_of(std::string_view path) {
  if (path.starts_with("/api/")) path.remove_prefix(4);
  path.remove_prefix(1);
  return std::string(path.substr(0, path.find('/')));
}

std::string openapi_document(std::span<const Route> routes, std::string_view version) {
  json::object paths;
  std::vector<const Schema*> roots{&schema_of<Problem>()};
  for (const Route& route : routes) {
    if (route.kind != Kind::Api) continue;
    auto& path = paths[standard_path(route.path)];
    if (path.is_null()) path.emplace_object();
    path.as_object()[lower(name_of(route.method))] = operation_of(route);
    if (route.takes != nullptr) roots.push_back(route.takes);
    if (route.returns != nullptr) roots.push_back(route.returns);
  }
  const json::object document{
      {"openapi", "3.1.0"},
      {"info", json::object{{"title", "Stoa"},
                            {"version", version},
                            {"summary", "A community marketplace: shop, feed, gallery and challenges."}}},
      {"servers", json::array{json::object{{"url", "/"}}}},
      {"paths", std::move(paths)},
      {"components", json::object{{"schemas", json::parse(openapi_components(roots))},
                                  {"responses", responses()},
                                  {"parameters", parameters()},
                                  {"headers", headers()},
                                  {"securitySchemes", security_schemes()}}}};
  return json::serialize(document);
}

}  // namespace stoa::http
