#pragma once
#include "base/settings.h"
#include "http/server.h"

namespace stoa::http {

/// What the settings say about the server. Invalid (`http.certificate`) when only one of certificate and key
/// is given.
Result<ServerOptions> server_options(const Settings&, const Logger&);

}  // namespace stoa::http
