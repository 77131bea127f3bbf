#include "keyspace/embedded/random.h"

#include <random>

namespace stoa::keyspace::embedded {
namespace {

std::uint64_t system_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

/// Spreads a seed over 64 bits, so that similar seeds give unrelated streams (splitmix64).
std::uint64_t spread(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random() : Random(system_seed()) {}
Random::Random(std::uint64_t seed) : a_(spread(seed)), b_(spread(seed)) {}

}  // namespace stoa::keyspace::embedded
