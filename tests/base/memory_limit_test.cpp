#include "base/memory_limit.h"

#include "support/temporary_directory.h"

#include <gtest/gtest.h>

#include <fstream>

namespace stoa {
namespace {

class MemoryLimit : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    const auto path = directory_.path() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::uint64_t limit() const { return memory_limit(directory_.path()); }

  test::TemporaryDirectory directory_;
};

TEST_F(MemoryLimit, IsWhatTheMachineHas) {
  write("proc/meminfo", "MemTotal:        2048 kB\nMemFree:         1024 kB\n");
  EXPECT_EQ(limit(), 2048u * 1024);
}

TEST_F(MemoryLimit, IsWhatAContainerIsGiven) {
  write("proc/meminfo", "MemTotal:        2048 kB\n");
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "65536\n");
  EXPECT_EQ(limit(), 65536u);
}

TEST_F(MemoryLimit, IsTheLeastOfItsServiceAndTheGroupsAboveIt) {
  write("proc/meminfo", "MemTotal:        2048 kB\n");
  write("proc/self/cgroup", "1:name=other:/elsewhere\n0::/system.slice/stoa.service\n");
  write("sys/fs/cgroup/system.slice/memory.max", "500000\n");
  write("sys/fs/cgroup/system.slice/stoa.service/memory.max", "max\n");
  EXPECT_EQ(limit(), 500000u);
  write("sys/fs/cgroup/system.slice/stoa.service/memory.max", "400000\n");
  EXPECT_EQ(limit(), 400000u);
}

TEST_F(MemoryLimit, IsModestWhereNothingIsKnown) {
  EXPECT_EQ(limit(), 1u << 30);
}

TEST_F(MemoryLimit, OfThisMachineIsSome) {
  EXPECT_GT(memory_limit(), 1u << 20);
}

}  // namespace
}  // namespace stoa
