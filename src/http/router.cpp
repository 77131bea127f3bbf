#include "http/router.h"

#include "http/ascii.h"
#include "http/hex.h"
#include "http/percent.h"

#include <algorithm>
#include <stdexcept>

namespace stoa::http {
namespace {

using MethodSet = unsigned;

constexpr auto kAllMethods = std::to_array<Method>(
    {Method::Get, Method::Head, Method::Post, Method::Put, Method::Patch, Method::Delete, Method::Options});

MethodSet bit(Method method) {
  return 1u << static_cast<unsigned>(method);
}

[[noreturn]] void malformed(std::string_view pattern, std::string_view why) {
  throw std::logic_error("the route's path '" + std::string(pattern) + "' " + std::string(why));
}

ParameterType type_named(std::string_view name, std::string_view pattern) {
  if (name == "text") return ParameterType::Text;
  if (name == "id") return ParameterType::Id;
  if (name == "name") return ParameterType::Name;
  if (name == "int") return ParameterType::Int;
  malformed(pattern, "has a parameter of an unknown type; there are id, name, int and text");
}

/// Of a segment that begins with '{'.
PatternParameter pattern_parameter(std::string_view segment, std::string_view pattern) {
  if (!segment.ends_with('}') || segment.size() < 3)
    malformed(pattern, "has a segment that is half a parameter");
  segment = segment.substr(1, segment.size() - 2);
  if (segment.ends_with('*'))
    return {std::string(segment.substr(0, segment.size() - 1)), ParameterType::Rest};
  const std::size_t colon = segment.find(':');
  if (colon == segment.npos) return {std::string(segment), ParameterType::Text};
  return {std::string(segment.substr(0, colon)), type_named(segment.substr(colon + 1), pattern)};
}

std::vector<std::string_view> segments_of(std::string_view pattern) {
  if (!pattern.starts_with('/')) malformed(pattern, "does not begin with a slash");
  if (pattern == "/") return {};
  std::vector<std::string_view> segments;
  for (std::string_view left = pattern.substr(1);;) {
    const std::size_t slash = left.find('/');
    if (slash == 0 || left.empty()) malformed(pattern, "has an empty segment");
    segments.push_back(left.substr(0, slash));
    if (slash == left.npos) return segments;
    left.remove_prefix(slash + 1);
  }
}

/// As ObjectId::parse, without what an Error costs.
bool is_id(std::string_view text) {
  return text.size() == ObjectId::kHexSize &&
         std::ranges::all_of(text, [](char c) { return hex_digit(c) >= 0; });
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool fits(ParameterType type, std::string_view text) {
  switch (type) {
    case ParameterType::Id:
      return is_id(text);
    case ParameterType::Name:
      return Shortcode::parse(text).ok();
    case ParameterType::Int:
      return text.size() <= 18 && is_digits(text);
    case ParameterType::Text:
    case ParameterType::Rest:
      return true;
  }
  return false;
}

std::string names_of(MethodSet methods) {
  std::string names;
  for (const Method method : kAllMethods) {
    if ((methods & bit(method)) == 0) continue;
    if (!names.empty()) names += ", ";
    names += name_of(method);
  }
  return names;
}

}  // namespace

std::vector<PatternParameter> pattern_parameters(std::string_view pattern) {
  std::vector<PatternParameter> parameters;
  const auto segments = segments_of(pattern);
  for (const std::string_view& segment : segments) {
    if (!segment.starts_with('{')) {
      if (segment.find_first_of("{}") != segment.npos)
        malformed(pattern, "has a segment that is half a parameter");
      continue;
    }
    auto parameter = pattern_parameter(segment, pattern);
    if (parameter.type == ParameterType::Rest && &segment != &segments.back())
      malformed(pattern, "goes on after the parameter that takes the rest");
    if (std::ranges::find(parameters, parameter.name, &PatternParameter::name) != parameters.end())
      malformed(pattern, "has two parameters of one name");
    parameter.depth = static_cast<std::size_t>(&segment - segments.data());
    parameters.push_back(std::move(parameter));
  }
  if (parameters.size() > Parameters::kMost) malformed(pattern, "has too many parameters");
  return parameters;
}

/// One search: what is looked for, and what was found on the way.
struct Router::Walk {
  Method method;
  std::array<std::string_view, Parameters::kMost> taken{};
  std::size_t count = 0;
  const Compiled* found = nullptr;
  MethodSet known = 0;

