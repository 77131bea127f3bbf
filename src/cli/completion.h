#pragma once
#include "base/result.h"

#include <string>
#include <string_view>

namespace stoa::cli {

/// A script that completes commands and options. Invalid (`completion.shell`) for a shell that is not bash,
/// zsh or fish.
Result<std::string> completion_script(std::string_view shell);

}  // namespace stoa::cli
