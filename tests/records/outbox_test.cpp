#include "records/outbox.h"

#include "json_document.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "keyspace/keys.h"
#include "keyspace/keyspace_between.h"
#include "on_every_engine.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/records_between.h"
#include "store/small_store.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace stoa::records {
namespace {

using test::from_json;

/// Another machine, which must not hear of what is not on disk yet.
class KeyspaceElsewhere final : public stoa::test::KeyspaceBetween {
 public:
  KeyspaceElsewhere(Keyspace& inner, store::Store& store) : KeyspaceBetween(inner), store_(store) {}
  int told = 0, told_too_early = 0;

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    ++told;
    if (store_.durable() < store_.newest_durable_submitted()) ++told_too_early;
    return KeyspaceBetween::run(durability, body);
  }

 private:
  store::Store& store_;
};

/// The process ends here, as far as the outbox can tell.
struct Crash {};

/// Lets everything through to another until a fuse of so many transactions has burnt; the next one does not
/// begin.
class Fuse {
 public:
  void set(int transactions) { left_ = transactions; }
  void burn() {
    if (left_ == 0) throw Crash();
    if (left_ > 0) --left_;
  }

 private:
  std::atomic<int> left_ = -1;
};

class FusedRecords final : public stoa::test::RecordsBetween {
 public:
  FusedRecords(Records& inner, Fuse& fuse) : RecordsBetween(inner), fuse_(fuse) {}

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    fuse_.burn();
    return RecordsBetween::run(durability, body);
  }

 private:
  Fuse& fuse_;
};

class FusedKeyspace final : public stoa::test::KeyspaceBetween {
 public:
  FusedKeyspace(Keyspace& inner, Fuse& fuse) : KeyspaceBetween(inner), fuse_(fuse) {}
  std::optional<Error> refuse;

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    fuse_.burn();
    if (refuse) return *refuse;
    return KeyspaceBetween::run(durability, body);
  }

 private:
  Fuse& fuse_;
};

class OutboxTest : public testing::Test {
 protected:
  OutboxTest() {
    store_ = store::open(stoa::test::small_store(directory_.path())).value();
    keyspace_ = keyspace::open_embedded_keyspace(*store_, clock_).value();
    const std::vector<const Collection*> declared{&collections::outbox(), &collections::orders()};
    records_ = open_embedded_records(*store_, clock_, declared, test::no_sweeper()).value();
    fused_records_ = std::make_unique<FusedRecords>(*records_, fuse_);
    fused_keyspace_ = std::make_unique<FusedKeyspace>(*keyspace_, fuse_);
    restart();
  }

  /// A new process over the same data.
  void restart(std::size_t removed_at_once = 1) {
    fuse_.set(-1);
    outbox_ =
        std::make_unique<Outbox>(*fused_records_, *fused_keyspace_, clock_,
                                 std::map<std::string, Outbox::Listener, std::less<>>{
                                     {"order.placed",
                                      [this](keyspace::Tx& tx, Reader&, const Event& event) -> Result<void> {
                                        if (listener_fails_)
                                          return Error{Error::Kind::Conflict, "test.refused", "refused"};
                                        tx.zincrement(keyspace::keys::viewed(), event.payload, 1);
                                        return {};
                                      }}},
                                 Logger::to([this](std::string_view line) { log_.append(line).append("\n"); },
                                            LogLevel::Debug, LogFormat::Text),
                                 removed_at_once);
  }

  ObjectId post(std::string_view topic, std::string_view payload) {
    return records_->transact([&](Tx& tx) { return outbox_->post(tx, topic, payload); }).value();
  }
  double applied(std::string_view payload) {
    return keyspace_->read().zscore(keyspace::keys::viewed(), payload).value().value_or(0);
  }
  std::uint64_t waiting() { return records_->read().size(collections::outbox()).value(); }
  bool marked(const ObjectId& event) {
    return keyspace_->read().exists(keyspace::keys::outbox_applied(event)).value();
  }

  stoa::test::TemporaryDirectory directory_;
  FakeClock clock_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<keyspace::Keyspace> keyspace_;
  std::unique_ptr<Records> records_;
  Fuse fuse_;
  std::unique_ptr<FusedRecords> fused_records_;
  std::unique_ptr<FusedKeyspace> fused_keyspace_;
  std::unique_ptr<Outbox> outbox_;
  std::atomic<bool> listener_fails_ = false;
  std::string log_;
};

TEST_F(OutboxTest, AnEventIsAppliedAndLeavesNothingBehind) {
  const auto event = post("order.placed", "a");
  EXPECT_EQ(applied("a"), 0);
  ASSERT_TRUE(outbox_->apply(event).ok());
  EXPECT_EQ(applied("a"), 1);
  EXPECT_EQ(waiting(), 0u);
  EXPECT_FALSE(marked(event));
}

