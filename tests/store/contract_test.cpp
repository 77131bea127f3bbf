#include "store/store_fixture.h"

#include <gmock/gmock.h>

#include <future>
#include <mutex>
#include <thread>

namespace stoa::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;
using testing::Pair;

class StoreContract : public StoreTest {
 protected:
  void SetUp() override { open(); }
};

class StoreThatHoldsBack : public StoreTest {
 protected:
  void SetUp() override { open(held_back(options())); }
};

TEST_F(StoreContract, SequenceNumbersStartAtOneAndHaveNoGaps) {
  EXPECT_EQ(store_->durable(), 0U);
  EXPECT_EQ(store_->submit(put("a", "1"), Durability::Relaxed), 1U);
  EXPECT_EQ(store_->submit(put("b", "1"), Durability::Durable), 2U);
  EXPECT_EQ(store_->figures().submitted, 2U);
}

TEST_F(StoreContract, ADurableTransactionIsThereAfterAReopen) {
  commit(put("a", "1"));
  open();
  EXPECT_THAT(get("a"), Optional(std::string("1")));
}

TEST_F(StoreContract, ClosingWritesWhatIsQueued) {
  open(held_back(options()));
  store_->submit(put("a", "1"), Durability::Relaxed);
  store_->submit(put("k", "v", Family::Keyspace), Durability::Relaxed);
  open();
  EXPECT_THAT(get("a"), Optional(std::string("1")));
  EXPECT_THAT(keyspace(), ElementsAre(Pair("k", "v")));
}

TEST_F(StoreContract, TheTwoFamiliesDoNotMix) {
  commit(put("a", "record"));
  commit(put("a", "key", Family::Keyspace));
  open();
  EXPECT_THAT(scan("", "z"), ElementsAre(Pair("a", "record")));
  EXPECT_THAT(keyspace(), ElementsAre(Pair("a", "key")));
}

TEST_F(StoreContract, LoadGivesTheKeyspaceInKeyOrderWithRangesRemoved) {
  for (const auto* key : {"d", "b", "c", "a", "e"}) commit(put(key, key, Family::Keyspace));
  Changes changes;
  changes.remove_range(Family::Keyspace, "b", "d");
  changes.put(Family::Keyspace, "c", "again");
  changes.remove(Family::Keyspace, "e");
  commit(changes);
  open();
  EXPECT_THAT(keyspace(), ElementsAre(Pair("a", "a"), Pair("c", "again"), Pair("d", "d")));
}

TEST_F(StoreContract, ARelaxedTransactionIsOnDiskSoonWithoutAnybodyAsking) {
  std::promise<Sequence> promise;
  const auto subscription =
      store_->progress().subscribe([&](Sequence sequence) { promise.set_value(sequence); });
  store_->submit(put("a", "1"), Durability::Relaxed);
  auto durable = promise.get_future();
  ASSERT_EQ(durable.wait_for(std::chrono::seconds{10}), std::future_status::ready);
  EXPECT_EQ(durable.get(), 1U);
}

TEST_F(StoreThatHoldsBack, ADurableTransactionTakesTheRelaxedOnesBeforeItAlong) {
  const auto relaxed = store_->submit(put("a", "1"), Durability::Relaxed);
  commit(put("b", "1"));
  EXPECT_GE(store_->durable(), relaxed);
}

TEST_F(StoreThatHoldsBack, WaitingForARelaxedTransactionDoesNotWaitForItsTurn) {
  const auto relaxed = store_->submit(put("a", "1"), Durability::Relaxed);
  EXPECT_TRUE(store_->wait_durable(relaxed).ok());
  EXPECT_EQ(store_->durable(), relaxed);
}

TEST_F(StoreThatHoldsBack, ATransactionWithoutRowsHasAPlaceInTheOrderToo) {
  store_->submit(put("a", "1"), Durability::Relaxed);
  const auto empty = store_->submit({}, Durability::Durable);
  EXPECT_TRUE(store_->wait_durable(empty).ok());
  EXPECT_EQ(store_->durable(), empty);
}

TEST_F(StoreThatHoldsBack, RecordsAreReadBeforeTheyAreWritten) {
  store_->submit(put("a", "1"), Durability::Relaxed);
  EXPECT_THAT(get("a"), Optional(std::string("1")));
  store_->submit(remove("a"), Durability::Relaxed);
  EXPECT_EQ(get("a"), std::nullopt);
  EXPECT_EQ(store_->durable(), 0U);
}

TEST_F(StoreThatHoldsBack, TheLastChangeOfARowInATransactionCounts) {
  auto changes = put("a", "1");
  changes.remove(Family::Records, "a");
  changes.put(Family::Records, "a", "2");
  store_->submit(changes, Durability::Relaxed);
  EXPECT_THAT(get("a"), Optional(std::string("2")));
  commit(put("b", "1"));
  EXPECT_THAT(get("a"), Optional(std::string("2")));
}

