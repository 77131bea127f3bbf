#pragma once
#include "http/page.h"
#include "http/route.h"

#include <span>
#include <vector>

namespace stoa::http {

/// `/docs/api`: every route of Kind::Api to read and to try, from the same rows as `/openapi.json`. Reads the
/// rows now; `pages` outlives the route.
std::vector<Route> api_docs_routes(const Pages&, std::span<const Route> documented);

}  // namespace stoa::http
