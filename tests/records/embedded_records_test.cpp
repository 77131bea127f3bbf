// What only the embedded engine promises: how it waits for the disk, sweeps by itself, and comes up again.

#include "records/embedded/embedded_records.h"

#include "json_document.h"
#include "on_every_engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>

namespace stoa::records::test {
namespace {

/// A scan of which the test says what it waits for.
class ScanInBetween final : public store::Scan {
 public:
  ScanInBetween(std::unique_ptr<store::Scan> inner, std::optional<Sequence> pending)
      : inner_(std::move(inner)), pending_(pending) {}
  bool valid() const override { return inner_->valid(); }
  std::string_view key() const override { return inner_->key(); }
  std::string_view value() const override { return inner_->value(); }
  void next() override { inner_->next(); }
  Result<void> status() const override { return inner_->status(); }
  Sequence pending() const override { return pending_.value_or(inner_->pending()); }

 private:
  const std::unique_ptr<store::Scan> inner_;
  const std::optional<Sequence> pending_;
};

/// A store with a say in what the records hear of it.
class StoreInBetween final : public store::Store {
 public:
  explicit StoreInBetween(Store& inner) : inner_(inner) {}

  Result<void> admit() override {
    if (admissions == 0) return Error{Error::Kind::Unavailable, "store.disk_full", "the disk is full"};
    if (admissions > 0) --admissions;
    return inner_.admit();
  }
  Sequence submit(const store::Changes& changes, Durability durability) override {
    last_submitted = inner_.submit(changes, durability);
    changes.for_each([&](const auto&) { ++rows; });
    return last_submitted;
  }
  Result<void> settle(Sequence sequence, Durability durability) override {
    return inner_.settle(sequence, durability);
  }
  Result<void> wait_durable(Sequence sequence) override { return inner_.wait_durable(sequence); }
  Sequence durable() const override { return inner_.durable(); }
  Sequence newest_durable_submitted() const override {
    return newest.value_or(inner_.newest_durable_submitted());
  }
  DurableProgress& progress() override { return inner_.progress(); }
  Result<std::optional<std::string>> get(std::string_view key, Sequence* writer) override {
    auto row = inner_.get(key, writer);
    if (writer != nullptr && pending) *writer = *pending;
    return row;
  }
  std::unique_ptr<store::Scan> scan(std::string_view from, std::string_view to,
                                    store::Direction direction) override {
    scanned_from = from;
    ++scans;
    return std::make_unique<ScanInBetween>(inner_.scan(from, to, direction), pending);
  }
  Result<void> load(const std::function<void(std::string_view, std::string_view)>& row) override {
    return inner_.load(row);
  }
  Result<void> backup(const std::filesystem::path& directory) override { return inner_.backup(directory); }
  DiskFigures figures() const override { return inner_.figures(); }

  int admissions = -1;
  Sequence last_submitted = 0;
  std::size_t rows = 0;
  std::optional<Sequence> newest;
  std::optional<Sequence> pending;
  std::string scanned_from;
  int scans = 0;

 private:
  Store& inner_;
};

EmbeddedOptions sweeping_every(std::chrono::milliseconds period) {
  EmbeddedOptions options;
  options.sweep_every = period;
  return options;
}

class EmbeddedRecordsTest : public testing::Test {
 protected:
  EmbeddedRecordsTest() {
    inner_ = store::open(stoa::test::small_store(directory_.path())).value();
    store_ = std::make_unique<StoreInBetween>(*inner_);
  }

  Result<void> open(const Collections& collections = {&things(), &leases()},
                    EmbeddedOptions options = no_sweeper()) {
    records_.reset();
    records_ = STOA_TRY(open_embedded_records(*store_, clock_, collections, options));
    return {};
  }
  Result<void> insert(const Collection& collection, const std::string& json) {
    return records_->transact([&](Tx& tx) { return tx.insert(collection, from_json(json)); });
  }
  void fill(int count) {
    const auto filled = records_->transact([&](Tx& tx) -> Result<void> {
      for (int i = 0; i < count; ++i)
        STOA_TRY(tx.insert(things(), from_json("{\"_id\": " + std::to_string(i) + "}")));
      return {};
    });
    ASSERT_TRUE(filled.ok());
  }

