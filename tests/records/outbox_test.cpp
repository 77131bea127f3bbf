#include "records/outbox.h"

#include "json_document.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "keyspace/keys.h"
#include "on_every_engine.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace stoa::records {
namespace {

using test::from_json;

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

class FusedRecords final : public Records {
 public:
  FusedRecords(Records& inner, Fuse& fuse) : inner_(inner), fuse_(fuse) {}
  Reader& read() override { return inner_.read(); }
  Result<Page> search(const Collection& collection, const Search& search) override {
    return inner_.search(collection, search);
  }
  Result<std::size_t> sweep_expired(Time now, std::size_t most) override {
    return inner_.sweep_expired(now, most);
  }
  Result<void> ping() override { return inner_.ping(); }

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    fuse_.burn();
    return inner_.transact([&](Tx& tx) { return body(tx); }, durability);
  }

 private:
  Records& inner_;
  Fuse& fuse_;
};

class FusedKeyspace final : public keyspace::Keyspace {
 public:
  FusedKeyspace(Keyspace& inner, Fuse& fuse) : inner_(inner), fuse_(fuse) {}
  keyspace::Reader& read() override { return inner_.read(); }
  Result<void> intersect_into(const keyspace::SortedSetKey& into, const keyspace::SetKey& members,
                              const keyspace::SortedSetKey& scores, Time expires) override {
    return inner_.intersect_into(into, members, scores, expires);
  }
  Result<void> scale(const keyspace::SortedSetKey& key, double factor) override {
    return inner_.scale(key, factor);
  }
  Result<keyspace::ScanPage> scan(std::uint64_t cursor, std::string_view pattern,
                                  std::size_t count) override {
    return inner_.scan(cursor, pattern, count);
  }
  Result<void> ping() override { return inner_.ping(); }
  std::optional<Error> refuse;

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    fuse_.burn();
    if (refuse) return *refuse;
    return inner_.transact(durability, [&](keyspace::Tx& tx) { return body(tx); });
  }

 private:
  Keyspace& inner_;
  Fuse& fuse_;
};

class OutboxTest : public testing::Test {
 protected:
  OutboxTest() {
    store::Options options;
    options.directory = directory_.path() / "data";
    options.row_cache_bytes = 1 << 20;
    store_ = store::open(options).value();
    keyspace_ = keyspace::open_embedded_keyspace(*store_, clock_).value();
    const std::vector<const Collection*> declared{&collections::outbox(), &collections::orders()};
    records_ = open_embedded_records(*store_, clock_, declared, test::no_sweeper()).value();
    fused_records_ = std::make_unique<FusedRecords>(*records_, fuse_);
    fused_keyspace_ = std::make_unique<FusedKeyspace>(*keyspace_, fuse_);
    restart();
  }

  /// A new process over the same data.
  void restart() {
    fuse_.set(-1);
    outbox_ =
        std::make_unique<Outbox>(*fused_records_, *fused_keyspace_, clock_,
                                 std::map<std::string, Outbox::Listener, std::less<>>{
                                     {"order.placed",
                                      [this](keyspace::Tx& tx, const Event& event) -> Result<void> {
                                        if (listener_fails_)
                                          return Error{Error::Kind::Conflict, "test.refused", "refused"};
                                        tx.zincrement(keyspace::keys::viewed(), event.payload, 1);
                                        return {};
                                      }}},
                                 Logger::to([this](std::string_view line) { log_.append(line).append("\n"); },
                                            LogLevel::Debug, LogFormat::Text));
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
