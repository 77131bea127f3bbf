#include "engines.h"
#include "feed_house.h"
#include "feed_visits.h"
#include "rounds.h"
#include "whole_house.h"
#include "workloads.h"

#include <algorithm>
#include <functional>
#include <iterator>

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

/// A feed of that size, served.
struct Served {
  Served(const std::filesystem::path& data, const FeedSize& size)
      : visits(size), house((build_feed(data, size), whole_house(data))) {}

  FeedVisits visits;
  const HelloServer house;
};

}  // namespace

std::vector<Figure> bench_feed_growth() {
  const test::TemporaryDirectory directory;
  // So many that nobody votes more often than a member may, whatever the machine is capable of.
  Served small(directory.path() / "small", {.articles = 1'000, .days = 30, .members = 10'000});
  Served large(directory.path() / "large", {.articles = 1'000'000, .days = 300, .members = 10'000});
  std::vector<Figure> figures;
  for (const Work& work : works()) {
    for (Served* served : {&small, &large}) warm_up(served->house, work.script(served->visits));
    const auto turn = [&](Served& served) {
      return [&](int) { return turn_of(served.house, work.script(served.visits)); };
    };
    std::ranges::move(in_turns(work.name + ", 1 M articles", turn(large), "1,000 articles", turn(small), 0.8),
                      std::back_inserter(figures));
  }
  return figures;
}

}  // namespace stoa::bench
