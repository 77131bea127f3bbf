#pragma once
#include "http/fault.h"

#include <optional>
#include <string_view>

namespace stoa::http {

/// The parts of a request's target.
struct Target {
  std::string_view origin;  // with the query
  std::string_view path;
  std::string_view query;
  /// Only of an absolute target.
  std::string_view authority;
};

/// Takes origin form and absolute form (`http://host/path`). A Fault for anything else, for a character that
/// must be percent-encoded, for a broken encoding and for an encoded NUL in the path.
std::optional<Fault> split_target(std::string_view text, Target&);

/// A host name or address with an optional port; neither user nor anything else.
bool is_host(std::string_view);

}  // namespace stoa::http