  stoa::test::TemporaryDirectory directory_;
  FakeClock clock_;
  std::unique_ptr<store::Store> inner_;
  std::unique_ptr<StoreInBetween> store_;
  std::unique_ptr<Records> records_;
};

TEST_F(EmbeddedRecordsTest, ATransactionInsideAnotherIsABrokenInvariant) {
  ASSERT_TRUE(open().ok());
  EXPECT_THROW((void)records_->transact([&](Tx&) { return insert(things(), R"({"_id": 1})"); }),
               std::logic_error);
  EXPECT_TRUE(insert(things(), R"({"_id": 1})").ok());
}

TEST_F(EmbeddedRecordsTest, AreNotReadyWhileTheDiskTakesNoWrites) {
  ASSERT_TRUE(open().ok());
  EXPECT_TRUE(records_->ping().ok());
  store_->admissions = 0;
  EXPECT_EQ(code_of(records_->ping()), "store.disk_full");
  store_->admissions = -1;
  EXPECT_TRUE(records_->ping().ok());
}

TEST_F(EmbeddedRecordsTest, WithoutAScopeADurableTransactionIsOnDiskWhenItReturns) {
  ASSERT_TRUE(open().ok());
  ASSERT_TRUE(insert(things(), R"({"_id": 1})").ok());
  EXPECT_GE(store_->durable(), store_->last_submitted);
}

TEST_F(EmbeddedRecordsTest, InAScopeADurableTransactionIsNoted) {
  ASSERT_TRUE(open().ok());
  const DeferredDurability scope;
  ASSERT_TRUE(insert(things(), R"({"_id": 1})").ok());
  EXPECT_EQ(scope.awaits(), store_->last_submitted);
}

TEST_F(EmbeddedRecordsTest, AnAnswerThatShowsAnothersUnsyncedWriteWaitsForIt) {
  ASSERT_TRUE(open().ok());
  ASSERT_TRUE(insert(things(), R"({"_id": 1, "n": 0})").ok());
  store_->newest = 4711;
  const auto awaited = [](auto work) {
    const DeferredDurability scope;
    work();
    return scope.awaits();
  };
  EXPECT_EQ(awaited([&] {
              const auto sold_out =
                  records_->transact([](Tx& tx) { return tx.increment_if(things(), whole(1), "n", -1, 0); });
              EXPECT_EQ(code_of(sold_out), "records.floor");
            }),
            4711u);
  EXPECT_EQ(awaited([&] { (void)records_->transact([](Tx& tx) { return tx.get(things(), whole(1)); }); }),
            4711u);
  EXPECT_EQ(awaited([&] { (void)records_->read().size(things()); }), 4711u);
  store_->pending = 815;
  EXPECT_EQ(awaited([&] { (void)records_->read().find(things(), {.index = "width"}); }), 815u);
  EXPECT_EQ(awaited([&] { (void)records_->read().get(things(), whole(1)); }), 815u);
  store_->pending = 0;
  EXPECT_EQ(awaited([&] { (void)records_->read().find(things(), {.index = "width"}); }), 0u)
      << "what others have written elsewhere is not shown";
  EXPECT_EQ(awaited([&] { (void)records_->read().get(things(), whole(1)); }), 0u);
}

TEST_F(EmbeddedRecordsTest, WhileTheDiskIsFullWritesFailAndReadsGoOn) {
  ASSERT_TRUE(open().ok());
  ASSERT_TRUE(insert(things(), R"({"_id": 1})").ok());
  store_->admissions = 0;
  EXPECT_EQ(code_of(insert(things(), R"({"_id": 2})")), "store.disk_full");
  EXPECT_TRUE(records_->read().get(things(), whole(1)).value().has_value());
  store_->admissions = -1;
  EXPECT_TRUE(insert(things(), R"({"_id": 2})").ok());
}

TEST_F(EmbeddedRecordsTest, IndexRowsThatStayTheSameAreNotWritten) {
  ASSERT_TRUE(open().ok());
  ASSERT_TRUE(insert(things(), R"({"_id": 1, "colour": "red", "width": 1, "n": 1})").ok());
  store_->rows = 0;
  ASSERT_TRUE(records_
                  ->transact([](Tx& tx) {
                    return tx.replace(things(),
                                      from_json(R"({"_id": 1, "colour": "red", "width": 1, "n": 2})"));
                  })
                  .ok());
  EXPECT_EQ(store_->rows, 1u);
}

TEST_F(EmbeddedRecordsTest, ABuildThatWasCutOffIsDoneAgain) {
  ASSERT_TRUE(open().ok());
  fill(3000);
  const Collection redeclared{"things", {{"n", {{"n"}}}}};
  bool opened = false;
  for (int admitted = 0; !opened; ++admitted) {
    store_->admissions = admitted;
    opened = open({&redeclared, &leases()}).ok();
    ASSERT_LT(admitted, 100);
  }
  store_->admissions = -1;
  EXPECT_EQ(*records_->read().count(redeclared, {.index = "n"}, 9999), 3000u);
  ASSERT_TRUE(open().ok());
  for (const auto* index : {"colour", "width", "colour_width"})
    EXPECT_EQ(*records_->read().count(things(), {.index = index}, 9999), 3000u);
}

TEST_F(EmbeddedRecordsTest, ABuildTellsHowFarItIs) {
  ASSERT_TRUE(open().ok());
  fill(1500);
  const Collection redeclared{"things", {{"n", {{"n"}}}}};
  std::vector<std::string> told;
  auto options = no_sweeper();
  options.progress = [&](std::string_view collection, std::string_view index, std::size_t documents) {
    told.push_back(std::string(collection) + "." + std::string(index) + " " + std::to_string(documents));
  };
  ASSERT_TRUE(open({&redeclared}, options).ok());
  EXPECT_EQ(told, (std::vector<std::string>{"things.n 1000", "things.n 1500"}));
}

TEST_F(EmbeddedRecordsTest, RowsOfAnotherFormatAreRefused) {
  ASSERT_TRUE(open().ok());
  store::Changes changes;
  changes.put(store::Family::Records, "CF", "stoa records 99");
  store_->submit(changes, Durability::Durable);
  const auto opened = open();
  EXPECT_EQ(code_of(opened), "records.format");
  EXPECT_EQ(opened.error().kind, Error::Kind::Invalid);
}

TEST_F(EmbeddedRecordsTest, ExpiredDocumentsGoByThemselves) {
  ASSERT_TRUE(open({&leases()}, sweeping_every(std::chrono::milliseconds(1))).ok());
  const auto until = clock_.now() + std::chrono::hours(1);
  const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(until).time_since_epoch().count();
  ASSERT_TRUE(insert(leases(), "{\"_id\": 1, \"until\": {\"$date\": {\"$numberLong\": \"" +
                                   std::to_string(milliseconds) + "\"}}}")
                  .ok());
  EXPECT_EQ(*records_->read().size(leases()), 1u);
  clock_.set(until);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (*records_->read().size(leases()) > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(*records_->read().size(leases()), 0u);
}

class Sweep : public EmbeddedRecordsTest {
 protected:
  Sweep() { EXPECT_TRUE(open().ok()); }

  static std::string lease(int id, int second) {
    return "{\"_id\": " + std::to_string(id) + ", \"until\": {\"$date\": " + std::to_string(second * 1000) +
           "}}";
  }
  std::size_t sweep(int second) { return *records_->sweep_expired(Time(std::chrono::seconds(second)), 1000); }
  void replace(const std::string& json) {
    ASSERT_TRUE(records_->transact([&](Tx& tx) { return tx.replace(leases(), from_json(json)); }).ok());
  }
};

TEST_F(Sweep, DoesNotWalkAgainWhereItHasFoundNothing) {
  ASSERT_TRUE(insert(leases(), lease(1, 100)).ok());
  store_->scans = 0;
  EXPECT_EQ(sweep(50), 0u);
  const int looks = std::exchange(store_->scans, 0);
  EXPECT_GT(looks, 0);
  const auto first = store_->scanned_from;
  EXPECT_EQ(sweep(50), 0u);
  EXPECT_EQ(store_->scans, 0);
  EXPECT_EQ(sweep(60), 0u);
  EXPECT_EQ(store_->scans, looks);
  EXPECT_GT(store_->scanned_from, first);
  EXPECT_EQ(sweep(100), 1u);
}

TEST_F(Sweep, FindsWhatIsInsertedWhereItHasFoundNothing) {
  ASSERT_TRUE(insert(leases(), lease(1, 100)).ok());
  EXPECT_EQ(sweep(50), 0u);
  ASSERT_TRUE(insert(leases(), lease(2, 10)).ok());
  ASSERT_TRUE(insert(leases(), lease(3, 5)).ok());
  EXPECT_EQ(sweep(50), 2u);
  replace(lease(1, 20));
  EXPECT_EQ(sweep(50), 1u);
  EXPECT_EQ(*records_->read().size(leases()), 0u);
}

TEST_F(Sweep, FindsTheRestAfterItTookAllThatItMight) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(insert(leases(), lease(i, 10 + i)).ok());
  EXPECT_EQ(*records_->sweep_expired(Time(std::chrono::seconds(50)), 2), 2u);
  EXPECT_EQ(sweep(50), 3u);
  EXPECT_EQ(sweep(50), 0u);
}

TEST_F(Sweep, FindsWhatItCouldNotRemoveOnceItCan) {
  ASSERT_TRUE(insert(leases(), lease(1, 10)).ok());
  store_->admissions = 0;
  EXPECT_FALSE(records_->sweep_expired(Time(std::chrono::seconds(50)), 10).ok());
  store_->admissions = -1;
  EXPECT_EQ(sweep(50), 1u);
}

/// Rows that are inserted while a sweep looks, just behind where it is or ahead.
TEST_F(Sweep, MissesNothingThatIsInsertedBesideIt) {
  std::atomic<bool> over{false};
  std::thread sweeper([&] {
    while (!over) sweep(50);
  });
  for (int i = 0; i < 3000; ++i) EXPECT_TRUE(insert(leases(), lease(i, 1 + i * 7919 % 60)).ok());
  over = true;
  sweeper.join();
  sweep(50);
  EXPECT_EQ(*records_->read().size(leases()), 3000u - 3000u * 50 / 60);
}

TEST_F(EmbeddedRecordsTest, TheSweeperStopsAtOnce) {
  ASSERT_TRUE(open({&leases()}, sweeping_every(std::chrono::hours(1))).ok());
  const auto before = std::chrono::steady_clock::now();
  records_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
}

}  // namespace
}  // namespace stoa::records::test
