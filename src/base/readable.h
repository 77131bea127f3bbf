#pragma once
#include <string>
#include <string_view>

namespace stoa {

/// How many lines a text may have.
enum class Lines { One, Many };

/// A text as somebody who reads it meets it.
struct Reading {
  /// The text without what cannot be seen at its ends; empty when nothing of it can be seen.
  std::string_view seen;
  /// Why nobody should be shown it: "holds U+0007, a control character; take it out". Empty: it is fine.
  std::string fault;
};

/// Of well-formed UTF-8. At fault are control characters (of many lines, tab and line ends are none),
/// characters that turn the direction of what stands after them, so that a line reads as what it does not
/// say, and more than four marks on one letter, which are drawn over the lines around it.
Reading read_as_shown(std::string_view text, Lines);

}  // namespace stoa
