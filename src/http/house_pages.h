#pragma once
#include "http/page.h"
#include "http/readiness.h"
#include "http/route.h"

#include <vector>

namespace stoa::http {

/// What belongs to the whole house and to no domain: what the house stands on, the language switch, the
/// header's personal part,
/// `/docs/components` and static files. `pages` and `readiness` outlive the routes.
std::vector<Route> house_routes(const Pages&, const Readiness&);

}  // namespace stoa::http
