#include "store/data_directory.h"
#include "store/rocks_disk.h"
#include "store/store_fixture.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

namespace stoa::store {
namespace {

/// The keyspace family has the write-only memtable; RocksDB is asked directly, before and after it goes to a
/// table.
class WriteOnlyMemtable : public StoreTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(DataDirectory::open(path()).ok());
    auto opened = open_rocks(path() / "rocks", options(), errors_);
    ASSERT_TRUE(opened.ok());
    rocks_ = *std::move(opened);
  }

  /// Keys of zeros and letters, many beginnings shared, many one the beginning of another, many written
  /// again.
  void write_random_rows(int rows) {
    RocksDisk disk(rocks_, *errors_);
    Changes changes;
    for (int i = 0; i < rows; ++i) {
      std::string key(std::uniform_int_distribution<std::size_t>(1, 26)(random_), 'a');
      for (int changed = 0; changed < 3; ++changed) key[random_() % key.size()] = "\0ab\xff"[random_() % 4];
      const auto value = std::to_string(i);
      if (i % 7 == 0) {
        changes.remove(Family::Keyspace, key);
        model_.erase(key);
      } else {
        changes.put(Family::Keyspace, key, value);
        model_[key] = value;
      }
    }
    ASSERT_TRUE(disk.write(changes).ok());
  }

  std::unique_ptr<rocksdb::Iterator> iterator() {
    return std::unique_ptr<rocksdb::Iterator>(rocks_.db->NewIterator({}, rocks_.keyspace.get()));
  }
  void expect_the_model() {
    std::vector<Row> forward;
    std::vector<Row> backward;
    const auto rows = iterator();
    for (rows->SeekToFirst(); rows->Valid(); rows->Next())
      forward.emplace_back(rows->key().ToString(), rows->value().ToString());
    for (rows->SeekToLast(); rows->Valid(); rows->Prev())
      backward.emplace_back(rows->key().ToString(), rows->value().ToString());
    EXPECT_EQ(forward, std::vector<Row>(model_.begin(), model_.end()));
    EXPECT_EQ(backward, std::vector<Row>(model_.rbegin(), model_.rend()));
    for (const auto& [key, value] : model_) {
      rows->Seek(key);
      ASSERT_TRUE(rows->Valid());
      ASSERT_EQ(rows->key(), key);
      rows->SeekForPrev(key + '\0');
      ASSERT_TRUE(rows->Valid());
      if (!model_.contains(key + '\0')) {
        ASSERT_EQ(rows->key(), key);
      }
      std::string found;
      ASSERT_TRUE(rocks_.db->Get({}, rocks_.keyspace.get(), key, &found).ok());
      ASSERT_EQ(found, value);
    }
  }

  std::mt19937 random_{7};
  std::map<std::string, std::string> model_;
  std::shared_ptr<BackgroundErrors> errors_ = std::make_shared<BackgroundErrors>();
  Rocks rocks_;
};

TEST_F(WriteOnlyMemtable, GivesItsRowsInOrderBeforeAndAfterTheyAreInATable) {
  for (int round = 0; round < 2; ++round) {
    write_random_rows(400);
    expect_the_model();
    ASSERT_TRUE(rocks_.db->Flush({}, rocks_.keyspace.get()).ok());
    expect_the_model();
  }
}

TEST_F(WriteOnlyMemtable, KeepsTheNewestOfManyVersionsOfARow) {
  RocksDisk disk(rocks_, *errors_);
  for (int version = 0; version < 1000; ++version)
    ASSERT_TRUE(disk.write(put("the same row every time", std::to_string(version), Family::Keyspace)).ok());
  model_["the same row every time"] = "999";
  ASSERT_TRUE(rocks_.db->Flush({}, rocks_.keyspace.get()).ok());
  expect_the_model();
}

}  // namespace
}  // namespace stoa::store
