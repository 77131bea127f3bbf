#pragma once
#include "keyspace/keyspace.h"

#include <string>

namespace stoa::keyspace::redis {

/// The ends of a range as ZRANGEBYSCORE and its like take them: `(` before one that is excluded. NaN throws.
std::string min_bound(const ScoreRange&);
std::string max_bound(const ScoreRange&);

/// Throws std::invalid_argument for NaN, which no sorted set can order.
void must_be_number(double);

}  // namespace stoa::keyspace::redis
