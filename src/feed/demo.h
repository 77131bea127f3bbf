#pragma once
#include "accounts/accounts.h"
#include "base/clock.h"
#include "feed/demo_writing.h"
#include "feed/feed.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace stoa::feed {

struct DemoSummary {
  std::size_t articles = 0;
  std::size_t groups = 0;
  std::size_t people = 0;
  std::size_t votes = 0;
  std::size_t comments = 0;
};

/// Lives ninety days of a feed in some seconds, by the feed's own rules: people post, vote, talk and report,
/// an admin hides, locks and bans. What it leaves is as consistent as if it had happened.
class Demo {
 public:
  using Tell = std::function<void(std::string_view what, std::size_t done, std::size_t of)>;

  /// Who is there besides the made-up people.
  struct Known {
    /// Posts and votes like the others.
    accounts::Identity member;
    accounts::Identity admin;
  };

  /// `feed` and `accounts` work by `clock`, which the demo moves; all outlive it.
  Demo(Feed& feed, accounts::Accounts& accounts, FakeClock& clock, std::uint64_t seed)
      : feed_(feed), accounts_(accounts), clock_(clock), seed_(seed) {}

  /// Up to `now`, where the clock stands afterwards. The same seed and products give the same feed.
  Result<DemoSummary> fill(Time now, const Known&, std::vector<DemoProduct>, const Tell&);

 private:
  Feed& feed_;
  accounts::Accounts& accounts_;
  FakeClock& clock_;
  const std::uint64_t seed_;
};

}  // namespace stoa::feed
