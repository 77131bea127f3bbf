#pragma once
#include "http/readiness.h"
#include "http/route.h"

#include <vector>

namespace stoa::http {

/// `/livez` (the process runs) and `/readyz` (every engine serves, or 503 naming those that do not).
/// `readiness` outlives the routes.
std::vector<Route> readiness_routes(const Readiness&);

}  // namespace stoa::http
