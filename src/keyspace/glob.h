#pragma once
#include <string_view>

namespace stoa::keyspace {

/// Whether a name matches a pattern as Redis takes it: `*`, `?`, `[abc]`, `[^a]`, `[a-z]`, and `\` to escape.
/// Takes time in proportion to the product of the two lengths at worst.
bool matches_glob(std::string_view pattern, std::string_view name);

}  // namespace stoa::keyspace
