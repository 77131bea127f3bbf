#pragma once
#include "cli/check.h"

#include <filesystem>

namespace stoa::cli {

/// Whether only its owner can look into the data directory, whether there is space, and whether its format is
/// one we read. Nothing is opened and nothing written.
void examine_directory(const std::filesystem::path&, Examination&);

}  // namespace stoa::cli
