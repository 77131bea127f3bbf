#pragma once
#include <cstdint>
#include <string_view>

namespace stoa::keyspace::embedded {

/// A hash that is keyed anew in every process, so that nobody outside can choose names that collide.
std::uint64_t name_hash(std::string_view name);

}  // namespace stoa::keyspace::embedded
