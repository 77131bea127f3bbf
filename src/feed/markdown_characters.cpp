#include "feed/markdown_characters.h"

#include <charconv>

namespace stoa::feed {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

bool turns_direction(std::uint32_t code_point) {
  return (code_point >= 0x202A && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069);
}

bool is_character(std::uint32_t code_point) {
  return code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
}

}  // namespace

bool may_be_shown(std::uint32_t code_point) {
  if (code_point == '\t' || code_point == '\n' || code_point == '\r') return true;
  if (code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0)) return false;
  return !turns_direction(code_point);
}

std::uint32_t take_code_point(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t first = byte(0);
  const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  std::uint32_t code_point = size == 1 ? first : first & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) code_point = code_point << 6 | (byte(i) & 0x3Fu);
  text.remove_prefix(size);
  return code_point;
}

void append_utf8(std::uint32_t code_point, std::string& out) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code_point >> shift & 0x3F)); };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | code_point >> 6);
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | code_point >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | code_point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string without_hidden_controls(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::string_view before = text;
    if (may_be_shown(take_code_point(text))) shown.append(before.substr(0, before.size() - text.size()));
  }
  return shown;
}

std::optional<std::uint32_t> numeric_entity(std::string_view entity) {
  if (!entity.starts_with("&#") || entity.size() < 4) return std::nullopt;
  std::string_view digits = entity.substr(2, entity.size() - 3);
  const int base = digits.front() == 'x' || digits.front() == 'X' ? 16 : 10;
  if (base == 16) digits.remove_prefix(1);
  std::uint32_t code_point = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), code_point, base);
  const bool whole = failure == std::errc{} && end == digits.data() + digits.size();
  return whole && is_character(code_point) && may_be_shown(code_point) ? code_point : kReplacement;
}

void append_escaped(std::string_view text, std::string& out) {
  std::size_t plain = 0;
  for (std::size_t at; (at = text.find_first_of("&<>\"'", plain)) != std::string_view::npos; plain = at + 1) {
    out.append(text.substr(plain, at - plain));
    switch (text[at]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += "&#39;";
    }
  }
  out.append(text.substr(plain));
}

}  // namespace stoa::feed
