#include "store/store_fixture.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <thread>

namespace stoa::store {
namespace {

class StoreShared : public StoreTest {
 protected:
  void SetUp() override {
    auto small = options();
    small.queue_bytes = 16 << 10;
    small.row_cache_bytes = 8 << 10;
    small.segment_bytes = 32 << 10;
    small.relaxed_delay = std::chrono::milliseconds{2};
    open(small);
  }
  void run_all(std::vector<std::thread> threads) {
    for (auto& thread : threads) thread.join();
  }
};

/// Each writer moves its two rows together; nobody may ever see one without the other.
TEST_F(StoreShared, AScanNeverSeesHalfATransaction) {
  constexpr int kWriters = 2;
  constexpr int kTransactions = 400;
  std::atomic<int> writing{kWriters};
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer)
    threads.emplace_back([&, writer] {
      for (int number = 1; number <= kTransactions; ++number) {
        ASSERT_TRUE(store_->admit().ok());
        auto changes = put(fmt::format("a{}", writer), fmt::format("{:06}", number));
        changes.put(Family::Records, fmt::format("b{}", writer), fmt::format("{:06}", number));
        store_->submit(changes, number % 5 == 0 ? Durability::Durable : Durability::Relaxed);
      }
      --writing;
    });
  for (const auto direction : {Direction::Forward, Direction::Backward})
    threads.emplace_back([&, direction] {
      while (writing > 0) {
        const auto rows = scan("a", "c", direction);
        std::map<std::string, std::string> seen(rows.begin(), rows.end());
        for (int writer = 0; writer < kWriters; ++writer)
          ASSERT_EQ(seen[fmt::format("a{}", writer)], seen[fmt::format("b{}", writer)]);
      }
    });
  run_all(std::move(threads));
}

TEST_F(StoreShared, AReaderNeverSeesARowGoBack) {
  constexpr int kTransactions = 2000;
  std::atomic<bool> done{false};
  std::thread writer([&] {
    for (int number = 1; number <= kTransactions; ++number) {
      ASSERT_TRUE(store_->admit().ok());
      store_->submit(put("row", fmt::format("{:06}", number)), Durability::Relaxed);
      // Fills the small cache, so that the row is dropped from it and read from disk again.
      if (number % 10 == 0)
        for (int other = 0; other < 20; ++other)
          store_->submit(put(fmt::format("other{}", other), std::string(500, 'x')), Durability::Relaxed);
    }
    done = true;
  });
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 2; ++reader)
    readers.emplace_back([&] {
      std::string last;
      while (!done) {
        const auto now = get("row").value_or("");
        ASSERT_GE(now, last);
        last = now;
      }
    });
  writer.join();
  run_all(std::move(readers));
  EXPECT_EQ(get("row"), fmt::format("{:06}", kTransactions));
}

TEST_F(StoreShared, EverybodyWhoWaitsIsWoken) {
  std::vector<std::thread> clients;
  std::atomic<int> settled{0};
  for (int client = 0; client < 8; ++client)
    clients.emplace_back([&, client] {
      for (int number = 0; number < 50; ++number) {
        ASSERT_TRUE(store_->admit().ok());
        const auto sequence = store_->submit(put(fmt::format("{}", client), "v"), Durability::Durable);
        ASSERT_TRUE(store_->settle(sequence, Durability::Durable).ok());
        ASSERT_GE(store_->durable(), sequence);
        ++settled;
      }
    });
  run_all(std::move(clients));
  EXPECT_EQ(settled, 400);
  EXPECT_EQ(store_->figures().batched_transactions, 400U);
}

}  // namespace
}  // namespace stoa::store
