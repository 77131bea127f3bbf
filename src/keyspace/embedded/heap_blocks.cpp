#include "keyspace/embedded/blocks.h"

#include <new>

namespace stoa::keyspace::embedded {

// Compiled instead of blocks.cpp for the sanitizers, which watch what the heap gives.

void* allocate_block(std::size_t size) {
  return ::operator new(size);
}

void free_block(void* block, std::size_t size) {
  ::operator delete(block, size);
}

}  // namespace stoa::keyspace::embedded
