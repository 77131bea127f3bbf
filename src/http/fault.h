#pragma once
#include <string_view>

namespace stoa::http {

/// Why the server refuses a request before the application sees it. Refers to text that lives for ever.
struct Fault {
  int status;
  std::string_view code;
  std::string_view detail;
};

}  // namespace stoa::http
