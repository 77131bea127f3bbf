#include "base/guarded.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace stoa {
namespace {
TEST(GuardedData, LosesNoChangeOfManyThreads) {
  Guarded<int> count;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5'000; ++i) {
        ++*count.lock();
        count.with([](int& n) { ++n; });
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(*count.lock(), 40'000);
}

TEST(GuardedData, CanBeWaitedFor) {
  Guarded<std::vector<int>> queue;
  std::condition_variable filled;
  std::thread other([&] {
    queue.lock()->push_back(7);
    filled.notify_one();
  });
  auto held = queue.lock();
  held.wait(filled, [](const auto& items) { return !items.empty(); });
  EXPECT_EQ(held->front(), 7);
  EXPECT_FALSE(held.wait_for(filled, std::chrono::milliseconds{1},
                             [](const auto& items) { return items.size() > 1; }));
  other.join();
}
}  // namespace
}  // namespace stoa
