#include "store/data_directory.h"
#include "store/rocks_disk.h"
#include "store/store_fixture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <map>
#include <random>
#include <set>
#include <thread>

namespace stoa::store {
namespace {

/// Each family has a memtable of ours; RocksDB is asked directly, before and after it goes to a table.
class Memtable : public StoreTest, public testing::WithParamInterface<Family> {
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
        changes.remove(GetParam(), key);
        model_.erase(key);
      } else {
        changes.put(GetParam(), key, value);
        model_[key] = value;
      }
    }
    ASSERT_TRUE(disk.write(changes).ok());
  }

  rocksdb::ColumnFamilyHandle* family() { return rocks_.family(GetParam()); }
  std::unique_ptr<rocksdb::Iterator> iterator() {
    return std::unique_ptr<rocksdb::Iterator>(rocks_.db->NewIterator({}, family()));
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
      ASSERT_TRUE(rocks_.db->Get({}, family(), key, &found).ok());
      ASSERT_EQ(found, value);
    }
  }

  std::mt19937 random_{7};
  std::map<std::string, std::string> model_;
  std::shared_ptr<BackgroundErrors> errors_ = std::make_shared<BackgroundErrors>();
  Rocks rocks_;
};

TEST_P(Memtable, GivesItsRowsInOrderBeforeAndAfterTheyAreInATable) {
  for (int round = 0; round < 2; ++round) {
    write_random_rows(400);
    expect_the_model();
    ASSERT_TRUE(rocks_.db->Flush({}, family()).ok());
    expect_the_model();
  }
}

TEST_P(Memtable, GivesRowsInOrderThatAreReadBetweenManyWrites) {
  for (int round = 0; round < 3; ++round) {
    write_random_rows(5'000);
    expect_the_model();
  }
  ASSERT_TRUE(rocks_.db->Flush({}, family()).ok());
  expect_the_model();
}

TEST_P(Memtable, KeepsTheNewestOfManyVersionsOfARow) {
  RocksDisk disk(rocks_, *errors_);
  for (int version = 0; version < 1000; ++version)
    ASSERT_TRUE(disk.write(put("the same row every time", std::to_string(version), GetParam())).ok());
  model_["the same row every time"] = "999";
  ASSERT_TRUE(rocks_.db->Flush({}, family()).ok());
  expect_the_model();
}

TEST_P(Memtable, AWalkTurnsRoundAnywhere) {
  write_random_rows(300);
  const auto rows = iterator();
  rows->SeekToFirst();
  auto place = model_.begin();
  for (int step = 0; step < 3000; ++step) {
    const bool forward = place == model_.begin() || (std::next(place) != model_.end() && random_() % 2 == 0);
    forward ? rows->Next() : rows->Prev();
    forward ? ++place : --place;
    ASSERT_TRUE(rows->Valid());
    ASSERT_EQ(rows->key(), place->first);
    ASSERT_EQ(rows->value(), place->second);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEachFamily, Memtable, testing::Values(Family::Keyspace, Family::Records),
                         [](const auto& each) {
                           return each.param == Family::Keyspace ? "Keyspace" : "Records";
                         });

class RecordsMemtable : public Memtable {};

TEST_P(RecordsMemtable, ReadersBesideTheWriterSeeWholeBatchesInOrder) {
  constexpr int kBatches = 300, kRows = 40;
  const auto row = [](int batch, int i) { return fmt::format("{:03}/{:05}", i * 7919 % kRows, batch); };
  std::atomic<bool> done{false};
  const auto read = [&] {
    while (!done) {
      const auto rows = iterator();
      std::vector<int> batches(kRows, 0);
      for (rows->SeekToFirst(); rows->Valid(); rows->Next()) {
        const auto key = rows->key().ToString();
        const int i = std::stoi(key.substr(0, 3)), batch = std::stoi(key.substr(4));
        ASSERT_EQ(batches[i]++, batch);
      }
      ASSERT_EQ(std::set<int>(batches.begin(), batches.end()).size(), 1U);
      std::string found;
      if (batches[0] > 0) {
        ASSERT_TRUE(rocks_.db->Get({}, family(), row(batches[0] - 1, 0), &found).ok());
      }
    }
  };
  std::thread one(read), other(read);
  RocksDisk disk(rocks_, *errors_);
  for (int batch = 0; batch < kBatches; ++batch) {
    Changes changes;
    for (int i = 0; i < kRows; ++i) changes.put(GetParam(), row(batch, i), "v");
    EXPECT_TRUE(disk.write(changes).ok());
  }
  done = true;
  one.join();
  other.join();
}

INSTANTIATE_TEST_SUITE_P(OfRecords, RecordsMemtable, testing::Values(Family::Records),
                         [](const auto&) { return "Records"; });

}  // namespace
}  // namespace stoa::store
