#pragma once
#include "cli/errand.h"

namespace stoa::cli {

/// Asks the engines and looks at everything that must hold, in one pass over the names of all keys and one
/// over each collection; memory stays bounded. Gives Done when all is well, Failed when there are findings,
/// and an Error when an engine was away. A server may go on working meanwhile.
Result<ExitCode> examine_everything(Premises&, const std::string&, Audience&);

}  // namespace stoa::cli
