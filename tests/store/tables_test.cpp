#include "store/tables.h"

#include "store/data_directory.h"
#include "store/log_record.h"
#include "store/log_segment.h"
#include "store/rocks.h"
#include "store/store_fixture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <random>

namespace stoa::store {
namespace {

using testing::HasSubstr;

/// Segments are written and moved by hand, and RocksDB is asked directly.
class TablesOfALog : public StoreTest, public testing::WithParamInterface<Family> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(DataDirectory::open(path()).ok());
    auto opened = open_rocks(path() / "rocks", options(), std::make_shared<BackgroundErrors>());
    ASSERT_TRUE(opened.ok());
    rocks_ = *std::move(opened);
  }

  LogFile write(const std::vector<Changes>& writes) {
    auto segment = LogSegment::create(log_path(path() / "log", moved_.segment + 1), moved_.segment + 1, 4096);
    EXPECT_TRUE(segment.ok());
    std::uint64_t number = moved_.write;
    for (const auto& changes : writes) EXPECT_TRUE(segment->append(++number, 0, changes.as_bytes()).ok());
    return {segment->path(), segment->number()};
  }
  void move(const std::vector<Changes>& writes) {
    const auto file = write(writes);
    auto moved = Tables(rocks_, path() / "log").take(file, moved_);
    ASSERT_TRUE(moved.ok()) << moved.error().message;
    moved_ = *moved;
  }
  /// Keys of zeros and letters, many beginnings shared, many one the beginning of another, many written
  /// again, and now and then whole ranges of them removed.
  Changes random_changes(int rows) {
    Changes changes;
    for (int i = 0; i < rows; ++i) {
      const auto key = random_key();
      if (GetParam() == Family::Keyspace && i % 97 == 0) {
        const auto to = key + "\xff";
        changes.remove_range(Family::Keyspace, key, to);
        model_.erase(model_.lower_bound(key), model_.lower_bound(to));
      } else if (i % 7 == 0) {
        changes.remove(GetParam(), key);
        model_.erase(key);
      } else {
        changes.put(GetParam(), key, std::to_string(i));
        model_[key] = std::to_string(i);
      }
    }
    return changes;
  }
  std::string random_key() {
    std::string key(std::uniform_int_distribution<std::size_t>(1, 26)(random_), 'a');
    for (int changed = 0; changed < 3; ++changed) key[random_() % key.size()] = "\0ab\xff"[random_() % 4];
    return key;
  }
  std::vector<Row> in_tables() {
    std::vector<Row> all;
    const std::unique_ptr<rocksdb::Iterator> rows(rocks_.db->NewIterator({}, rocks_.family(GetParam())));
    for (rows->SeekToFirst(); rows->Valid(); rows->Next())
      all.emplace_back(rows->key().ToString(), rows->value().ToString());
    return all;
  }
  std::vector<Row> model() const { return {model_.begin(), model_.end()}; }

  std::mt19937 random_{7};
  std::map<std::string, std::string> model_;
  Rocks rocks_;
  Moved moved_;
};

TEST_P(TablesOfALog, HoldTheLastChangeOfEveryRowInOrder) {
  for (int segment = 0; segment < 8; ++segment) {
    move({random_changes(3), random_changes(500), {}, random_changes(2'000)});
    ASSERT_EQ(in_tables(), model());
  }
  EXPECT_EQ(moved_.segment, 8U);
  EXPECT_EQ(moved_.write, 32U);
}

TEST_P(TablesOfALog, HoldTheNewestOfManyVersionsOfARow) {
  std::vector<Changes> writes;
  for (int version = 0; version < 1000; ++version)
    writes.push_back(put("the same row every time", std::to_string(version), GetParam()));
  move(writes);
  EXPECT_EQ(in_tables(), (std::vector<Row>{{"the same row every time", "999"}}));
}

TEST_P(TablesOfALog, AreTheSameWhenASegmentIsMovedTwice) {
  move({random_changes(500)});
  const auto before = moved_;
  const auto file = write({random_changes(500)});
  Tables tables(rocks_, path() / "log");
  ASSERT_TRUE(tables.take(file, before).ok());
  ASSERT_TRUE(tables.take(file, before).ok());
  EXPECT_EQ(in_tables(), model());
}

/// A table comes into the database by another name for the draft: a crash may leave both.
TEST_P(TablesOfALog, AreNotWrittenOverThroughTheDraftThatACrashLeft) {
  move({random_changes(500)});
  const auto name = rocks_.family(GetParam())->GetName() + ".sst";
  std::vector<rocksdb::LiveFileMetaData> files;
  rocks_.db->GetLiveFilesMetaData(&files);
  for (const auto& file : files)
    if (file.column_family_name == rocks_.family(GetParam())->GetName())
      std::filesystem::create_hard_link(file.db_path + file.name, path() / "log" / name);
  move({random_changes(5)});
  EXPECT_EQ(in_tables(), model());
}

TEST_P(TablesOfALog, TakeNothingOfASegmentThatDoesNotReadAsItWasWritten) {
  move({put("a", "1", GetParam())});
  const auto file = write({put("a", "2", GetParam()), put("b", "2", GetParam())});
  std::filesystem::resize_file(file.path, 2 * sizeof(LogRecord));
  const auto moved = Tables(rocks_, path() / "log").take(file, moved_, moved_.write + 2);
  ASSERT_FALSE(moved.ok());
  EXPECT_EQ(moved.error().kind, Error::Kind::Corrupt);
  EXPECT_THAT(moved.error().message, HasSubstr(file.path.string()));
  EXPECT_EQ(in_tables(), (std::vector<Row>{{"a", "1"}}));
}

TEST_P(TablesOfALog, KnowHowFarItHasBeenMoved) {
  EXPECT_EQ(Tables(rocks_, path() / "log").moved()->segment, 0U);
  move({random_changes(5), random_changes(5)});
  const auto moved = Tables(rocks_, path() / "log").moved();
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(moved->segment, 1U);
  EXPECT_EQ(moved->write, 2U);
}

INSTANTIATE_TEST_SUITE_P(OfEachFamily, TablesOfALog, testing::Values(Family::Keyspace, Family::Records),
                         [](const auto& each) {
                           return each.param == Family::Keyspace ? "Keyspace" : "Records";
                         });

}  // namespace
}  // namespace stoa::store
