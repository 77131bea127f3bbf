#include "rounds.h"

#include "base/durable_progress.h"
#include "engines.h"
#include "whole_house.h"

#include <algorithm>
#include <vector>

namespace stoa::bench {
namespace {
constexpr std::chrono::milliseconds kWarmUp{500};
constexpr std::chrono::milliseconds kRound{1500};

HelloServer::Serve hello() {
  return [](const auto& tell, const auto& wait) {
    Hello application(std::string(1024, 'x'));
    DurableProgress progress;
    const auto server = must(http::start_server({.port = 0}, application, progress));
    tell(server->port());
    wait();
  };
}

HttpRate played(const HelloServer& server, const Script& script, std::chrono::milliseconds most) {
  return http_script(server.port(), server.pid(), script, kConnections, most);
}

}  // namespace

Figure median_of_rounds(int many, FunctionRef<Figure()> round) {
  std::vector<Figure> rounds;
  for (int i = 0; i < many; ++i) rounds.push_back(round());
  const auto median = rounds.begin() + many / 2;
  std::ranges::nth_element(rounds, median, {}, &Figure::ratio);
  return *median;
}

HttpRate best_of_rounds(FunctionRef<HttpRate(int)> play) {
  HttpRate best = play(0);
  for (int round = 1; round < kRounds; ++round) {
    const HttpRate next = play(round);
    best.per_second = std::max(best.per_second, next.per_second);
    best.cpu_microseconds = std::min(best.cpu_microseconds, next.cpu_microseconds);
  }
  return best;
}

HttpRate best_rate(const HelloServer& server, FunctionRef<Script()> script) {
  played(server, script(), kWarmUp);
  return best_of_rounds([&](int) { return played(server, script(), kRound); });
}

std::vector<Figure> in_turns(const std::string& name, FunctionRef<HttpRate(int)> work,
                             const std::string& reference_name, FunctionRef<HttpRate(int)> reference,
                             double goal) {
  struct Turn {
    HttpRate work, reference;
    double ratio() const { return work.per_second / reference.per_second; }
  };
  std::vector<Turn> turns;
  for (int i = 0; i < kTurns; ++i) {
    const HttpRate rate = work(i);
    turns.push_back({rate, reference(i)});
  }
  const auto median = turns.begin() + kTurns / 2;
  std::ranges::nth_element(turns, median, {}, &Turn::ratio);
  return {{name, median->work.per_second, "/s", reference_name, median->reference.per_second, goal},
          {name + ", CPU", median->work.cpu_microseconds, "µs", reference_name,
           median->reference.cpu_microseconds, 0, Figure::Better::Lower}};
}

void warm_up(const HelloServer& server, const Script& script) {
  played(server, script, kWarmUp);
}

HttpRate turn_of(const HelloServer& server, const Script& script) {
  return played(server, script, kRound);
}

BesideHello::BesideHello(std::uint64_t visitors)
    : server_(hello()), script_(script_of(visitors, [](std::uint64_t i) {
        return browser_request("GET", "/hello", with_cookie(i));
      })) {
  played(server_, script_, kWarmUp);
}

std::vector<Figure> BesideHello::figures(const std::string& name, FunctionRef<HttpRate(int)> work,
                                         double goal) const {
  return in_turns(
      name, work, "our hello", [&](int) { return played(server_, script_, kRound); }, goal);
}

std::vector<Figure> BesideHello::figures(const std::string& name, const HelloServer& server,
                                         FunctionRef<Script()> script, double goal) const {
  played(server, script(), kWarmUp);
  return figures(
      name, [&](int) { return played(server, script(), kRound); }, goal);
}

}  // namespace stoa::bench
