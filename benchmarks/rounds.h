#pragma once
#include "base/function_ref.h"
#include "hello_server.h"
#include "http_script.h"
#include "report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stoa::bench {

inline constexpr int kConnections = 64;
inline constexpr int kRounds = 3;
/// More than are answered in a round, so that nobody's data is at hand because they just were there.
inline constexpr std::uint64_t kRequests = 100'000;

template <class Make>
Script script_of(std::uint64_t many, Make make) {
  Script script;
  script.requests.reserve(many);
  for (std::uint64_t i = 0; i < many; ++i) script.requests.push_back(make(i));
  return script;
}

/// `round` measures a figure and its reference one right after the other. Of `many` rounds the one with the
/// median ratio: what else the machine does, and its changes of speed, meet the two of a round alike.
Figure median_of_rounds(int many, FunctionRef<Figure()> round);

/// The best of kRounds: what others did on the machine meanwhile only ever makes it worse.
HttpRate best_of_rounds(FunctionRef<HttpRate(int round)> play);
/// Of a script that is drawn anew for every round, after a short one for the caches.
HttpRate best_rate(const HelloServer&, FunctionRef<Script()> script);

inline constexpr int kTurns = 5;

/// Work and a reference in turns, and of these the one with the median ratio: rates, and what they took of
/// the processor.
std::vector<Figure> in_turns(const std::string& name, FunctionRef<HttpRate(int turn)> work,
                             const std::string& reference_name, FunctionRef<HttpRate(int turn)> reference,
                             double goal);
/// A script for the caches, before the first turn; and one for a turn.
void warm_up(const HelloServer&, const Script&);
HttpRate turn_of(const HelloServer&, const Script&);

/// What our server makes of requests that it answers with 1 KB and no work at all, to measure work beside.
class BesideHello {
 public:
  explicit BesideHello(std::uint64_t visitors);

  /// Work and hello in turns, and of these the one with the median ratio: its rate, and what it took of the
  /// processor.
  std::vector<Figure> figures(const std::string& name, FunctionRef<HttpRate(int turn)> work,
                              double goal) const;
  /// Of a script that is drawn anew for every turn, after a short one for the caches.
  std::vector<Figure> figures(const std::string& name, const HelloServer&, FunctionRef<Script()> script,
                              double goal) const;

 private:
  const HelloServer server_;
  const Script script_;
};

}  // namespace stoa::bench
