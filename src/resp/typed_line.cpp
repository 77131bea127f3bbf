#include "resp/typed_line.h"

#include <cctype>

namespace stoa::resp {
namespace {

bool is_space(char letter) {
  return std::isspace(static_cast<unsigned char>(letter)) != 0;
}

int hex_digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  const char lower = static_cast<char>(letter | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

char unescaped(char letter) {
  switch (letter) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'a':
      return '\a';
    default:
      return letter;
  }
}

/// Reads what stands between quotes; `at` is behind the opening one and is left behind the closing one.
bool read_quoted(std::string_view line, std::size_t& at, char quote, std::string& out) {
  while (at < line.size()) {
    const char letter = line[at++];
    if (letter == quote) return at == line.size() || is_space(line[at]);
    if (letter != '\\' || at == line.size()) {
      out.push_back(letter);
    } else if (quote == '\'') {
      if (line[at] == '\'') {
        out.push_back(line[at++]);
      } else {
        out.push_back(letter);
      }
    } else if (line[at] == 'x' && at + 2 < line.size() && hex_digit(line[at + 1]) >= 0 &&
               hex_digit(line[at + 2]) >= 0) {
      out.push_back(static_cast<char>(hex_digit(line[at + 1]) * 16 + hex_digit(line[at + 2])));
      at += 3;
    } else {
      out.push_back(unescaped(line[at++]));
    }
  }
  return false;
}

}  // namespace

bool split_typed_line(std::string_view line, Batch& batch) {
  std::size_t at = 0;
  for (;;) {
    while (at < line.size() && is_space(line[at])) ++at;
    if (at == line.size()) return true;
    const std::size_t start = at;
    while (at < line.size() && !is_space(line[at]) && line[at] != '"' && line[at] != '\'') ++at;
    if (at == line.size() || is_space(line[at])) {
      batch.words.push_back(line.substr(start, at - start));
      continue;
    }
    std::string& word = batch.unquoted.emplace_back(line.substr(start, at - start));
    const char quote = line[at++];
    if (!read_quoted(line, at, quote, word)) return false;
    batch.words.push_back(word);
  }
}

}  // namespace stoa::resp
