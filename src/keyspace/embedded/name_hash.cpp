#include "keyspace/embedded/name_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <random>

namespace stoa::keyspace::embedded {
namespace {

std::uint64_t random_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

const std::uint64_t seed = random_seed();

}  // namespace

std::uint64_t name_hash(std::string_view name) {
  return XXH3_64bits_withSeed(name.data(), name.size(), seed);
}

}  // namespace stoa::keyspace::embedded
