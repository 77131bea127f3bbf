#pragma once
#include <string>

namespace stoa {

/// A number as people and spreadsheets write it, `12 000,50`, as programs do. What is none comes back as no
/// number either.
std::string plain_number(std::string typed);

}  // namespace stoa
