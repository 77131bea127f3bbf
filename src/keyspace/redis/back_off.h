#pragma once
#include <chrono>

namespace stoa::keyspace::redis {

/// How long to wait after the `failures`-th failure in a row: `first` doubled each time, at most `longest`,
/// of which a random part from a half to the whole, so that those who failed together do not come back
/// together.
std::chrono::microseconds back_off(int failures, std::chrono::microseconds first,
                                   std::chrono::microseconds longest);

}  // namespace stoa::keyspace::redis
