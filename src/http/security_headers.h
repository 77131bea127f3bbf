#pragma once
#include "http/request.h"

#include <string_view>

namespace stoa::http {

/// The header lines of every answer, each with its CRLF; made once and alive for ever.
std::string_view security_headers(Scheme);

}  // namespace stoa::http
