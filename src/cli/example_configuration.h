#pragma once
#include "base/config.h"

#include <string>

namespace stoa::cli {

/// A configuration file with every option and its help. What comes from somewhere is written as it is; what
/// is at its default is commented out. Passwords are left out.
std::string example_configuration(const Configuration&);

}  // namespace stoa::cli
