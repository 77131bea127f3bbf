#pragma once
#include <cstdint>
#include <filesystem>

namespace stoa {

/// How many bytes of memory this process may use: what the machine has, or less where a container or a
/// service is given less (control groups of version 2). `root` is where /proc and /sys are.
std::uint64_t memory_limit(const std::filesystem::path& root = "/");

}  // namespace stoa
