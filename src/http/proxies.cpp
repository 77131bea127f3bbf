#include "http/proxies.h"

#include "http/ascii.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace stoa::http {
namespace {

constexpr Address kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

}  // namespace

std::optional<Address> parse_address(std::string_view text) {
  char terminated[INET6_ADDRSTRLEN];
  if (text.empty() || text.size() >= sizeof terminated) return std::nullopt;
  std::ranges::copy(text, terminated);
  terminated[text.size()] = '\0';
  Address address = kMapped;
  if (::inet_pton(AF_INET, terminated, address.data() + 12) == 1) return address;
  if (::inet_pton(AF_INET6, terminated, address.data()) == 1) return address;
  return std::nullopt;
}

std::optional<Proxies::Block> Proxies::parse_block(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = parse_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  if (slash == std::string_view::npos) return Block{*address, 128};
  const bool v4 = text.find(':') == std::string_view::npos;
  const std::string_view digits = text.substr(slash + 1);
  unsigned bits = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || bits > (v4 ? 32u : 128u))
    return std::nullopt;
  return Block{*address, v4 ? bits + 96 : bits};
}

Result<Proxies> Proxies::of(const std::vector<std::string>& texts) {
  Proxies proxies;
  for (const std::string& text : texts) {
    const auto block = parse_block(text);
    if (!block)
      return Error{
          Error::Kind::Invalid, "http.proxies",
          fmt::format("\"{}\" is neither an address nor a block of them; write 10.0.0.7 or 10.0.0.0/8: "
                      "--http.proxies",
                      text)};
    proxies.blocks_.push_back(*block);
  }
  return proxies;
}

bool Proxies::contains(const Address& address) const {
  return std::ranges::any_of(blocks_, [&](const Block& block) {
    const unsigned bytes = block.bits / 8, rest = block.bits % 8;
    if (std::memcmp(address.data(), block.address.data(), bytes) != 0) return false;
    return rest == 0 || ((address[bytes] ^ block.address[bytes]) >> (8 - rest)) == 0;
  });
}

std::string_view Proxies::client(const Address& peer, std::string_view forwarded) const {
  if (blocks_.empty() || !contains(peer)) return {};
  std::string_view farthest;
  while (!forwarded.empty()) {
    const auto comma = forwarded.rfind(',');
    const std::string_view last =
        trimmed(comma == std::string_view::npos ? forwarded : forwarded.substr(comma + 1));
    const auto address = parse_address(last);
    if (!address) break;
    farthest = last;
    if (!contains(*address) || comma == std::string_view::npos) break;
    forwarded = forwarded.substr(0, comma);
  }
  return farthest;
}

}  // namespace stoa::http
