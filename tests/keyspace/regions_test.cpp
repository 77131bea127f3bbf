#include "keyspace/embedded/regions.h"

#include "keyspace/embedded/random.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace stoa::keyspace::embedded {
namespace {

/// A block that is full of one byte.
struct Filled {
  unsigned char* bytes;
  std::size_t size;
  unsigned char with;

  bool intact() const {
    return std::all_of(bytes, bytes + size, [&](unsigned char byte) { return byte == with; });
  }
};

RC_GTEST_PROP(Regions, BlocksAreAlignedAndDoNotOverlap, ()) {
  const auto steps = *rc::gen::inRange(1, 2000);
  const auto longest = *rc::gen::element<std::size_t>(40, 300, 5000, 700'000);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Regions regions;
  std::vector<Filled> blocks;
  const auto give_back = [&](std::size_t at) {
    RC_ASSERT(blocks[at].intact());
    regions.free(blocks[at].bytes, blocks[at].size);
    blocks[at] = blocks.back();
    blocks.pop_back();
  };
  std::size_t bytes = 0;
  for (int i = 0; i < steps && bytes < 16'000'000; ++i) {
    if (!blocks.empty() && random.below(3) == 0) {
      give_back(random.below(blocks.size()));
      continue;
    }
    const std::size_t size = random.below(longest + 1);
    auto* block = static_cast<unsigned char*>(regions.allocate(size));
    RC_ASSERT(reinterpret_cast<std::uintptr_t>(block) % 16 == 0u);
    const auto with = static_cast<unsigned char>(random.below(256));
    std::memset(block, with, size);
    blocks.push_back({block, size, with});
    bytes += size;
  }
  while (!blocks.empty()) give_back(blocks.size() - 1);
}

TEST(Regions, GoBackWhenNothingInThemIsInUse) {
  Regions regions;
  std::vector<void*> blocks;
  for (int i = 0; i < 10'000; ++i) blocks.push_back(regions.allocate(1000));
  EXPECT_EQ(regions.count(), 5u);
  for (void* block : blocks) regions.free(block, 1000);
  EXPECT_EQ(regions.count(), 1u);
}

TEST(Regions, WhatIsGivenBackIsGivenOutAgain) {
  Regions regions;
  std::vector<void*> blocks;
  for (int i = 0; i < 10'000; ++i) blocks.push_back(regions.allocate(1000));
  const std::size_t most = regions.count();
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < blocks.size(); i += 2) regions.free(blocks[i], 1000);
    for (std::size_t i = 0; i < blocks.size(); i += 2) blocks[i] = regions.allocate(1000);
  }
  EXPECT_EQ(regions.count(), most);
  for (void* block : blocks) regions.free(block, 1000);
}

TEST(Regions, ABlockThatComesAndGoesLeavesItsRegionThere) {
  Regions regions;
  for (int i = 0; i < 3; ++i) {
    regions.free(regions.allocate(48), 48);
    EXPECT_EQ(regions.count(), 1u);
  }
}

TEST(Regions, AVeryLargeBlockIsNoRegionsBusiness) {
  Regions regions;
  void* block = regions.allocate(Regions::kLargestBlock + 1);
  EXPECT_EQ(regions.count(), 0u);
  regions.free(block, Regions::kLargestBlock + 1);
}

}  // namespace
}  // namespace stoa::keyspace::embedded
