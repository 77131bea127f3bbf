#pragma once
#include "http/readiness.h"
#include "http/server.h"

namespace stoa::http {

/// What the server answers: `/`, `/livez` (the process runs), `/readyz` (every engine serves, or 503 naming
/// those that do not). `readiness` outlives the handler.
Handler front(const Readiness&, std::string version);

}  // namespace stoa::http