TEST_F(OutboxTest, AnEventIsADocumentThatOthersCanRead) {
  clock_.set(Time(std::chrono::milliseconds(1'700'000'000'123)));
  const auto event = post("order.placed", "pay");
  EXPECT_EQ(test::to_json(**records_->read().get(collections::outbox(), event)),
            test::to_json(from_json(
                "{\"_id\": {\"$oid\": \"" + event.hex() +
                "\"}, \"topic\": \"order.placed\", \"payload\": {\"$binary\": {\"base64\": \"cGF5\", "
                "\"subType\": \"00\"}}, \"created_at\": {\"$date\": {\"$numberLong\": "
                "\"1700000000123\"}}}")));
}

TEST_F(OutboxTest, AnEventOfATransactionThatFailsIsNotThere) {
  const auto failed = records_->transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(outbox_->post(tx, "order.placed", "a"));
    return Error{Error::Kind::Conflict, "test.refused", "refused"};
  });
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(*outbox_->drain(100), 0u);
  EXPECT_EQ(applied("a"), 0);
}

TEST_F(OutboxTest, ApplyingAgainCountsNothingTwice) {
  const auto event = post("order.placed", "a");
  ASSERT_TRUE(outbox_->apply(event).ok());
  ASSERT_TRUE(outbox_->apply(event).ok());
  EXPECT_EQ(applied("a"), 1);
}

// Of the three transactions of apply() (the listener's, the event's removal, the mark's removal) the first
// `n` happen before the crash.
TEST_F(OutboxTest, WhereverItCrashesTheEventIsAppliedOnce) {
  for (int n = 0; n <= 3; ++n) {
    const auto payload = std::to_string(n);
    const auto event = post("order.placed", payload);
    fuse_.set(n);
    if (n < 3)
      EXPECT_THROW((void)outbox_->apply(event), Crash) << n;
    else
      EXPECT_TRUE(outbox_->apply(event).ok());
    EXPECT_EQ(applied(payload), n >= 1 ? 1 : 0) << n;
    EXPECT_EQ(waiting(), n >= 2 ? 0u : 1u) << n;
    EXPECT_EQ(marked(event), n == 1 || n == 2) << n;
    restart();
    EXPECT_TRUE(outbox_->drain(100).ok());
    EXPECT_TRUE(outbox_->apply(event).ok());
    EXPECT_EQ(applied(payload), 1) << n;
    EXPECT_EQ(waiting(), 0u) << n;
  }
}

// The keyspace itself is in memory here: durable in the records' store is all that counts.
TEST_F(OutboxTest, AKeyspaceElsewhereHearsOfNothingThatIsNotOnDisk) {
  const DeferredDurability scope(DeferredDurability::Writes::Wait);
  const stoa::test::TemporaryDirectory directory;
  const auto other_store = store::open(stoa::test::small_store(directory.path())).value();
  const auto other = keyspace::open_embedded_keyspace(*other_store, clock_).value();
  KeyspaceElsewhere elsewhere(*other, *store_);
  Outbox outbox(*records_, elsewhere, clock_, {{"order.placed", [](keyspace::Tx& tx, Reader&, const Event&) {
                                                  tx.increment(keyspace::StringKey("heard"), 1);
                                                  return Result<void>();
                                                }}});
  for (int i = 0; i < 20; ++i) {
    const auto event = records_->transact([&](Tx& tx) { return outbox.post(tx, "order.placed", "a"); });
    ASSERT_TRUE(event.ok() && outbox.apply(*event).ok());
  }
  EXPECT_EQ(elsewhere.told, 40);
  EXPECT_EQ(elsewhere.told_too_early, 0);
}

TEST_F(OutboxTest, ACrashInsideTheListenersTransactionLeavesNothingOfIt) {
  const auto event = post("order.placed", "a");
  listener_fails_ = true;
  EXPECT_EQ(outbox_->apply(event).error().code, "test.refused");
  EXPECT_FALSE(marked(event));
  EXPECT_EQ(waiting(), 1u);
  listener_fails_ = false;
  EXPECT_EQ(*outbox_->drain(100), 1u);
  EXPECT_EQ(applied("a"), 1);
}

TEST_F(OutboxTest, OfManyWhoApplyTheSameEventOneDoes) {
  for (int round = 0; round < 10; ++round) {
    const auto payload = "p" + std::to_string(round);
    const auto event = post("order.placed", payload);
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 3; ++i) threads.emplace_back([&] { EXPECT_TRUE(outbox_->apply(event).ok()); });
      threads.emplace_back([&] { EXPECT_TRUE(outbox_->drain(10).ok()); });
    }
    EXPECT_EQ(applied(payload), 1);
    EXPECT_EQ(waiting(), 0u);
  }
}

