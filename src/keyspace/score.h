#pragma once
#include <string>

namespace stoa::keyspace {

/// A score as Redis 7 prints it: `inf`, `-inf`, or seventeen significant digits at most.
std::string format_score(double);

}  // namespace stoa::keyspace
