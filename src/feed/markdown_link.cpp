#include "feed/markdown_link.h"

#include "base/utf8.h"
#include "feed/markdown_characters.h"

#include <algorithm>

namespace stoa::feed {
namespace {

constexpr std::size_t kLongest = 2000;

bool begins_with(std::string_view address, std::string_view scheme) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return address.size() > scheme.size() &&
         std::ranges::equal(address.substr(0, scheme.size()), scheme, {}, lower);
}

bool leads_to_a_host(std::string_view address, std::string_view scheme) {
  if (!begins_with(address, scheme)) return false;
  const char first = address[scheme.size()];
  return first != '/' && first != '?' && first != '#' && first != '\\' && first != '@' && first != ':';
}

bool is_allowed(std::string_view address) {
  return leads_to_a_host(address, "https://") || leads_to_a_host(address, "http://") ||
         begins_with(address, "mailto:");
}

bool stands_for_itself(unsigned char byte) {
  constexpr std::string_view kMarks = "-._~:/?#[]@!$&()*+,;=%";
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         kMarks.find(static_cast<char>(byte)) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> href_of(std::string_view address) {
  if (!is_allowed(address) || count_code_points(address) > kLongest) return std::nullopt;
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  encoded.reserve(address.size());
  for (const char c : address) {
    const auto byte = static_cast<unsigned char>(c);
    if (stands_for_itself(byte)) {
      encoded += c;
    } else {
      encoded += '%';
      encoded += kDigits[byte >> 4];
      encoded += kDigits[byte & 15];
    }
  }
  std::string escaped;
  append_escaped(encoded, escaped);
  return escaped;
}

}  // namespace stoa::feed
