#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>

namespace stoa::bench {

/// What `measure` gives in a process of its own, so that no earlier benchmark's memory is in the figure.
double in_child(const std::function<double()>& measure);

/// Until the merging of files that follows a bulk fill is done: what is measured is a store that has been
/// running.
void wait_until_idle();

/// Makes a data directory with so many sessions, items with their popularity, and product documents, in a
/// process of its own.
void build_store(const std::filesystem::path& directory, std::uint64_t sessions, std::uint64_t items,
                 std::uint64_t products);

}  // namespace stoa::bench
