#pragma once
#include <string>
#include <string_view>

namespace stoa::http {

struct Response {
  int status = 200;
  std::string_view content_type = "text/plain; charset=utf-8";
  std::string body = {};
};

/// "Not Found" for 404; empty for a number that has no name.
std::string_view reason(int status);

}  // namespace stoa::http
