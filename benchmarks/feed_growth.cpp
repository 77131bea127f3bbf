#include "engines.h"
#include "feed_house.h"
#include "feed_visits.h"
#include "rounds.h"
#include "whole_house.h"
#include "workloads.h"

#include <functional>

namespace stoa::bench {
namespace {

struct Work {
  std::string name;
  std::function<Script(FeedVisits&)> script;
};

std::vector<Work> works() {
  // By members: what guests see is kept for a second, so of theirs hardly one would be made.
  return {{"feed front page", [](FeedVisits& visits) { return visits.by_members("/feed"); }},
          {"feed, newest", [](FeedVisits& visits) { return visits.by_members("/feed/newest"); }},
          {"feed group page", [](FeedVisits& visits) { return visits.groups(); }},
          {"vote", [](FeedVisits& visits) { return visits.votes(); }}};
}

/// Of each kind of work.
std::vector<HttpRate> rates(const std::filesystem::path& data, const FeedSize& size) {
  build_feed(data, size);
  FeedVisits visits(size);
  const HelloServer house(whole_house(data));
  std::vector<HttpRate> rates;
  for (const Work& work : works()) rates.push_back(best_rate(house, [&] { return work.script(visits); }));
  return rates;
}

}  // namespace

std::vector<Figure> bench_feed_growth() {
  const test::TemporaryDirectory directory;
  const auto small = rates(directory.path() / "small", {.articles = 1'000, .days = 30, .members = 5'000});
  const auto large =
      rates(directory.path() / "large", {.articles = 1'000'000, .days = 300, .members = 5'000});
  std::vector<Figure> figures;
  const auto all = works();
  for (std::size_t i = 0; i < all.size(); ++i) {
    figures.push_back({all[i].name + ", 1 M articles", large[i].per_second, "/s", "1,000 articles",
                       small[i].per_second, 0.8});
    figures.push_back({all[i].name + ", 1 M articles, CPU", large[i].cpu_microseconds, "µs", "1,000 articles",
                       small[i].cpu_microseconds, 0, Figure::Better::Lower});
  }
  return figures;
}

}  // namespace stoa::bench
