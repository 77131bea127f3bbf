#include "keyspace/contract.h"

#include <atomic>
#include <thread>

namespace stoa::keyspace {
namespace {

using namespace std::string_literals;
using testing::Optional;

class ConcurrencyOnEveryEngine : public KeyspaceContract {
 protected:
  static constexpr int kThreads = 8;
  static constexpr int kRounds = 200;

  template <class Work>
  static void on_threads(int count, Work work) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  }

  /// Repeats what kept colliding: a contended transaction is refused, not lost.
  template <class Body>
  void insist(Body body) {
    for (;;) {
      const auto done = keyspace().transact(Durability::Relaxed, body);
      if (done.ok()) return;
      if (done.error().code != "keyspace.contended") must(done);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(, ConcurrencyOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(ConcurrencyOnEveryEngine, ReadModifyWriteLosesNoUpdate) {
  const StringKey counter("counter");
  on_threads(kThreads, [&](int) {
    for (int round = 0; round < kRounds; ++round)
      insist([&](Tx& tx) -> Result<void> {
        const auto before = STOA_TRY(tx.get(counter));
        tx.set(counter, std::to_string(std::stoi(before.value_or("0")) + 1));
        return {};
      });
  });
  EXPECT_THAT(must(read().get(counter)), Optional(std::to_string(kThreads * kRounds)));
}

TEST_P(ConcurrencyOnEveryEngine, BlindIncrementsLoseNone) {
  const StringKey counter("counter");
  const HashKey hash("hash");
  const SortedSetKey sorted("sorted");
  on_threads(kThreads, [&](int) {
    for (int round = 0; round < kRounds; ++round)
      insist([&](Tx& tx) -> Result<void> {
        tx.increment(counter, 1);
        tx.hincrement(hash, "n", 1);
        tx.zincrement(sorted, "n", 1);
        return {};
      });
  });
  EXPECT_THAT(must(read().get(counter)), Optional(std::to_string(kThreads * kRounds)));
  EXPECT_THAT(must(read().hget(hash, "n")), Optional(std::to_string(kThreads * kRounds)));
  EXPECT_THAT(must(read().zscore(sorted, "n")), Optional(double{kThreads * kRounds}));
}

TEST_P(ConcurrencyOnEveryEngine, OnlyOneOfManyTakesTheLastOne) {
  const StringKey stock("stock");
  const ListKey winners("winners");
  write([&](Tx& tx) { tx.set(stock, "5"); });
  on_threads(kThreads, [&](int id) {
    for (int round = 0; round < 10; ++round)
      insist([&](Tx& tx) -> Result<void> {
        const int left = std::stoi(STOA_TRY(tx.get(stock)).value_or("0"));
        if (left == 0) return {};
        tx.set(stock, std::to_string(left - 1));
        tx.rpush(winners, std::to_string(id));
        return {};
      });
  });
  EXPECT_THAT(must(read().get(stock)), Optional("0"s));
  EXPECT_EQ(must(read().llen(winners)), 5u);
}

TEST_P(ConcurrencyOnEveryEngine, OneCallNeverSeesHalfATransaction) {
  const std::vector<StringKey> accounts{StringKey("a:", "1"), StringKey("b:", "1")};
  const std::vector<HashKey> hashes{HashKey("h:", "1"), HashKey("i:", "1")};
  const auto move = [&](int value) {
    write([&](Tx& tx) {
      tx.set(accounts[0], std::to_string(value));
      tx.hset(hashes[0], "n", std::to_string(value));
      tx.set(accounts[1], std::to_string(-value));
      tx.hset(hashes[1], "n", std::to_string(-value));
    });
  };
  move(0);
  std::atomic<bool> stop = false;
  std::atomic<int> torn = 0;
  std::jthread writer([&] {
    for (int value = 1; !stop; ++value) move(value);
  });
  on_threads(3, [&](int) {
    for (int round = 0; round < 500; ++round) {
      const auto texts = must(read().get_many(accounts));
      torn += std::stoi(*texts[0]) + std::stoi(*texts[1]) != 0;
      const auto fields = must(read().hgetall_many(hashes));
      torn += std::stoi(fields[0].at(0).value) + std::stoi(fields[1].at(0).value) != 0;
    }
  });
  stop = true;
  EXPECT_EQ(torn, 0);
}

TEST_P(ConcurrencyOnEveryEngine, ATransactionThatOnlyReadsNeverGivesHalfOfAnother) {
  const StringKey a("a:", "1"), b("b:", "1");
  const auto move = [&](int value) {
    write([&](Tx& tx) {
      tx.set(a, std::to_string(value));
      tx.set(b, std::to_string(-value));
    });
  };
  move(0);
  std::atomic<bool> stop = false;
  std::atomic<int> torn = 0;
  std::jthread writer([&] {
    for (int value = 1; !stop; ++value) {
      move(value);
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
  });
  const auto sum = [&](Tx& tx) -> Result<int> {
    const auto first = STOA_TRY(tx.get(a));
    const auto second = STOA_TRY(tx.get(b));
    return std::stoi(*first) + std::stoi(*second);
  };
  const auto refuse_half = [&](Tx& tx) -> Result<void> {
    if (STOA_TRY(sum(tx)) != 0) return Error{Error::Kind::Invalid, "test.torn", "a half transaction"};
    return {};
  };
  on_threads(3, [&](int) {
    for (int round = 0; round < 200; ++round) {
      const auto read_only = keyspace().transact(Durability::Relaxed, sum);
      torn += read_only.ok() && *read_only != 0;
      const auto refused = keyspace().transact(Durability::Relaxed, refuse_half);
      torn += !refused.ok() && refused.error().code == "test.torn";
    }
  });
  stop = true;
  EXPECT_EQ(torn, 0);
}

}  // namespace
}  // namespace stoa::keyspace
