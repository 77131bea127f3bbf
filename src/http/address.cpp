#include "http/address.h"

#include "http/ascii.h"

#include <algorithm>
#include <array>

namespace stoa::http {

bool is_harmless_address(std::string_view address) {
  // Browsers drop control characters and blanks from addresses before they look for the scheme.
  if (std::any_of(address.begin(), address.end(),
                  [](char c) { return static_cast<unsigned char>(c) <= ' '; }))
    return false;
  const auto end = address.find_first_of(":/?#");
  if (end == std::string_view::npos || address[end] != ':') return true;
  const std::string_view scheme = address.substr(0, end);
  constexpr auto harmless = std::to_array<std::string_view>({"http", "https"});
  return std::any_of(harmless.begin(), harmless.end(),
                     [&](std::string_view good) { return equal_ignoring_case(scheme, good); });
}

}  // namespace stoa::http
