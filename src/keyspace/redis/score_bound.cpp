#include "keyspace/redis/score_bound.h"

#include "keyspace/score.h"

#include <cmath>
#include <stdexcept>

namespace stoa::keyspace::redis {
namespace {

std::string bound(double score, ScoreRange::End end) {
  must_be_number(score);
  return end == ScoreRange::End::Excluded ? "(" + format_score(score) : format_score(score);
}

}  // namespace

std::string min_bound(const ScoreRange& range) {
  return bound(range.min, range.min_end);
}
std::string max_bound(const ScoreRange& range) {
  return bound(range.max, range.max_end);
}

void must_be_number(double score) {
  if (std::isnan(score)) throw std::invalid_argument("a score must be a number, and this is NaN");
}

}  // namespace stoa::keyspace::redis
