#pragma once
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

std::string category_slug(std::uint64_t number);

/// Products are of so many series, which are words to look for: each has a page of products at least.
inline constexpr std::uint64_t kSeries = 40;
std::string series(std::uint64_t number);

/// Fills a new data directory in a process of its own, whose guests come before members among visitor()s;
/// gives the products' ids.
std::vector<std::string> build_shop(const std::filesystem::path& directory, const ShopSize&);

}  // namespace stoa::bench
