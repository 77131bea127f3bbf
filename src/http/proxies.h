#pragma once
#include "base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// An IP address; IPv4 is held in the IPv6 form that maps it, so that both compare alike.
using Address = std::array<std::uint8_t, 16>;

std::optional<Address> parse_address(std::string_view);

/// The proxies whose word about their clients is taken.
class Proxies {
 public:
  /// Literal addresses or CIDR blocks of either family. Invalid (`http.proxies`) names the one that is
  /// neither.
  static Result<Proxies> of(const std::vector<std::string>&);

  bool empty() const { return blocks_.empty(); }
  bool contains(const Address&) const;

  /// The client behind `peer`: the last address of X-Forwarded-For that is not a proxy of ours, as a view
  /// into `forwarded`; empty when `peer` is no proxy or the header makes no sense.
  std::string_view client(const Address& peer, std::string_view forwarded) const;

 private:
  struct Block {
    Address address;
    unsigned bits;
  };
  static std::optional<Block> parse_block(std::string_view);

  std::vector<Block> blocks_;
};

}  // namespace stoa::http
