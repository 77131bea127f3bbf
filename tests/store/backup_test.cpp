#include "store/store_fixture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Optional;

class Backup : public StoreTest {
 protected:
  void SetUp() override { open(); }
  Options of(const fs::path& directory) const {
    auto changed = options();
    changed.directory = directory;
    return changed;
  }
};

TEST_F(Backup, HoldsEverythingSubmittedBeforeRelaxedOrNot) {
  store_->submit(put("a", "relaxed"), Durability::Relaxed);
  store_->submit(put("b", "durable"), Durability::Durable);
  store_->submit(put("k", "relaxed", Family::Keyspace), Durability::Relaxed);
  const auto made = store_->backup(beside("backup"));
  ASSERT_TRUE(made.ok()) << made.error().message;
  store_->submit(put("a", "later"), Durability::Durable);

  open(of(beside("backup")));
  EXPECT_THAT(get("a"), Optional(std::string("relaxed")));
  EXPECT_THAT(get("b"), Optional(std::string("durable")));
  EXPECT_EQ(keyspace(), (std::vector<Row>{{"k", "relaxed"}}));
}

TEST_F(Backup, CanBeWrittenToWithoutTouchingTheOriginal) {
  commit(put("a", "1"));
  ASSERT_TRUE(store_->backup(beside("backup")).ok());
  auto copy = *store::open(of(beside("backup")));
  ASSERT_TRUE(copy->wait_durable(copy->submit(put("a", "2"), Durability::Durable)).ok());
  copy.reset();
  open();
  EXPECT_THAT(get("a"), Optional(std::string("1")));
}

TEST_F(Backup, RefusesADirectoryThatExists) {
  fs::create_directory(beside("backup"));
  const auto made = store_->backup(beside("backup"));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, "store.backup");
  EXPECT_THAT(made.error().message, HasSubstr(beside("backup").string()));
}

TEST_F(Backup, ThatFailsLeavesNothingBehind) {
  EXPECT_FALSE(store_->backup("/proc/backup").ok());
  fs::create_directory(beside("place"));
  EXPECT_TRUE(store_->backup(beside("place") / "backup").ok());
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(beside("place"))) names.push_back(entry.path().filename());
  EXPECT_EQ(names, std::vector<std::string>{"backup"});
}

TEST_F(Backup, OfAWorkingStoreIsAPrefixOfTheOrder) {
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int number = 0; !stop; ++number) {
      ASSERT_TRUE(store_->admit().ok());
      auto changes = put(fmt::format("t{:07}", number), std::string(100, 'v'));
      changes.put(Family::Keyspace, fmt::format("t{:07}", number), "v");
      store_->submit(changes, number % 3 == 0 ? Durability::Durable : Durability::Relaxed);
    }
  });
  std::vector<Sequence> at_least;
  for (int i = 0; i < 3; ++i) {
    at_least.push_back(store_->figures().submitted);
    const auto made = store_->backup(beside(fmt::format("backup{}", i)));
    EXPECT_TRUE(made.ok()) << made.error().message;
  }
  stop = true;
  writer.join();
  for (std::size_t i = 0; i < at_least.size(); ++i) {
    open(of(beside(fmt::format("backup{}", i))));
    const auto records = scan("t", "u");
    const auto keys = keyspace();
    EXPECT_GE(records.size(), at_least[i]);
    ASSERT_EQ(records.size(), keys.size());
    for (std::size_t number = 0; number < records.size(); ++number) {
      ASSERT_EQ(records[number].first, fmt::format("t{:07}", number));
      ASSERT_EQ(keys[number].first, records[number].first);
    }
  }
}

}  // namespace
}  // namespace stoa::store
