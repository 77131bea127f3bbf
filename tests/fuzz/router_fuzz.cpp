// Any bytes as a request's target and form: an answer, and never a parameter that its pattern does not allow.
// The first line is the target, the rest the body of a form.
#include "base/utf8.h"
#include "fuzz/require.h"
#include "http/ascii.h"
#include "http/form.h"
#include "http/percent.h"
#include "http/router.h"

namespace {
using namespace stoa;
using namespace stoa::http;
using stoa::test::require;

const std::vector<Route>& routes() {
  static const std::vector<Route> table = [] {
    std::vector<Route> rows;
    for (const char* path :
         {"/", "/products", "/products/{product:id}", "/products/new", "/products/{product:id}/x/{y}",
          "/people/{name:name}", "/pages/{page:int}", "/static/{path*}", "/a/{b}/c/{d}/e", "/a/b/{c}/d/{e}"})
      rows.push_back({.path = path});
    rows.push_back({.method = Method::Post, .path = "/products"});
    rows.push_back({.method = Method::Delete, .path = "/{anything}"});
    return rows;
  }();
  return table;
}

void check_parameter(const PatternParameter& parameter, const Parameters& parameters) {
  const std::string_view text = parameters.text(parameter.name);
  require(!text.empty() && is_utf8(text) && text.find('\0') == text.npos);
  require(parameter.type == ParameterType::Rest || text.find('/') == text.npos);
  require(text != ".." && text.find("/../") == text.npos && !text.starts_with("../") &&
          !text.ends_with("/.."));
  if (parameter.type == ParameterType::Id)
    require(parameters.as<ObjectId>(parameter.name).hex().size() == 24);
  if (parameter.type == ParameterType::Name) require(parameters.as<Shortcode>(parameter.name).text() == text);
  if (parameter.type == ParameterType::Int) require(parameters.as<std::int64_t>(parameter.name) >= 0);
}

void check_path(std::string_view path) {
  static const Router router(routes());
  for (const Method method : {Method::Get, Method::Head, Method::Post, Method::Delete, Method::Options}) {
    Parameters parameters;
    const auto match = router.match(method, path, parameters);
    require((match.route != nullptr) == (match.outcome == Router::Match::Outcome::Found));
    require(match.allowed.empty() == (match.outcome != Router::Match::Outcome::MethodNotAllowed));
    if (match.route == nullptr) continue;
    for (const PatternParameter& parameter : pattern_parameters(match.route->path))
      check_parameter(parameter, parameters);
  }
}

void check_form(std::string_view form) {
  const bool good = is_well_formed_form(form);
  for (const char* name : {"a", "csrf", ""}) {
    const auto first = find_field(form, name);
    const auto all = find_fields(form, name);
    if (good) require(first.has_value() == !all.empty());
    for (const std::string& value : all) require(is_utf8(value) && value.find('\0') == value.npos);
  }
  std::string decoded;
  require(percent_decode(percent_encoded(form), Plus::Space, decoded) && decoded == form);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view form(reinterpret_cast<const char*>(data), size);
  std::string_view query = cut(form, '\n');
  check_path(cut(query, '?'));
  check_form(query);
  check_form(form);
  return 0;
}
