#pragma once
#include "clockwork/clockwork.h"
#include "http/page.h"
#include "http/route.h"

#include <vector>

namespace stoa::cli {

/// The background jobs for admins: to read and to run at once, as a page at `/admin/jobs` and as JSON below
/// `/api/admin/jobs`. The clockwork and `pages` outlive the routes.
std::vector<http::Route> job_routes(clockwork::Clockwork&, const http::Pages&);

}  // namespace stoa::cli
