#include "engines.h"
#include "rounds.h"
#include "shop_house.h"
#include "shop_visits.h"
#include "whole_house.h"
#include "workloads.h"

#include <algorithm>
#include <iterator>

namespace stoa::bench {
namespace {
using namespace std::chrono_literals;

constexpr std::uint64_t kGuests = 20'000;
constexpr std::uint64_t kOrdersATurn = 10'000;
constexpr std::uint64_t kMembers = kOrdersATurn * kTurns;

}  // namespace

std::vector<Figure> bench_shop() {
  const test::TemporaryDirectory directory;
  const auto data = directory.path() / "data";
  Visits visits(build_shop(data, {.guests = kGuests, .members = kMembers}), kGuests);
  const BesideHello hello(kGuests);
  const HelloServer house(whole_house(data));
  std::vector<Figure> figures;
  const auto measure = [&](const std::string& name, FunctionRef<Script()> script, double goal) {
    std::ranges::move(hello.figures(name, house, script, goal), std::back_inserter(figures));
  };
  measure(
      "product page, cached, view recorded", [&] { return visits.pages(""); }, 0.6);
  measure(
      "product page, rendered", [&] { return visits.pages("?from=bench"); }, 0.3);
  measure(
      "category list", [&] { return visits.lists(); }, 0);
  measure(
      "search, looked for before", [&] { return visits.searches(); }, 0);
  measure(
      "search, new words", [&] { return visits.new_searches(); }, 0);
  measure(
      "add to cart, durable, 64 clients", [&] { return visits.additions(); }, 0.35);
  const auto check_out = [&](int turn) {
    return http_script(house.port(), house.pid(),
                       visits.checkouts(kOrdersATurn, static_cast<std::uint64_t>(turn)), kConnections, 30s);
  };
  std::ranges::move(hello.figures("check-out, durable, 64 clients", check_out, 0.2),
                    std::back_inserter(figures));
  figures.push_back(
      {"log in", http_script(house.port(), house.pid(), visits.log_ins(), 8, 2s).per_second, "/s", ""});
  return figures;
}

}  // namespace stoa::bench
