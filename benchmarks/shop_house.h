#pragma once
#include "base/ids.h"
#include "hello_server.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stoa::bench {

/// What a shop to be measured has.
struct ShopSize {
  std::uint64_t products = 1'000;
  std::uint64_t categories = 20;
  std::uint64_t guests = 0;
  /// Each logged in, with something in the cart.
  std::uint64_t members = 0;
};

/// All members have it.
inline constexpr std::string_view kMembersPassword = "correct horse battery";

/// Guests come before members.
Token visitor(std::uint64_t number);
std::string member_name(std::uint64_t number);
std::string category_slug(std::uint64_t number);

/// Fills a new data directory in a process of its own; gives the products' ids.
std::vector<std::string> build_shop(const std::filesystem::path& directory, const ShopSize&);

/// The whole house on that directory, as `stoa serve` puts it together, with one loop. It believes in
/// X-Forwarded-For, so that a load may come from many addresses.
HelloServer::Serve shop_house(const std::filesystem::path& directory);

}  // namespace stoa::bench
