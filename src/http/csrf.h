#pragma once
#include "base/result.h"
#include "http/request.h"
#include "http/secret.h"

#include <string>
#include <string_view>

namespace stoa::http {

/// Whether a request that changes something comes from our own pages. Safe from any thread.
class Csrf {
 public:
  explicit Csrf(const Secret& secret) : secret_(secret) {}

  /// What a form carries for `seed`: the session's token, or what the cookie `stoa_csrf` holds. A keyed hash
  /// of the seed under a fresh mask, so that compressing the page tells nothing about it.
  std::string token(std::string_view seed) const;
  /// Takes as long for a wrong one as for a right one.
  bool accepts(std::string_view seed, std::string_view token) const;

  /// What the browser itself says: by Sec-Fetch-Site, or else by Origin, or else by Referer, against Host.
  enum class Origin { Own, Foreign, Unknown };
  static Origin origin_of(const Request&);

 private:
  const Secret secret_;
};

inline constexpr std::string_view kCsrfCookie = "stoa_csrf";
inline constexpr std::string_view kCsrfField = "csrf";
inline constexpr std::string_view kCsrfHeader = "X-CSRF-Token";

}  // namespace stoa::http
