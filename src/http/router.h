#pragma once
#include "http/parameters.h"
#include "http/route.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// A parameter of a pattern: `{product:id}`.
struct PatternParameter {
  std::string name;
  ParameterType type = ParameterType::Text;
  /// How many segments stand before it.
  std::size_t depth = 0;
};

/// A pattern's parameters in their order; std::logic_error for one that is not well-formed.
std::vector<PatternParameter> pattern_parameters(std::string_view pattern);

/// Finds the route of a request. A tree of segments: what a match costs depends on the path's depth and not
/// on how many routes there are. Fixed after construction; safe from any thread.
class Router {
 public:
  struct Match {
    /// Elsewhere: the path without its last slash is one of ours.
    enum class Outcome { Found, NotFound, MethodNotAllowed, Malformed, Elsewhere };
    Outcome outcome = Outcome::NotFound;
    const Route* route = nullptr;
    /// With MethodNotAllowed: the methods that the path knows, `GET, HEAD, OPTIONS`.
    std::string allowed = {};
  };

  /// The routes outlive it. std::logic_error, naming both, for two routes that one request would fit equally
  /// well; also for a pattern that is not well-formed.
  explicit Router(std::span<const Route> routes);

  /// `path` is as sent, without the query. HEAD finds what GET does when it has no route of its own.
  Match match(Method, std::string_view path, Parameters&) const;
  /// Of a path that match() gives this route for: the parameters once more, without looking for the route.
  void read(const Route&, std::string_view path, Parameters&) const;
  /// As it would answer OPTIONS: the methods of the path; empty when it knows none.
  std::string allowed(std::string_view path) const;

 private:
  static constexpr std::size_t kMethods = 7;
  static constexpr std::uint32_t kNone = 0;

  struct Compiled {
    const Route* route = nullptr;
    std::vector<PatternParameter> parameters;
  };
  using ByMethod = std::array<const Compiled*, kMethods>;
  struct Node {
    /// Sorted by segment.
    std::vector<std::pair<std::string, std::uint32_t>> fixed;
    std::uint32_t parameter = kNone;
    ByMethod here{};
    ByMethod rest{};
  };
  struct Walk;

  void add(const Compiled&);
  std::uint32_t fixed_child(std::uint32_t node, std::string_view segment);
  std::uint32_t parameter_child(std::uint32_t node);
  bool find(Walk&, std::uint32_t node, std::string_view path) const;
  static bool take(Walk&, const ByMethod&);

  const std::span<const Route> routes_;
  /// In the routes' order.
  std::vector<std::unique_ptr<const Compiled>> compiled_;
  std::vector<Node> nodes_;
};

}  // namespace stoa::http
