#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace stoa::bench {

/// What a feed to be measured has.
struct FeedSize {
  std::uint64_t articles = 2'000;
  std::uint64_t groups = 20;
  /// Over how many days the articles were posted.
  std::uint64_t days = 90;
  /// Each with a session: visitor() of the same number.
  std::uint64_t members = 0;
  /// Under the newest article.
  std::uint64_t comments = 0;

  /// Those of the last six days, which are the last.
  std::uint64_t open_articles() const { return articles * 6 / (days < 6 ? 6 : days); }
};

std::string group_of(std::uint64_t number);

/// Fills a new data directory in a process of its own.
void build_feed(const std::filesystem::path& directory, const FeedSize&);

}  // namespace stoa::bench
