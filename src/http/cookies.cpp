#include "http/cookies.h"

#include "http/ascii.h"

#include <stdexcept>

namespace stoa::http {
namespace {

bool is_cookie_octet(char c) {
  return c > 0x20 && c < 0x7f && c != '"' && c != ',' && c != ';' && c != '\\';
}

}  // namespace

std::optional<std::string_view> find_cookie(const Request& request, std::string_view name) {
  for (const HeaderView& header : request.headers) {
    if (!equal_ignoring_case(header.name, "cookie")) continue;
    for (std::string_view left = header.value; !left.empty();) {
      std::string_view value = trimmed(cut(left, ';'));
      if (cut(value, '=') == name) return value;
    }
  }
  return std::nullopt;
}

std::string set_cookie_value(const Cookie& cookie, Scheme scheme) {
  if (!std::ranges::all_of(cookie.value, is_cookie_octet))
    throw std::logic_error("the value of the cookie '" + cookie.name + "' holds what cookies cannot");
  std::string text = cookie.name + "=" + cookie.value + "; Path=/; HttpOnly; SameSite=Lax";
  if (cookie.max_age) text += "; Max-Age=" + std::to_string(cookie.max_age->count());
  if (scheme == Scheme::Https) text += "; Secure";
  return text;
}

}  // namespace stoa::http
