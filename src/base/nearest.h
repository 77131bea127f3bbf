#pragma once
#include <string_view>
#include <vector>

namespace stoa {

/// The candidate that `word` was probably meant to be (a few letters changed, added, lost or swapped), or
/// empty. Costs |word| × |candidate| each; for error messages.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace stoa
