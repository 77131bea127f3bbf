#pragma once
#include <array>
#include <cstddef>

namespace stoa::keyspace::embedded {

/// Blocks of memory by size: those of about one size stand side by side in regions, each as large as a large
/// page of the system and mapped as one once there are several of its kind. A region goes back to the system
/// when nothing in it is in use, but for one of each small size. Blocks are given back before this goes.
class Regions {
 public:
  Regions() = default;
  Regions(const Regions&) = delete;
  ~Regions();

  /// 16-byte aligned. Throws std::bad_alloc.
  void* allocate(std::size_t size);
  void free(void*, std::size_t size);

  /// How many regions there are.
  std::size_t count() const { return count_; }

  static constexpr std::size_t kRegionBytes = std::size_t{2} << 20;
  /// A larger block comes from the heap.
  static constexpr std::size_t kLargestBlock = std::size_t{512} << 10;

 private:
  struct Region;
  /// Blocks of one size.
  struct Kind {
    Region* with_room = nullptr;  // the first of those that are not full
    std::size_t regions = 0;
  };

  Region* add_region(Kind&);
  void remove_region(Kind&, Region*);
  static void link(Kind&, Region*);
  static void unlink(Kind&, Region*);

  static constexpr std::size_t kKinds = 60;
  std::array<Kind, kKinds> kinds_;
  std::size_t count_ = 0;
};

}  // namespace stoa::keyspace::embedded
