#include "braced_tries.h"

#include <algorithm>
#include <regex>
#include <string>

namespace stoa::test {
namespace {

/// The same text, with blanks for comments and for what stands in quotes.
std::string without_words(std::string_view source) {
  static const std::regex words(R"re(//[^\n]*|R"(\w*)\([^]*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])')re");
  std::string text(source);
  for (std::cregex_iterator at(source.begin(), source.end(), words), end; at != end; ++at) {
    const auto from = text.begin() + at->position();
    std::replace_if(
        from, from + at->length(), [](char c) { return c != '\n'; }, ' ');
  }
  return text;
}

struct Bracket {
  char kind;
  /// Only a block has a semicolon of its own; braces without are a list.
  bool block = false;
  bool second_element = false;
  std::vector<int> tries_behind_the_first = {};
};

}  // namespace

std::vector<int> braced_tries_in(std::string_view source) {
  const std::string text = without_words(source);
  std::vector<Bracket> open;
  std::vector<int> lines;
  int line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (c == '(' || c == '{' || c == '[') open.push_back({c});
    if (open.empty()) continue;
    if (c == ';') open.back().block = true;
    if (c == ',') open.back().second_element = true;
    if (text.compare(i, 9, "STOA_TRY(") == 0) {
      const auto braces = std::ranges::find(open.rbegin(), open.rend(), '{', &Bracket::kind);
      if (braces != open.rend() && braces->second_element) braces->tries_behind_the_first.push_back(line);
    }
    if (c != ')' && c != '}' && c != ']') continue;
    if (!open.back().block) std::ranges::copy(open.back().tries_behind_the_first, std::back_inserter(lines));
    open.pop_back();
  }
  return lines;
}

}  // namespace stoa::test