TEST_F(OutboxTest, AppliedEventsLeaveTogetherAndTheRestWithTheNextDrain) {
  restart(3);
  std::vector<ObjectId> events;
  for (const auto* payload : {"a", "b", "c", "d"}) events.push_back(post("order.placed", payload));
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(outbox_->apply(events[i]).ok());
  EXPECT_EQ(applied("a") + applied("b"), 2);
  EXPECT_EQ(waiting(), 4u);
  EXPECT_TRUE(marked(events[0]) && marked(events[1]));
  ASSERT_TRUE(outbox_->apply(events[2]).ok());
  EXPECT_EQ(waiting(), 1u);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(marked(events[i])) << i;
  ASSERT_TRUE(outbox_->apply(events[3]).ok());
  EXPECT_EQ(*outbox_->drain(100), 0u);
  EXPECT_EQ(waiting(), 0u);
  EXPECT_FALSE(marked(events[3]));
  EXPECT_EQ(applied("d"), 1);
}

// Of the four transactions that apply two events and remove both (two listeners', the removal of the events
// and of the marks) the first `n` happen before the crash.
TEST_F(OutboxTest, WhereverTwoThatLeaveTogetherAreCutOffEachIsAppliedOnce) {
  for (int n = 0; n <= 4; ++n) {
    restart(2);
    const auto first = "first " + std::to_string(n), second = "second " + std::to_string(n);
    const auto events = {post("order.placed", first), post("order.placed", second)};
    fuse_.set(n);
    const auto apply_both = [&] {
      for (const auto& event : events) ASSERT_TRUE(outbox_->apply(event).ok());
    };
    if (n < 4)
      EXPECT_THROW(apply_both(), Crash) << n;
    else
      apply_both();
    restart(2);
    EXPECT_TRUE(outbox_->drain(100).ok());
    for (const auto& event : events) EXPECT_TRUE(outbox_->apply(event).ok());
    EXPECT_EQ(applied(first), 1) << n;
    EXPECT_EQ(applied(second), 1) << n;
    EXPECT_EQ(waiting(), 0u) << n;
  }
}

TEST_F(OutboxTest, ManyWhoApplyEventsThatLeaveTogetherCountEachOnce) {
  restart(4);
  std::vector<ObjectId> events;
  for (int i = 0; i < 200; ++i) events.push_back(post("order.placed", "all"));
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&] {
        for (const auto& event : events) EXPECT_TRUE(outbox_->apply(event).ok());
      });
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) EXPECT_TRUE(outbox_->drain(50).ok());
    });
  }
  EXPECT_TRUE(outbox_->drain(1000).ok());
  EXPECT_EQ(applied("all"), 200);
  EXPECT_EQ(waiting(), 0u);
}

TEST_F(OutboxTest, DrainingTakesTheOldestFirstAndNoMoreThanItMay) {
  for (int i = 0; i < 5; ++i) {
    clock_.advance(std::chrono::seconds(1));
    post("order.placed", std::to_string(i));
  }
  EXPECT_EQ(*outbox_->drain(2), 2u);
  EXPECT_EQ(applied("1"), 1);
  EXPECT_EQ(applied("2"), 0);
  EXPECT_EQ(*outbox_->drain(100), 3u);
  EXPECT_EQ(waiting(), 0u);
}

TEST_F(OutboxTest, AnEventThatNobodyListensToIsDroppedWithALineInTheLog) {
  post("order.forgotten", "a");
  EXPECT_EQ(*outbox_->drain(100), 1u);
  EXPECT_EQ(waiting(), 0u);
  EXPECT_NE(log_.find("order.forgotten"), std::string::npos);
}

TEST_F(OutboxTest, AnEventThatFailsDoesNotHoldUpThoseBehindIt) {
  const auto bad = post("order.placed", std::string(1, 'x'));
  listener_fails_ = true;
  post("order.forgotten", "behind");
  EXPECT_EQ(*outbox_->drain(100), 1u);
  EXPECT_EQ(waiting(), 1u);
  EXPECT_NE(log_.find(bad.hex()), std::string::npos);
}

TEST_F(OutboxTest, WhenAnEngineIsAwayDrainingSaysSo) {
  post("order.placed", "a");
  fused_keyspace_->refuse = Error{Error::Kind::Unavailable, "keyspace.away", "away"};
  EXPECT_EQ(outbox_->drain(100).error().code, "keyspace.away");
  fused_keyspace_->refuse.reset();
  EXPECT_EQ(*outbox_->drain(100), 1u);
  EXPECT_EQ(applied("a"), 1);
}

}  // namespace
}  // namespace stoa::records
