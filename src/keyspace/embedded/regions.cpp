#include "keyspace/embedded/regions.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>

namespace stoa::keyspace::embedded {
namespace {

/// Sizes are multiples of 16 up to here, and from here on four a doubling.
constexpr std::size_t kFineUpTo = 256;
constexpr std::size_t kFineStep = 16;
/// A large page takes its memory whole; so only kinds that fill many regions ask for them.
constexpr std::size_t kRegionsInSmallPages = 8;
/// Blocks up to here come and go all the time, and do not have a region come and go with them.
constexpr std::size_t kOften = 4096;

std::size_t step_for(std::size_t size) {
  return size <= kFineUpTo ? kFineStep : std::bit_floor(size - 1) / 4;
}
std::size_t rounded(std::size_t size) {
  const std::size_t step = step_for(size);
  return (std::max<std::size_t>(size, 1) + step - 1) / step * step;
}
/// Counts the sizes below.
std::size_t kind_of(std::size_t rounded_size) {
  if (rounded_size <= kFineUpTo) return rounded_size / kFineStep - 1;
  const auto doublings = static_cast<std::size_t>(std::bit_width((rounded_size - 1) / kFineUpTo));
  const std::size_t base = kFineUpTo << (doublings - 1);
  return kFineUpTo / kFineStep + (doublings - 1) * 4 + (rounded_size - base) / (base / 4) - 1;
}

/// Fresh from the system: memory that the heap has used before stays in the small pages that it had.
void* map_region() {
  constexpr std::size_t kBytes = Regions::kRegionBytes;
  void* all = ::mmap(nullptr, 2 * kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  auto* start = static_cast<char*>(all);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(start) % kBytes;
  if (before > 0) ::munmap(start, before);
  ::munmap(start + before + kBytes, kBytes - before);
  return start + before;
}

}  // namespace

/// Stands at the start of its region, before the blocks.
struct alignas(64) Regions::Region {
  struct Free {
    Free* next;
  };
  Region* previous;  // among those with room
  Region* next;
  Free* free;            // blocks that were given back
  std::size_t given_to;  // where the bytes begin that were never given out
  std::size_t in_use;    // blocks

  bool full(std::size_t block_bytes) const { return !free && given_to + block_bytes > kRegionBytes; }
};

/// All blocks are back by then, so what is left are regions with room.
Regions::~Regions() {
  for (Kind& kind : kinds_)
    while (kind.with_room) remove_region(kind, kind.with_room);
}

void* Regions::allocate(std::size_t size) {
  const std::size_t bytes = rounded(size);
  if (bytes > kLargestBlock) return ::operator new(bytes);
  Kind& kind = kinds_[kind_of(bytes)];
  Region* region = kind.with_room ? kind.with_room : add_region(kind);
  void* block = region->free;
  if (block) {
    region->free = region->free->next;
  } else {
    block = reinterpret_cast<char*>(region) + region->given_to;
    region->given_to += bytes;
  }
  ++region->in_use;
  if (region->full(bytes)) unlink(kind, region);
  return block;
}

void Regions::free(void* block, std::size_t size) {
  const std::size_t bytes = rounded(size);
  if (bytes > kLargestBlock) return ::operator delete(block, bytes);
  Kind& kind = kinds_[kind_of(bytes)];
  auto* region = reinterpret_cast<Region*>(reinterpret_cast<std::uintptr_t>(block) & ~(kRegionBytes - 1));
  if (region->full(bytes)) link(kind, region);
  region->free = new (block) Region::Free{region->free};
  const bool last_with_room = !region->previous && !region->next;
  if (--region->in_use > 0 || (last_with_room && bytes <= kOften)) return;
  remove_region(kind, region);
}

Regions::Region* Regions::add_region(Kind& kind) {
  void* block = map_region();
  if (kind.regions >= kRegionsInSmallPages) ::madvise(block, kRegionBytes, MADV_HUGEPAGE);
  auto* region = new (block) Region{nullptr, nullptr, nullptr, sizeof(Region), 0};
  link(kind, region);
  ++kind.regions;
  ++count_;
  return region;
}

void Regions::remove_region(Kind& kind, Region* region) {
  unlink(kind, region);
  ::munmap(region, kRegionBytes);
  --kind.regions;
  --count_;
}

void Regions::link(Kind& kind, Region* region) {
  region->previous = nullptr;
  region->next = kind.with_room;
  if (region->next) region->next->previous = region;
  kind.with_room = region;
}

void Regions::unlink(Kind& kind, Region* region) {
  (region->previous ? region->previous->next : kind.with_room) = region->next;
  if (region->next) region->next->previous = region->previous;
}

}  // namespace stoa::keyspace::embedded
