#pragma once
#include <string>
#include <string_view>

namespace stoa::cli {

/// "0.1.0".
std::string_view version();

/// For `stoa version`: with what it was built by.
std::string version_line();

}  // namespace stoa::cli
