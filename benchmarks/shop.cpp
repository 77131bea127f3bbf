#include "engines.h"
#include "rounds.h"
#include "shop_house.h"
#include "shop_visits.h"
#include "whole_house.h"
#include "workloads.h"

namespace stoa::bench {
namespace {
using namespace std::chrono_literals;

constexpr std::uint64_t kGuests = 20'000;
constexpr std::uint64_t kOrdersARound = 15'000;
constexpr std::uint64_t kMembers = kOrdersARound * kRounds;

}  // namespace

std::vector<Figure> bench_shop() {
  const test::TemporaryDirectory directory;
  const auto data = directory.path() / "data";
  Visits visits(build_shop(data, {.guests = kGuests, .members = kMembers}), kGuests);
  const HttpRate reference = hello_rate(kGuests);
  const HelloServer house(whole_house(data));
  std::vector<Figure> figures;
  const auto note = [&](const std::string& name, const HttpRate& rate, double goal) {
    figures.push_back({name, rate.per_second, "/s", "our hello", reference.per_second, goal});
    figures.push_back({name + ", CPU", rate.cpu_microseconds, "µs", "our hello", reference.cpu_microseconds,
                       0, Figure::Better::Lower});
  };
  const auto measure = [&](const std::string& name, FunctionRef<Script()> script, double goal) {
    note(name, best_rate(house, script), goal);
  };
  measure(
      "product page, cached, view recorded", [&] { return visits.pages(""); }, 0.6);
  measure(
      "product page, rendered", [&] { return visits.pages("?from=bench"); }, 0.3);
  measure(
      "category list", [&] { return visits.lists(); }, 0);
  measure(
      "search", [&] { return visits.searches(); }, 0);
  measure(
      "add to cart, durable, 64 clients", [&] { return visits.additions(); }, 0.35);
  const auto check_out = [&](int round) {
    return http_script(house.port(), house.pid(),
                       visits.checkouts(kOrdersARound, static_cast<std::uint64_t>(round)), kConnections, 30s);
  };
  note("check-out, durable, 64 clients", best_of_rounds(check_out), 0.2);
  figures.push_back(
      {"log in", http_script(house.port(), house.pid(), visits.log_ins(), 8, 2s).per_second, "/s", ""});
  return figures;
}

}  // namespace stoa::bench
