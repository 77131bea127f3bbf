#pragma once
#include "base/config.h"
#include "cli/engines.h"

namespace stoa::cli {

/// Opens the engines and serves HTTP until SIGTERM or SIGINT, then stops cleanly; a second signal ends the
/// process at once. Call it before any other thread is started: it blocks the two signals for all.
Result<void> serve(const Configuration&, const EngineFactory&, const Logger&);

}  // namespace stoa::cli
