#include "engines.h"
#include "rounds.h"
#include "shop_house.h"
#include "shop_visits.h"
#include "whole_house.h"
#include "workloads.h"

#include <functional>

namespace stoa::bench {
namespace {

/// As many as the small shop has: pages that both shops keep.
constexpr std::uint64_t kPopular = 1'000;

struct Work {
  std::string name;
  std::function<Script(Visits&)> script;
  double goal;
};

std::vector<Work> works() {
  return {{"cached product page", [](Visits& visits) { return visits.pages_of(kPopular, ""); }, 0.8},
          {"rendered product page", [](Visits& visits) { return visits.pages("?from=bench"); }, 0.8},
          {"category list", [](Visits& visits) { return visits.lists(); }, 0.8},
          {"search that finds every product", [](Visits& visits) { return visits.searches(); }, 0},
          {"add to cart", [](Visits& visits) { return visits.additions(); }, 0.8}};
}

/// Requests a second of each kind of work.
std::vector<double> rates(const std::filesystem::path& data, const ShopSize& size) {
  Visits visits(build_shop(data, size), size.guests);
  const HelloServer house(whole_house(data));
  std::vector<double> rates;
  for (const Work& work : works())
    rates.push_back(best_rate(house, [&] { return work.script(visits); }).per_second);
  return rates;
}

}  // namespace

std::vector<Figure> bench_shop_growth() {
  const test::TemporaryDirectory directory;
  const auto small = rates(directory.path() / "small", {.products = 1'000, .guests = 5'000});
  const auto large = rates(directory.path() / "large", {.products = 1'000'000, .guests = 5'000'000});
  std::vector<Figure> figures;
  const auto all = works();
  for (std::size_t i = 0; i < all.size(); ++i)
    figures.push_back({all[i].name + ", 5 M sessions, 1 M items", large[i], "/s", "5,000 and 1,000", small[i],
                       all[i].goal});
  return figures;
}

}  // namespace stoa::bench
