#include "feed_visits.h"

#include "rounds.h"
#include "whole_house.h"

#include <fmt/format.h>

#include <array>

namespace stoa::bench {

Script FeedVisits::by_guests(const std::string& path) {
  return script_of(kRequests, [&](std::uint64_t i) { return browser_request("GET", path, from_address(i)); });
}

Script FeedVisits::by_members(const std::string& path) {
  return script_of(kRequests, [&](std::uint64_t) {
    return browser_request("GET", path, with_cookie(random_.below(size_.members)));
  });
}

Script FeedVisits::groups() {
  return script_of(kRequests, [&](std::uint64_t) {
    return browser_request("GET", "/feed/groups/" + group_of(random_.below(size_.groups)),
                           with_cookie(random_.below(size_.members)));
  });
}

Script FeedVisits::votes() {
  constexpr std::array<std::string_view, 3> kVotes{R"({"vote":"up"})", R"({"vote":"down"})",
                                                   R"({"vote":"none"})"};
  return script_of(kRequests, [&](std::uint64_t) {
    const auto article = size_.articles - random_.below(size_.open_articles());
    return browser_request("PUT", fmt::format("/api/articles/{}/vote", article),
                           with_bearer(random_.below(size_.members)), kVotes[random_.below(kVotes.size())]);
  });
}

}  // namespace stoa::bench
