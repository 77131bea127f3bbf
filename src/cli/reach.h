#pragma once
#include "base/settings.h"
#include "cli/audience.h"
#include "cli/engines.h"
#include "cli/exit_code.h"

#include <string>
#include <string_view>

namespace stoa::cli {

/// Has an errand done where the data is: by the server that runs on the data directory, else by this process,
/// which opens the engines for it. Progress and answers go to the console.
Result<ExitCode> have_done(std::string_view errand, const std::string& argument, const Settings&,
                           const EngineFactory&);
/// The same, told to somebody else.
Result<ExitCode> have_done(std::string_view errand, const std::string& argument, const Settings&,
                           const EngineFactory&, Audience&);

/// Forbidden (`data.owner`) for root in somebody else's data directory: files that root leaves in it would
/// keep the server from starting.
Result<void> refuse_to_be_root(const std::string& directory);

/// Only by a running server. Unavailable (`control.no_server`) when there is none.
Result<ExitCode> have_server_do(std::string_view errand, const std::string& argument, const Settings&);

}  // namespace stoa::cli
