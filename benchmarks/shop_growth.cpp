#include "engines.h"
#include "rounds.h"
#include "shop_house.h"
#include "shop_visits.h"
#include "whole_house.h"
#include "workloads.h"

#include <functional>

namespace stoa::bench {
namespace {
using namespace std::chrono_literals;

constexpr std::uint64_t kOrdersARound = 15'000;
constexpr std::uint64_t kMembers = kOrdersARound * kRounds;

/// As many as the small shop has: pages that both shops keep.
constexpr std::uint64_t kPopular = 1'000;

struct Work {
  std::string name;
  std::function<Script(Visits&)> script;
  double goal;
};

/// What a product costs whose document no cache holds.
Work first_look() {
  return {"rendered product page, not seen since the start",
          [](Visits& visits) { return visits.pages("?from=bench"); }, 0};
}

/// In a shop that has been open for a while.
std::vector<Work> works() {
  return {{"cached product page", [](Visits& visits) { return visits.pages_of(kPopular, ""); }, 0.8},
          {"rendered product page", [](Visits& visits) { return visits.pages("?from=bench"); }, 0.8},
          {"category list", [](Visits& visits) { return visits.lists(); }, 0.8},
          {"search, looked for before", [](Visits& visits) { return visits.searches(); }, 0.8},
          {"search, new words", [](Visits& visits) { return visits.new_searches(); }, 0.8},
          {"add to cart", [](Visits& visits) { return visits.additions(); }, 0.8}};
}

/// Requests a second of a first look, of each kind of work, then of check-outs.
std::vector<double> rates(const std::filesystem::path& data, const ShopSize& size) {
  Visits visits(build_shop(data, size), size.guests);
  const HelloServer house(whole_house(data));
  std::vector<double> rates;
  const auto measure = [&](const Work& work) {
    rates.push_back(best_rate(house, [&] { return work.script(visits); }).per_second);
  };
  measure(first_look());
  http_script(house.port(), house.pid(), visits.every_product(), kConnections, 120s);
  for (const Work& work : works()) measure(work);
  const auto check_out = [&](int round) {
    return http_script(house.port(), house.pid(),
                       visits.checkouts(kOrdersARound, static_cast<std::uint64_t>(round)), kConnections, 30s);
  };
  rates.push_back(best_of_rounds(check_out).per_second);
  return rates;
}

}  // namespace

std::vector<Figure> bench_shop_growth() {
  const test::TemporaryDirectory directory;
  const auto small =
      rates(directory.path() / "small", {.products = 1'000, .guests = 5'000, .members = kMembers});
  const auto large =
      rates(directory.path() / "large", {.products = 1'000'000, .guests = 5'000'000, .members = kMembers});
  std::vector<Figure> figures;
  const auto all = works();
  const auto note = [&](std::size_t i, const std::string& name, double goal) {
    figures.push_back(
        {name + ", 5 M sessions, 1 M items", large[i], "/s", "5,000 and 1,000", small[i], goal});
  };
  note(0, first_look().name, first_look().goal);
  for (std::size_t i = 0; i < all.size(); ++i) note(i + 1, all[i].name, all[i].goal);
  note(all.size() + 1, "check-out", 0.8);
  return figures;
}

}  // namespace stoa::bench
