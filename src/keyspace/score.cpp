#include "keyspace/score.h"

#include <cmath>
#include <cstdio>

namespace stoa::keyspace {

std::string format_score(double score) {
  if (std::isinf(score)) return score > 0 ? "inf" : "-inf";
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%.17g", score);
  return std::string(text, static_cast<std::size_t>(size));
}

}  // namespace stoa::keyspace
