#include "http/origin.h"

#include <fmt/format.h>

namespace stoa::http {

std::string origin_of(const Request& request) {
  const std::string_view scheme = request.scheme == Scheme::Https ? "https" : "http";
  return fmt::format("{}://{}", scheme, request.header("Host").value_or("localhost"));
}

}  // namespace stoa::http
