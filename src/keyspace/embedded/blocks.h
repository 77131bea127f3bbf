#pragma once
#include <cstddef>

namespace stoa::keyspace::embedded {

/// Memory for what the keyspace keeps, 16-byte aligned; it is given back with the size that it was asked for.
/// Any thread. Among millions of keys nearly every look at one of them is a look at a page of memory that was
/// not looked at for long, and finding out where that page lies takes as long as fetching what is there. So
/// this memory is not the heap's: it lies in regions that are mapped as large pages, which the heap, giving
/// back a little here and there, would break up.
void* allocate_block(std::size_t size);
void free_block(void*, std::size_t size);

}  // namespace stoa::keyspace::embedded