  bool fits(const Compiled& compiled) const {
    for (std::size_t i = 0; i < count; ++i)
      if (!http::fits(compiled.parameters[i].type, taken[i])) return false;
    return true;
  }
};

Router::Router(std::span<const Route> routes) : routes_(routes), nodes_(1) {
  compiled_.reserve(routes.size());
  for (const Route& route : routes) {
    compiled_.push_back(std::make_unique<const Compiled>(Compiled{&route, pattern_parameters(route.path)}));
    add(*compiled_.back());
  }
}

void Router::add(const Compiled& compiled) {
  std::uint32_t node = 0;
  bool takes_rest = false;
  for (const std::string_view segment : segments_of(compiled.route->path)) {
    takes_rest = segment.ends_with("*}");
    if (takes_rest) break;
    node = segment.starts_with('{') ? parameter_child(node) : fixed_child(node, segment);
  }
  auto& by_method = takes_rest ? nodes_[node].rest : nodes_[node].here;
  auto& place = by_method[static_cast<std::size_t>(compiled.route->method)];
  if (place != nullptr)
    throw std::logic_error("two routes fit the same requests: " + std::string(name_of(place->route->method)) +
                           " '" + place->route->path + "' and '" + compiled.route->path + "'");
  place = &compiled;
}

std::uint32_t Router::fixed_child(std::uint32_t node, std::string_view segment) {
  auto& children = nodes_[node].fixed;
  const auto place =
      std::ranges::lower_bound(children, segment, {}, &std::pair<std::string, std::uint32_t>::first);
  if (place != children.end() && place->first == segment) return place->second;
  const auto made = static_cast<std::uint32_t>(nodes_.size());
  children.emplace(place, segment, made);
  nodes_.emplace_back();
  return made;
}

std::uint32_t Router::parameter_child(std::uint32_t node) {
  if (nodes_[node].parameter == kNone) {
    nodes_[node].parameter = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  }
  return nodes_[node].parameter;
}

bool Router::take(Walk& walk, const ByMethod& routes) {
  const Compiled* wanted = routes[static_cast<std::size_t>(walk.method)];
  if (wanted != nullptr && walk.fits(*wanted)) {
    walk.found = wanted;
    return true;
  }
  for (const Compiled* compiled : routes) {
    if (compiled == nullptr || !walk.fits(*compiled)) continue;
    walk.known |= bit(compiled->route->method);
  }
  return false;
}

// Every node is tried at most once, as each stands at one depth under one parent: a hostile path costs no
// more than the tree has nodes.
bool Router::find(Walk& walk, std::uint32_t index, std::string_view path) const {
  const Node& node = nodes_[index];
  if (path.empty()) return take(walk, node.here);
  const std::size_t slash = path.find('/');
  const std::string_view segment = path.substr(0, slash);
  const std::string_view left = slash == path.npos ? std::string_view() : path.substr(slash + 1);

  const auto fixed = std::ranges::lower_bound(
      node.fixed, segment, {}, [](const auto& child) { return std::string_view(child.first); });
  if (fixed != node.fixed.end() && fixed->first == segment && find(walk, fixed->second, left)) return true;
  if (walk.count == Parameters::kMost) return false;
  const std::size_t before = walk.count;
  if (node.parameter != kNone) {
    walk.taken[walk.count++] = segment;
    if (find(walk, node.parameter, left)) return true;
    walk.count = before;
  }
  walk.taken[walk.count++] = path;
  if (take(walk, node.rest)) return true;
  walk.count = before;
  return false;
}

Router::Match Router::match(Method method, std::string_view path, Parameters& parameters) const {
  using Outcome = Match::Outcome;
  const std::string_view decoded = decode_path(path, parameters.decoded_path);
  if (decoded.empty()) return {Outcome::Malformed};
  if (decoded.size() > 1 && decoded.ends_with('/')) {
    Parameters ignored;
    const bool reads = method == Method::Get || method == Method::Head;
    const bool there =
        reads && match(method, path.substr(0, path.size() - 1), ignored).outcome == Outcome::Found;
    return {there ? Outcome::Elsewhere : Outcome::NotFound};
  }
  Walk walk{method};
  bool found = find(walk, 0, decoded.substr(1));
  if (!found && method == Method::Head) {
    const MethodSet known = walk.known;
    walk = Walk{Method::Get};
    found = find(walk, 0, decoded.substr(1));
    walk.known |= known;
  }
  if (!found && walk.known != 0) {
    if (walk.known & bit(Method::Get)) walk.known |= bit(Method::Head);
    return {Outcome::MethodNotAllowed, nullptr, names_of(walk.known | bit(Method::Options))};
  }
  if (!found) return {Outcome::NotFound};
  for (std::size_t i = 0; i < walk.found->parameters.size(); ++i)
    parameters.add(walk.found->parameters[i].name, walk.found->parameters[i].type, walk.taken[i]);
  return {Outcome::Found, walk.found->route};
}

void Router::read(const Route& route, std::string_view path, Parameters& parameters) const {
  const Compiled& compiled = *compiled_.at(static_cast<std::size_t>(&route - routes_.data()));
  if (compiled.parameters.empty()) return;
  std::string_view left = decode_path(path, parameters.decoded_path).substr(1);
  std::size_t depth = 0;
  for (const PatternParameter& parameter : compiled.parameters) {
    for (; depth < parameter.depth; ++depth) cut(left, '/');
    const bool takes_rest = parameter.type == ParameterType::Rest;
    parameters.add(parameter.name, parameter.type, takes_rest ? left : cut(left, '/'));
    ++depth;
  }
}

std::string Router::allowed(std::string_view path) const {
  Parameters ignored;
  auto match = this->match(Method::Options, path, ignored);
  return match.outcome == Match::Outcome::MethodNotAllowed ? std::move(match.allowed) : std::string();
}

}  // namespace stoa::http
