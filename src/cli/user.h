#pragma once
#include "cli/errand.h"

namespace stoa::cli {

/// `add NAME` or `add NAME admin`: makes an account with a password that is shown once.
Result<ExitCode> add_user(Premises&, const std::string& request, Audience&);

}  // namespace stoa::cli
