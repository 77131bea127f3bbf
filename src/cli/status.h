#pragma once
#include "cli/errand.h"

namespace stoa::cli {

/// The version, the engines, how the disk does, and the jobs.
Result<ExitCode> show_status(Premises&, const std::string&, Audience&);

/// Makes a job of the running server due at once.
Result<ExitCode> run_job_now(Premises&, const std::string& job, Audience&);

}  // namespace stoa::cli
