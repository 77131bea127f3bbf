#include "keyspace/embedded/blocks.h"

#include "keyspace/embedded/regions.h"

#include <mutex>

namespace stoa::keyspace::embedded {
namespace {

/// One for all, as the heap is, and like it there until the end.
struct Ground {
  std::mutex mutex;
  Regions regions;  // guarded by the mutex
};

Ground& ground() {
  static auto* const all = new Ground;
  return *all;
}

}  // namespace

void* allocate_block(std::size_t size) {
  const std::lock_guard lock(ground().mutex);
  return ground().regions.allocate(size);
}

void free_block(void* block, std::size_t size) {
  const std::lock_guard lock(ground().mutex);
  ground().regions.free(block, size);
}

}  // namespace stoa::keyspace::embedded