TEST_F(StoreThatHoldsBack, AScanTellsOfTheDurableTransactionsItShowsAndOfNoOthers) {
  const auto pending = [&](std::string_view from, std::string_view to) {
    return store_->scan(from, to, Direction::Forward)->pending();
  };
  store_->submit(put("a", "1"), Durability::Relaxed);
  Changes bare;
  bare.put_bare("c");
  bare.put_bare("d");
  const auto first = store_->submit(bare, Durability::Durable);
  const auto second = store_->submit(put("e", "1"), Durability::Durable);
  Changes gone;
  gone.remove_bare("c");
  store_->submit(gone, Durability::Relaxed);
  EXPECT_EQ(pending("a", "b"), 0U) << "nobody waits for what is relaxed";
  EXPECT_EQ(pending("c", "d"), first) << "that it is gone, too, says that it was there";
  EXPECT_EQ(pending("d", "e"), first);
  EXPECT_EQ(pending("a", "z"), second);
  EXPECT_TRUE(store_->wait_durable(second).ok());
  EXPECT_LE(pending("a", "z"), store_->durable());
}

TEST_F(StoreContract, AScanLaysPendingRowsOverThoseOnDisk) {
  for (const auto* key : {"a", "b", "c", "d"}) commit(put(key, "disk"));
  open(held_back(options()));
  store_->submit(put("b", "pending"), Durability::Relaxed);
  store_->submit(remove("c"), Durability::Relaxed);
  store_->submit(put("bb", "pending"), Durability::Relaxed);
  store_->submit(remove("bc"), Durability::Relaxed);
  EXPECT_THAT(scan("a", "d"), ElementsAre(Pair("a", "disk"), Pair("b", "pending"), Pair("bb", "pending")));
  EXPECT_THAT(scan("b", "z", Direction::Backward),
              ElementsAre(Pair("d", "disk"), Pair("bb", "pending"), Pair("b", "pending")));
  EXPECT_THAT(scan("d", "a"), IsEmpty());
}

TEST_F(StoreContract, AScanOfKeysThatBeginAlikeFindsThemInWhicheverTableTheyAre) {
  const auto key = [](int owner, int row) {
    return "an index of owners " + std::to_string(owner) + "/" + std::to_string(row);
  };
  for (int table = 0; table < 3; ++table) {
    for (int owner = 0; owner < 5; ++owner) commit(put(key(owner, table), "v"));
    commit(put("an index", "shorter than what is known"));
    open();
  }
  for (int owner = 0; owner < 5; ++owner)
    for (const auto direction : {Direction::Forward, Direction::Backward})
      EXPECT_EQ(scan(key(owner, 0), key(owner, 9), direction).size(), 3U);
  EXPECT_EQ(scan(key(7, 0), key(7, 9)).size(), 0U);
  EXPECT_EQ(scan(key(0, 0), key(4, 9)).size(), 15U);
  EXPECT_EQ(scan("an index", "an indey").size(), 16U);
}

TEST_F(StoreContract, AScanShowsWhatWasThereWhenItWasMade) {
  commit(put("a", "1"));
  store_->submit(put("b", "1"), Durability::Relaxed);
  const auto before = store_->scan("", "z", Direction::Forward);
  commit(put("a", "2"));
  commit(remove("b"));
  commit(put("c", "1"));
  EXPECT_THAT(rows(*before), ElementsAre(Pair("a", "1"), Pair("b", "1")));
  EXPECT_THAT(scan("", "z"), ElementsAre(Pair("a", "2"), Pair("c", "1")));
}

TEST_F(StoreThatHoldsBack, GetNamesTheDurableTransactionThatIsNotOnDiskYet) {
  Sequence pending = 99;
  ASSERT_TRUE(store_->get("a", &pending).ok());
  EXPECT_EQ(pending, 0U);

  store_->submit(put("a", "1"), Durability::Relaxed);
  ASSERT_TRUE(store_->get("a", &pending).ok());
  EXPECT_EQ(pending, 0U);

  // The committer may be quick or slow; either way the answer agrees with durable().
  const auto durable = store_->submit(put("a", "2"), Durability::Durable);
  ASSERT_TRUE(store_->get("a", &pending).ok());
  EXPECT_TRUE(pending == durable || store_->durable() >= durable);
  ASSERT_TRUE(store_->wait_durable(durable).ok());
  ASSERT_TRUE(store_->get("a", &pending).ok());
  EXPECT_EQ(pending, 0U);
}

TEST_F(StoreThatHoldsBack, TheNewestDurableTransactionIsKnown) {
  store_->submit(put("a", "1"), Durability::Relaxed);
  EXPECT_EQ(store_->newest_durable_submitted(), 0U);
  const auto durable = store_->submit(put("a", "2"), Durability::Durable);
  store_->submit(put("a", "3"), Durability::Relaxed);
  EXPECT_EQ(store_->newest_durable_submitted(), durable);
}

