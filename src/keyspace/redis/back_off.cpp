#include "keyspace/redis/back_off.h"

#include <algorithm>
#include <random>

namespace stoa::keyspace::redis {

std::chrono::microseconds back_off(int failures, std::chrono::microseconds first,
                                   std::chrono::microseconds longest) {
  thread_local std::minstd_rand random{std::random_device{}()};
  const auto doubled = first.count() << std::clamp(failures - 1, 0, 30);
  const auto whole = std::min(doubled, longest.count());
  return std::chrono::microseconds(std::uniform_int_distribution(whole / 2, whole)(random));
}

}  // namespace stoa::keyspace::redis
