#include "rounds.h"

#include "base/durable_progress.h"
#include "engines.h"
#include "whole_house.h"

#include <algorithm>
#include <vector>

namespace stoa::bench {
namespace {

HelloServer::Serve hello() {
  return [](const auto& tell, const auto& wait) {
    Hello application(std::string(1024, 'x'));
    DurableProgress progress;
    const auto server = must(http::start_server({.port = 0}, application, progress));
    tell(server->port());
    wait();
  };
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
  using namespace std::chrono_literals;
  const auto play = [&](std::chrono::milliseconds most) {
    return http_script(server.port(), server.pid(), script(), kConnections, most);
  };
  play(500ms);
  return best_of_rounds([&](int) { return play(1500ms); });
}

HttpRate hello_rate(std::uint64_t visitors) {
  const HelloServer server(hello());
  const Script script =
      script_of(visitors, [](std::uint64_t i) { return browser_request("GET", "/hello", with_cookie(i)); });
  return best_rate(server, [&] { return script; });
}

}  // namespace stoa::bench
