#include "engines.h"
#include "feed_house.h"
#include "feed_visits.h"
#include "rounds.h"
#include "whole_house.h"
#include "workloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace stoa::bench {
namespace {

constexpr FeedSize kSize{.articles = 2'000, .members = 20'000, .comments = 10'000};

}  // namespace

std::vector<Figure> bench_feed() {
  const test::TemporaryDirectory directory;
  const auto data = directory.path() / "data";
  build_feed(data, kSize);
  const BesideHello hello(kSize.members);
  const HelloServer house(whole_house(data));
  FeedVisits visits(kSize);
  std::vector<Figure> figures;
  const auto measure = [&](const std::string& name, FunctionRef<Script()> script, double goal) {
    std::ranges::move(hello.figures(name, house, script, goal), std::back_inserter(figures));
  };
  measure(
      "feed front page, kept for who has no cookie", [&] { return visits.by_guests("/feed"); }, 0);
  measure(
      "feed front page, 25 articles, rendered for members", [&] { return visits.by_members("/feed"); }, 0.3);
  measure(
      "feed group page", [&] { return visits.groups(); }, 0);
  measure(
      "thread of 10,000 comments", [&] { return visits.by_guests(fmt::format("/feed/{}", kSize.articles)); },
      0);
  measure(
      "vote, durable, 64 clients", [&] { return visits.votes(); }, 0.35);
  return figures;
}

}  // namespace stoa::bench
