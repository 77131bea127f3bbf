#pragma once
#include "cli/errand.h"

namespace stoa::cli {

/// Copies the data directory into `target`, an absolute path that does not exist yet, and tells how much it
/// has copied.
Result<ExitCode> back_up(Premises&, const std::string& target, Audience&);

}  // namespace stoa::cli
