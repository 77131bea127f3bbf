#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace stoa {

/// Where the first byte stands that is not part of well-formed UTF-8 (overlong forms, surrogates and what
/// lies beyond U+10FFFF are not), or npos. Reads eight bytes at a time while they are ASCII.
std::size_t find_bad_utf8(std::string_view);
inline bool is_utf8(std::string_view text) {
  return find_bad_utf8(text) == std::string_view::npos;
}

/// How many code points well-formed text has.
std::size_t count_code_points(std::string_view);

/// The text with each ill-formed byte replaced by U+FFFD.
std::string repair_utf8(std::string_view);

}  // namespace stoa
