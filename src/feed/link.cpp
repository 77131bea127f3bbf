#include "feed/link.h"

#include "base/utf8.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace stoa::feed {
namespace {

Error invalid(std::string message) {
  return {Error::Kind::Invalid, "article.link", "the link " + std::move(message)};
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

struct Scheme {
  std::string_view prefix;
  unsigned port;
};
constexpr auto kSchemes = std::to_array<Scheme>({{"https://", 443}, {"http://", 80}});

const Scheme* scheme_of(std::string_view text) {
  const auto found = std::ranges::find_if(kSchemes, [&](const Scheme& scheme) {
    return text.size() > scheme.prefix.size() &&
           std::equal(scheme.prefix.begin(), scheme.prefix.end(), text.begin(),
                      [](char a, char b) { return a == lower(b); });
  });
  return found == kSchemes.end() ? nullptr : &*found;
}

bool is_ipv6(std::string_view host) {
  return host.size() > 4 && host.front() == '[' && host.back() == ']' &&
         host.find_first_not_of("0123456789abcdefABCDEF:.", 1) == host.size() - 1;
}

bool is_host_name(std::string_view host) {
  if (host.empty() || host.size() > 253 || host.front() == '.' || host.front() == '-') return false;
  if (host.find("..") != std::string_view::npos) return false;
  return std::ranges::all_of(host,
                             [](char c) { return is_alphanumeric(c) || c == '-' || c == '.' || c == '_'; });
}

/// What stands between `//` and the path: `host` or `host:port`.
Result<std::string> read_authority(std::string_view text, unsigned own_port) {
  if (text.find('@') != std::string_view::npos)
    return invalid("holds a name or password before the host; take it out");
  const auto bracket = text.find(']');
  const auto colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const auto host = text.substr(0, colon);
  if (!is_host_name(host) && !is_ipv6(host))
    return invalid("has no host that can be reached; names beyond ASCII are written with xn--");
  std::string authority(host);
  std::ranges::transform(authority, authority.begin(), lower);
  if (colon == std::string_view::npos || colon + 1 == text.size()) return authority;
  const auto digits = text.substr(colon + 1);
  unsigned port = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size() || port == 0 || port > 65535)
    return invalid("has a port that is none; ports are 1 to 65535");
  if (port != own_port) authority += fmt::format(":{}", port);
  return authority;
}

bool stands_for_itself(char c) {
  constexpr std::string_view kMarks = "-._~:/?#[]@!$&'()*+,;=%";
  return is_alphanumeric(c) || kMarks.find(c) != std::string_view::npos;
}

/// Path, query and fragment, as a browser sends them.
std::string in_ascii(std::string_view rest) {
  std::string text;
  text.reserve(rest.size() + 1);
  if (rest.empty() || rest.front() != '/') text += '/';
  for (const char c : rest) {
    if (stands_for_itself(c))
      text += c;
    else
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

std::optional<Error> fault_of_characters(std::string_view text) {
  if (!is_utf8(text)) return invalid("is not UTF-8");
  for (const char c : text)
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F)
      return invalid(fmt::format("holds U+{:04X}; blanks and control characters cannot be in it",
                                 static_cast<unsigned char>(c)));
  return std::nullopt;
}

Error too_long() {
  return invalid(fmt::format("has more than {} characters, counted as it is sent", kLongestLink));
}

}  // namespace

Result<Link> Link::parse(std::string_view given) {
  const auto text = trimmed(given);
  if (text.size() > kLongestLink) return too_long();
  if (auto fault = fault_of_characters(text)) return *std::move(fault);
  const Scheme* scheme = scheme_of(text);
  if (scheme == nullptr) return invalid("does not begin with http:// or https://, and nothing else is taken");
  const auto after = text.substr(scheme->prefix.size());
  const auto end = std::min(after.find_first_of("/?#"), after.size());
  std::string link(scheme->prefix);
  link += STOA_TRY(read_authority(after.substr(0, end), scheme->port));
  link += in_ascii(after.substr(end));
  if (link.size() > kLongestLink) return too_long();
  return Link(std::move(link));
}

std::string Link::page_hash() const {
  const auto page = std::string_view(text_).substr(0, text_.find('#'));
  std::array<unsigned char, 16> digest;
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(page.data()),
                     page.size(), nullptr, 0);
  std::string hex;
  for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

}  // namespace stoa::feed
