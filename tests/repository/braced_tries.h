#pragma once
#include <string_view>
#include <vector>

namespace stoa::test {

/// The lines, from 1, on which a STOA_TRY stands in a braced list behind another element of it. When it
/// returns, compilers forget to destroy what the list has built before it.
std::vector<int> braced_tries_in(std::string_view source);

}  // namespace stoa::test
