#pragma once
#include <cmath>
#include <map>
#include <string>

namespace stoa::keyspace {

/// `rounds` times `drawn` different ones of `members` were drawn.
struct Draws {
  int members;
  int rounds;
  int drawn;

  double share() const { return static_cast<double>(drawn) / members; }
  double expected() const { return rounds * share(); }
};

/// How far `seen` is from every member having been drawn equally often; about chi-square distributed with
/// `members - 1` degrees of freedom when all are equally likely.
inline double chi_square(const std::map<std::string, int>& seen, const Draws& draws) {
  const double expected = draws.expected();
  double sum = (draws.members - static_cast<double>(seen.size())) * expected * expected;
  for (const auto& [member, count] : seen) sum += (count - expected) * (count - expected);
  // Drawing without replacement spreads less than drawing with it.
  return sum / (expected * (1 - draws.share())) * (draws.members - 1) / draws.members;
}

/// What chi_square() stays below when members are drawn as often as they are due, give or take `bias`; by
/// chance alone it is above once in some thousand million runs.
inline double chi_square_bound(const Draws& draws, double bias) {
  const double freedom = draws.members - 1;
  const double allowed = draws.members * draws.expected() * bias * bias / (1 - draws.share());
  return freedom + allowed + 10 * std::sqrt(2 * (freedom + 2 * allowed));
}

}  // namespace stoa::keyspace
