#include "cli/version.h"

#include <fmt/format.h>

namespace stoa::cli {

std::string_view version() {
  return STOA_VERSION;
}

std::string version_line() {
  return fmt::format("stoa {} ({}, C++ compiler {})", version(), STOA_BUILD_TYPE, __VERSION__);
}

}  // namespace stoa::cli
