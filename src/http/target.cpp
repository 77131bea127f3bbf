#include "http/target.h"

#include "http/ascii.h"
#include "http/hex.h"

#include <algorithm>

namespace stoa::http {
namespace {

constexpr Fault kBadTarget{400, "http.target", "the request's target is neither a path nor an http address"};
constexpr Fault kEncoding{400, "http.percent_encoding",
                          "a '%' in the target is not followed by two hexadecimal digits"};
constexpr Fault kNul{400, "http.nul", "the path holds an encoded NUL"};

bool is_target_character(char c) {
  return c > ' ' && c < 0x7f && c != '#';
}

std::optional<Fault> check(std::string_view origin, std::size_t path_size) {
  for (std::size_t i = 0; i < origin.size(); ++i) {
    if (!is_target_character(origin[i])) return kBadTarget;
    if (origin[i] != '%') continue;
    if (i + 2 >= origin.size()) return kEncoding;
    const int high = hex_digit(origin[i + 1]), low = hex_digit(origin[i + 2]);
    if (high < 0 || low < 0) return kEncoding;
    if (high == 0 && low == 0 && i < path_size) return kNul;
  }
  return std::nullopt;
}

/// Takes `http://authority` off the front; what is left may be empty.
bool take_authority(std::string_view& text, std::string_view& authority) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (text.size() <= scheme.size() || !equal_ignoring_case(text.substr(0, scheme.size()), scheme)) continue;
    text.remove_prefix(scheme.size());
    const auto end = std::min(text.find_first_of("/?#"), text.size());
    authority = text.substr(0, end);
    text.remove_prefix(end);
    return true;
  }
  return false;
}

bool is_port(std::string_view text) {
  return text.size() <= 5 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_host(std::string_view text) {
  std::string_view name = text;
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return false;
    name = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    if (!text.empty() && (text[0] != ':' || !is_port(text.substr(1)))) return false;
    return !name.empty() &&
           std::ranges::all_of(name, [](char c) { return hex_digit(c) >= 0 || c == ':' || c == '.'; });
  }
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    name = text.substr(0, colon);
    if (!is_port(text.substr(colon + 1))) return false;
  }
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    const char lower = lower_case(c);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  });
}

std::optional<Fault> split_target(std::string_view text, Target& target) {
  target = {};
  if (!text.starts_with('/')) {
    if (!take_authority(text, target.authority) || !is_host(target.authority)) return kBadTarget;
    if (text.empty()) text = "/";
    // An empty path with a query has no origin form among the bytes that came.
    if (text[0] != '/') return kBadTarget;
  }
  target.origin = text;
  const auto query = text.find('?');
  target.path = text.substr(0, query);
  if (query != std::string_view::npos) target.query = text.substr(query + 1);
  return check(text, target.path.size());
}

}  // namespace stoa::http