TEST_F(StoreThatHoldsBack, SettlingARelaxedTransactionReturnsAtOnce) {
  const auto sequence = store_->submit(put("a", "1"), Durability::Relaxed);
  EXPECT_TRUE(store_->settle(sequence, Durability::Relaxed).ok());
  EXPECT_EQ(store_->durable(), 0U);
}

TEST_F(StoreContract, SettlingADurableTransactionWaitsForTheDisk) {
  const auto sequence = store_->submit(put("a", "1"), Durability::Durable);
  EXPECT_TRUE(store_->settle(sequence, Durability::Durable).ok());
  EXPECT_GE(store_->durable(), sequence);
}

TEST_F(StoreThatHoldsBack, SettlingInsideADeferringScopeNotesInsteadOfWaiting) {
  const DeferredDurability scope;
  const auto sequence = store_->submit(put("a", "1"), Durability::Relaxed);
  EXPECT_TRUE(store_->settle(sequence, Durability::Durable).ok());
  EXPECT_EQ(scope.awaits(), sequence);
  EXPECT_EQ(store_->durable(), 0U);
  EXPECT_TRUE(store_->wait_durable(sequence).ok());
}

TEST_F(StoreContract, SettlingWaitsForTheDiskInAScopeWhereWritesDo) {
  const DeferredDurability scope(DeferredDurability::Writes::Wait);
  const auto sequence = store_->submit(put("a", "1"), Durability::Durable);
  EXPECT_TRUE(store_->settle(sequence, Durability::Durable).ok());
  EXPECT_GE(store_->durable(), sequence);
  EXPECT_EQ(scope.awaits(), 0U);
}

TEST_F(StoreContract, TheListenerHearsOfEveryBatchInOrder) {
  std::mutex mutex;
  std::vector<Sequence> heard;
  auto subscription = store_->progress().subscribe([&](Sequence sequence) {
    const std::lock_guard guard(mutex);
    heard.push_back(sequence);
  });
  Sequence last = 0;
  for (int i = 0; i < 1000; ++i) last = store_->submit(put(std::to_string(i), "v"), Durability::Durable);
  ASSERT_TRUE(store_->wait_durable(last).ok());
  subscription.end();
  ASSERT_FALSE(heard.empty());
  EXPECT_TRUE(std::is_sorted(heard.begin(), heard.end()));
  EXPECT_EQ(heard.back(), last);
  EXPECT_LT(heard.size(), 1000U);
}

TEST_F(StoreContract, AdmissionIsFreeWhileTheQueueIsShort) {
  EXPECT_TRUE(store_->admit().ok());
}

TEST_F(StoreContract, AdmissionWaitsUntilAFullQueueHasBeenTaken) {
  auto small = options();
  small.queue_bytes = 1000;
  open(small);
  std::vector<std::thread> clients;
  for (int client = 0; client < 4; ++client)
    clients.emplace_back([&, client] {
      for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(store_->admit().ok());
        store_->submit(put(std::to_string(client * 1000 + i), std::string(500, 'v')), Durability::Relaxed);
        // Four clients each one transaction beyond the bound.
        ASSERT_LE(store_->figures().queued_bytes, 1000U + 4 * 600U);
      }
    });
  for (auto& client : clients) client.join();
  EXPECT_TRUE(store_->wait_durable(800).ok());
}

TEST_F(StoreContract, AHotRowIsReadFromMemoryAndAColdOneFromDisk) {
  auto tiny = options();
  tiny.row_cache_bytes = 2000;
  open(tiny);
  for (int i = 0; i < 100; ++i) commit(put("key" + std::to_string(i), "value" + std::to_string(i)));
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 100; ++i)
      EXPECT_THAT(get("key" + std::to_string(i)), Optional("value" + std::to_string(i)));
}

TEST_F(StoreContract, ARowThatWasReadFromDiskIsNotReadStaleAfterAChange) {
  commit(put("a", "1"));
  open();
  EXPECT_THAT(get("a"), Optional(std::string("1")));
  commit(put("a", "2"));
  EXPECT_THAT(get("a"), Optional(std::string("2")));
  commit(remove("a"));
  EXPECT_EQ(get("a"), std::nullopt);
}

TEST_F(StoreContract, FiguresCountBatchesAndTransactions) {
  for (int i = 0; i < 10; ++i) commit(put("a", "1"));
  const auto figures = store_->figures();
  EXPECT_EQ(figures.batches, 10U);
  EXPECT_EQ(figures.batched_transactions, 10U);
  EXPECT_EQ(figures.durable, 10U);
  EXPECT_EQ(figures.queued_bytes, 0U);
}

}  // namespace
}  // namespace stoa::store
