#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace stoa::keyspace {

/// A 64-bit integer as Redis takes one: no spaces, no plus, no leading zeros, no minus zero.
std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace stoa::keyspace
