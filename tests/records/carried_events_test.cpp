// Events of transactions whose records are on one store with the keyspace: they commit as one.

#include "base/fields.h"
#include "json_document.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "keyspace/keys.h"
#include "on_every_engine.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/outbox.h"
#include "store/small_store.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace stoa::records {
namespace {

using keyspace::keys::viewed;
using stoa::test::must;

Document order(const ObjectId& id) {
  return test::from_json("{\"_id\": {\"$oid\": \"" + id.hex() + "\"}, \"status\": \"pending\"}");
}

/// Both engines on one store, and a listener that counts the orders it finds.
class OneStore {
 public:
  explicit OneStore(const std::filesystem::path& directory)
      : store_(must(store::open(stoa::test::small_store(directory)))),
        keyspace_(must(keyspace::open_embedded_keyspace(*store_, clock_))),
        records_(must(open_embedded_records(*store_, clock_, declared_, test::no_sweeper()))),
        outbox_(*records_, *keyspace_, clock_, {{"order.placed", [this](auto& tx, auto& reader, auto& event) {
                                                   return count(tx, reader, event);
                                                 }}}) {}

  Records& records() { return *records_; }
  keyspace::Keyspace& keyspace() { return *keyspace_; }
  store::Store& store() { return *store_; }
  Outbox& outbox() { return outbox_; }

  /// An order, and an event for each of the names.
  Result<std::vector<ObjectId>> place(const std::vector<std::string>& names) {
    return records_->transact([&](Tx& tx) -> Result<std::vector<ObjectId>> {
      placed_ = ObjectId::make(clock_.now());
      STOA_TRY(tx.insert(collections::orders(), order(placed_)));
      std::vector<ObjectId> events;
      for (const auto& name : names) events.push_back(STOA_TRY(outbox_.post(tx, "order.placed", name)));
      return events;
    });
  }
  double counted(std::string_view name) { return must(keyspace_->read().zscore(viewed(), name)).value_or(0); }
  std::uint64_t orders() { return must(records_->read().size(collections::orders())); }
  std::uint64_t waiting() { return must(records_->read().size(collections::outbox())); }

  /// The listener fails on this one.
  std::string refused;
  int at_once = 0, later = 0;

 private:
  Result<void> count(keyspace::Tx& tx, Reader& reader, const Event& event) {
    if (event.payload == refused) return Error{Error::Kind::Conflict, "test.refused", "refused"};
    if (!STOA_TRY(reader.get(collections::orders(), placed_)))
      return Error{Error::Kind::NotFound, "test.unseen", "the order is not to be seen"};
    ++(event.applied == Event::Applied::AtOnce ? at_once : later);
    tx.zincrement(viewed(), event.payload, 1);
    return {};
  }

  FakeClock clock_;
  const std::vector<const Collection*> declared_{&collections::outbox(), &collections::orders()};
  ObjectId placed_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<keyspace::Keyspace> keyspace_;
  std::unique_ptr<Records> records_;
  Outbox outbox_;
};

class CarriedEvents : public testing::Test {
 protected:
  stoa::test::TemporaryDirectory directory_;
};

TEST_F(CarriedEvents, AnEventIsAppliedInOneCommitWithItsTransactionAndNeverWrittenDown) {
  OneStore house(directory_.path());
  const auto before = house.store().figures().submitted;
  const auto events = must(house.place({"a"}));
  EXPECT_EQ(house.store().figures().submitted, before + 1);
  EXPECT_EQ(house.counted("a"), 1);
  EXPECT_EQ(house.waiting(), 0u);
  EXPECT_EQ(house.at_once, 1);
  must(house.outbox().apply(events.at(0)));
  EXPECT_EQ(must(house.outbox().drain(100)), 0u);
  EXPECT_EQ(house.counted("a"), 1);
  EXPECT_EQ(house.store().figures().submitted, before + 1);
}

TEST_F(CarriedEvents, ATransactionThatFailsAppliesNothing) {
  OneStore house(directory_.path());
  const auto failed = house.records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(house.outbox().post(tx, "order.placed", "a"));
    return Error{Error::Kind::Conflict, "test.refused", "refused"};
  });
  EXPECT_FALSE(failed.ok());
  must(house.place({"b"}));
  EXPECT_EQ(house.counted("a"), 0);
  EXPECT_EQ(house.counted("b"), 1);
}

