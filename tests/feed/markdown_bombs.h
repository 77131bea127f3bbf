#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace stoa::feed::test {

/// The texts by which Markdown parsers have been brought down.
inline constexpr auto kBombs = std::to_array<std::string_view>(
    {"[",     "*",    ">",       "> ",       "![",   "[](",  "[a](b",    "[[a](b)", "<",    "<a",
     "<!--",  "`",    "``a`",    "_a",       "*a_ ", "**a ", "~",        "~~a ",    "- ",   "1. ",
     "&",     "&#",   "http://", "[a]: b\n", "[a]",  "\\",   "![[]()",   "*_",      "a**b", "<http:",
     "\n>\n", "- \n", "[a](<b",  "[a](b 'c", "](",   "<?",   "<![CDATA["});

inline std::string repeated(std::string_view piece, std::size_t size) {
  std::string text;
  while (text.size() + piece.size() <= size) text += piece;
  return text;
}

}  // namespace stoa::feed::test
