#pragma once
// cli/ turns a command line into what the program does: serve, and the commands around it. It knows every
// port and no engine; main.cpp hands those in.

#include "cli/engines.h"

#include <string>
#include <vector>

namespace stoa::cli {

/// Does what the arguments (without the program's name) ask for and gives the exit code: 0 done, 1 failed, 2
/// asked wrongly. Answers go to standard output; errors, each with its next step, to standard error.
int run_command_line(std::vector<std::string> arguments, const EngineFactory&);

}  // namespace stoa::cli
