#pragma once
#include "http/call.h"
#include "http/response.h"

#include <string_view>

namespace stoa::http {

/// What a visitor of pages sees when something went wrong. Safe from any thread.
class ErrorPages {
 public:
  virtual ~ErrorPages() = default;
  /// A whole page; for a request from htmx (HX-Request) a fragment. `detail` is for people and not escaped.
  /// The call may have neither route nor viewer. Must not fail: it is asked for when something has failed
  /// already.
  virtual Response page(Call&, int status, std::string_view code, std::string_view detail) = 0;
};

}  // namespace stoa::http
