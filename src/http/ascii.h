#pragma once
#include <algorithm>
#include <string_view>

namespace stoa::http {

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// As header names and schemes are compared.
inline bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower_case(x) == lower_case(y); });
}

/// Without spaces and tabs around it.
inline std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes what stands before the first `separator` off the front, and the separator with it.
inline std::string_view cut(std::string_view& text, char separator) {
  const std::size_t at = text.find(separator);
  const std::string_view piece = text.substr(0, at);
  text = at == text.npos ? std::string_view() : text.substr(at + 1);
  return piece;
}

}  // namespace stoa::http
