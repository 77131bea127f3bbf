#include "http/security_headers.h"

namespace stoa::http {
namespace {

// Scripts, styles and everything else come from this host only, and never from within a page.
constexpr std::string_view kOverHttp =
    "Content-Security-Policy: default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: strict-origin-when-cross-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n";

constexpr std::string_view kOverHttps =
    "Content-Security-Policy: default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; upgrade-insecure-requests\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: strict-origin-when-cross-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n"
    "Strict-Transport-Security: max-age=31536000\r\n";

}  // namespace

std::string_view security_headers(Scheme scheme) {
  return scheme == Scheme::Https ? kOverHttps : kOverHttp;
}

}  // namespace stoa::http