TEST_F(CarriedEvents, SeveralEventsOfOneTransactionAreAllApplied) {
  OneStore house(directory_.path());
  must(house.place({"a", "b", "a"}));
  EXPECT_EQ(house.counted("a"), 2);
  EXPECT_EQ(house.counted("b"), 1);
  EXPECT_EQ(house.waiting(), 0u);
}

TEST_F(CarriedEvents, WhenAListenerFailsTheRecordsAreKeptAndTheEventsWait) {
  OneStore house(directory_.path());
  house.refused = "b";
  const auto events = must(house.place({"a", "b"}));
  EXPECT_EQ(house.orders(), 1u);
  EXPECT_EQ(house.counted("a"), 0);
  EXPECT_EQ(house.waiting(), 2u);
  EXPECT_EQ(house.outbox().apply(events.at(1)).error().code, "test.refused");
  must(house.outbox().apply(events.at(0)));
  house.refused.clear();
  EXPECT_EQ(must(house.outbox().drain(100)), 1u);
  EXPECT_EQ(house.counted("a"), 1);
  EXPECT_EQ(house.counted("b"), 1);
  EXPECT_EQ(house.waiting(), 0u);
  EXPECT_EQ(house.later, 2);
}

TEST_F(CarriedEvents, AKeyspaceOnAnotherStoreHearsThroughTheCollection) {
  OneStore house(directory_.path());
  const stoa::test::TemporaryDirectory elsewhere;
  OneStore other(elsewhere.path());
  Outbox outbox(house.records(), other.keyspace(), Clock::system(),
                {{"order.placed", [](keyspace::Tx& tx, Reader&, const Event& event) {
                    tx.zincrement(viewed(), event.payload, 1);
                    return Result<void>();
                  }}});
  const auto event =
      must(house.records().transact([&](Tx& tx) { return outbox.post(tx, "order.placed", "a"); }));
  EXPECT_EQ(house.waiting(), 1u);
  EXPECT_EQ(other.counted("a"), 0);
  must(outbox.apply(event));
  EXPECT_EQ(house.waiting(), 0u);
  EXPECT_EQ(other.counted("a"), 1);
}

struct Greeting {
  std::string to;
};
StructDescription describe(Described<Greeting>) {
  return fields("Greeting", field("to", &Greeting::to));
}

TEST_F(CarriedEvents, AStructIsToldAtOnceAndLaterAsItWasPosted) {
  OneStore house(directory_.path());
  std::vector<std::string> told;
  Outbox outbox(house.records(), house.keyspace(), Clock::system(),
                {{"greeting", [&](keyspace::Tx&, Reader&, const Event& event) -> Result<void> {
                    told.push_back(STOA_TRY(event.told<Greeting>()).to);
                    if (told.size() == 1) return Error{Error::Kind::Conflict, "test.refused", "refused"};
                    return {};
                  }}});
  const auto event =
      must(house.records().transact([&](Tx& tx) { return outbox.post(tx, "greeting", Greeting{"anna"}); }));
  EXPECT_EQ(house.waiting(), 1u);
  must(outbox.apply(event));
  EXPECT_EQ(told, (std::vector<std::string>{"anna", "anna"}));
}

/// Places orders until it is killed, and says so after each.
[[noreturn]] void place_for_ever(const std::filesystem::path& directory, int told) {
  OneStore house(directory);
  for (;;) {
    must(house.place({"a"}));
    if (::write(told, "x", 1) != 1) ::_exit(1);
  }
}

class CarriedEventsOfAKilledProcess : public CarriedEvents {};

TEST_F(CarriedEventsOfAKilledProcess, AreThereIfAndOnlyIfTheirTransactionsAre) {
  std::uint64_t acknowledged = 0;
  for (int round = 1; round <= 8; ++round) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    if (child == 0) place_for_ever(directory_.path(), pipe[1]);
    ::close(pipe[1]);
    char byte;
    for (int i = 0; i < 5 * round && ::read(pipe[0], &byte, 1) == 1; ++i) ++acknowledged;
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(pipe[0], &byte, 1) == 1) ++acknowledged;
    ::close(pipe[0]);
    OneStore house(directory_.path());
    EXPECT_EQ(house.counted("a"), static_cast<double>(house.orders()));
    EXPECT_GE(house.orders(), acknowledged);
    EXPECT_EQ(house.waiting(), 0u);
  }
}

}  // namespace
}  // namespace stoa::records
