#pragma once
#include "http/route.h"

namespace stoa::http {

/// What an answer gets before it leaves: cookies, Cache-Control, ETag or 304, compression, security headers,
/// the request's id. `route` is null when none fitted.
void finish(Call&, const Route*, Response&);

}  // namespace stoa::http
