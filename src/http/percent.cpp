#include "http/percent.h"

#include "base/utf8.h"
#include "http/hex.h"

#include <array>
#include <cstdint>

namespace stoa::http {
namespace {

constexpr std::string_view kLargeDigits = "0123456789ABCDEF";

constexpr std::array<bool, 256> kUnreserved = [] {
  std::array<bool, 256> unreserved{};
  for (unsigned char c = 'a'; c <= 'z'; ++c) unreserved[c] = true;
  for (unsigned char c = 'A'; c <= 'Z'; ++c) unreserved[c] = true;
  for (unsigned char c = '0'; c <= '9'; ++c) unreserved[c] = true;
  for (const unsigned char c : {'-', '.', '_', '~'}) unreserved[c] = true;
  return unreserved;
}();

enum class Class : std::uint8_t { Ordinary, Slash, Percent, Control, BeyondAscii };

constexpr std::array<Class, 256> kClasses = [] {
  std::array<Class, 256> classes{};
  for (std::size_t c = 0; c < 0x20; ++c) classes[c] = Class::Control;
  classes[0x7f] = Class::Control;
  for (std::size_t c = 0x80; c < 256; ++c) classes[c] = Class::BeyondAscii;
  classes['/'] = Class::Slash;
  classes['%'] = Class::Percent;
  return classes;
}();

/// What one pass over a path tells of it.
struct Looks {
  bool encoded = false;
  bool beyond_ascii = false;
  /// A control character, or a segment that is empty, `.` or `..`.
  bool odd = false;
};

bool is_odd_segment(std::string_view segment) {
  return segment.size() <= 2 && (segment.empty() || segment == "." || segment == "..");
}

/// Of a path that begins with a slash; one at the end is left out of it.
Looks look_at(std::string_view path) {
  Looks looks;
  if (path.size() == 1) return looks;
  if (path.ends_with('/')) path.remove_suffix(1);
  std::size_t segment = 1;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Class kind = kClasses[static_cast<unsigned char>(path[i])];
    if (kind == Class::Ordinary) continue;
    if (kind == Class::Slash) {
      looks.odd |= is_odd_segment(path.substr(segment, i - segment));
      segment = i + 1;
    }
    looks.encoded |= kind == Class::Percent;
    looks.beyond_ascii |= kind == Class::BeyondAscii;
    looks.odd |= kind == Class::Control;
  }
  looks.odd |= is_odd_segment(path.substr(segment));
  return looks;
}

/// Encoded ones would be split at, or not, depending on who reads the path next.
bool has_encoded_slash(std::string_view path) {
  for (std::size_t at = path.find('%'); at != path.npos; at = path.find('%', at + 1)) {
    const std::string_view code = path.substr(at + 1, 2);
    if (code == "2f" || code == "2F" || code == "5c" || code == "5C") return true;
  }
  return false;
}

}  // namespace

bool percent_decode(std::string_view text, Plus plus, std::string& to) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size()) return false;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return false;
      to += static_cast<char>(high << 4 | low);
      i += 2;
    } else {
      to += text[i] == '+' && plus == Plus::Space ? ' ' : text[i];
    }
  }
  return true;
}

void append_encoded(char c, std::string& to) {
  const auto byte = static_cast<unsigned char>(c);
  to += '%';
  to += kLargeDigits[byte >> 4];
  to += kLargeDigits[byte & 15];
}

void percent_encode(std::string_view text, std::string& to) {
  std::size_t taken = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kUnreserved[static_cast<unsigned char>(text[i])]) continue;
    to.append(text, taken, i - taken);
    append_encoded(text[i], to);
    taken = i + 1;
  }
  to.append(text, taken);
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  encoded.reserve(text.size() + 16);
  percent_encode(text, encoded);
  return encoded;
}

void append_field(std::string_view name, std::string_view value, std::string& form) {
  const bool first = form.empty() || form.back() == '?';
  if (!first) form += '&';
  percent_encode(name, form);
  form += '=';
  percent_encode(value, form);
}

void append_query(std::string_view name, std::string_view value, std::string& address) {
  if (address.find('?') == address.npos) address += '?';
  append_field(name, value, address);
}

std::string_view decode_path(std::string_view path, std::string& buffer) {
  if (!path.starts_with('/')) return {};
  Looks looks = look_at(path);
  if (looks.encoded) {
    buffer.clear();
    buffer.reserve(path.size());
    if (has_encoded_slash(path) || !percent_decode(path, Plus::Literal, buffer)) return {};
    path = buffer;
    looks = look_at(path);
  }
  if (looks.odd || (looks.beyond_ascii && !is_utf8(path))) return {};
  return path;
}

}  // namespace stoa::http
