#pragma once
#include "http/request.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::http {

/// Always `Path=/`, `SameSite=Lax` and `HttpOnly`.
struct Cookie {
  std::string name;
  /// Letters, digits and `!#$%&'()*+-./:<=>?@[]^_`{|}~`; std::logic_error otherwise.
  std::string value;
  /// Until the browser is closed when absent; zero removes it.
  std::optional<std::chrono::seconds> max_age = std::nullopt;
};

inline constexpr std::string_view kSessionCookie = "stoa_session";

/// The value of the first cookie of that name, as sent; nullopt when there is none.
std::optional<std::string_view> find_cookie(const Request&, std::string_view name);

/// The value of a Set-Cookie header. `Secure` under HTTPS.
std::string set_cookie_value(const Cookie&, Scheme);

}  // namespace stoa::http
