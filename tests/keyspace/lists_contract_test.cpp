#include "keyspace/contract.h"

namespace stoa::keyspace {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class ListsOnEveryEngine : public KeyspaceContract {
 protected:
  const ListKey key{"list"};

  /// One element a letter.
  void fill(std::string_view letters) {
    write([&](Tx& tx) {
      tx.del(key);
      for (const char letter : letters) tx.rpush(key, std::string(1, letter));
    });
  }
  std::string range(std::int64_t start, std::int64_t stop) {
    std::string all;
    for (const std::string& value : must(read().lrange(key, start, stop))) all += value;
    return all;
  }
  std::string after_trim(std::int64_t start, std::int64_t stop) {
    fill("abcde");
    write([&](Tx& tx) { tx.ltrim(key, start, stop); });
    return range(0, -1);
  }
  std::string after_removal(std::int64_t count, std::string_view value) {
    fill("abacada");
    write([&](Tx& tx) { tx.lrem(key, count, value); });
    return range(0, -1);
  }
};
INSTANTIATE_TEST_SUITE_P(, ListsOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(ListsOnEveryEngine, AMissingListIsEmpty) {
  EXPECT_THAT(must(read().lrange(key, 0, -1)), IsEmpty());
  EXPECT_EQ(must(read().llen(key)), 0u);
}

TEST_P(ListsOnEveryEngine, GrowAtBothEnds) {
  write([&](Tx& tx) {
    tx.lpush(key, "b");
    tx.lpush(key, "a");
    tx.rpush(key, "c");
    tx.rpush(key, "c");
  });
  EXPECT_EQ(range(0, -1), "abcc");
  EXPECT_EQ(must(read().llen(key)), 4u);
}

TEST_P(ListsOnEveryEngine, ValuesKeepEveryByteAndMayBeEmpty) {
  write([&](Tx& tx) {
    tx.rpush(key, "");
    tx.rpush(key, "\0\r\n"s);
    tx.rpush(key, "12");
  });
  EXPECT_THAT(must(read().lrange(key, 0, -1)), ElementsAre("", "\0\r\n"s, "12"));
}

TEST_P(ListsOnEveryEngine, RangesCountFromEitherEnd) {
  fill("abcde");
  EXPECT_EQ(range(0, 0), "a");
  EXPECT_EQ(range(1, 3), "bcd");
  EXPECT_EQ(range(-2, -1), "de");
  EXPECT_EQ(range(-100, 1), "ab");
  EXPECT_EQ(range(3, 100), "de");
  EXPECT_EQ(range(3, 1), "");
  EXPECT_EQ(range(5, 9), "");
  EXPECT_EQ(range(0, -6), "");
  EXPECT_EQ(range(INT64_MIN, INT64_MAX), "abcde");
}

TEST_P(ListsOnEveryEngine, TrimmingKeepsTheRange) {
  EXPECT_EQ(after_trim(0, 2), "abc");
  EXPECT_EQ(after_trim(1, -2), "bcd");
  EXPECT_EQ(after_trim(-2, -1), "de");
  EXPECT_EQ(after_trim(-100, 100), "abcde");
  EXPECT_EQ(after_trim(4, 4), "e");
}

TEST_P(ListsOnEveryEngine, TrimmingToNothingTakesTheKeyAway) {
  EXPECT_EQ(after_trim(3, 1), "");
  EXPECT_FALSE(must(read().exists(key)));
  EXPECT_EQ(after_trim(5, 10), "");
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(ListsOnEveryEngine, TrimmingAMissingListMakesNoKey) {
  write([&](Tx& tx) { tx.ltrim(key, 0, 10); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(ListsOnEveryEngine, RemovalWorksFromTheHeadTheTailOrEverywhere) {
  EXPECT_EQ(after_removal(1, "a"), "bacada");
  EXPECT_EQ(after_removal(2, "a"), "bcada");
  EXPECT_EQ(after_removal(-1, "a"), "abacad");
  EXPECT_EQ(after_removal(-2, "a"), "abacd");
  EXPECT_EQ(after_removal(0, "a"), "bcd");
  EXPECT_EQ(after_removal(100, "a"), "bcd");
  EXPECT_EQ(after_removal(-100, "a"), "bcd");
  EXPECT_EQ(after_removal(0, "x"), "abacada");
}

TEST_P(ListsOnEveryEngine, TheLastValueTakesTheKeyWithIt) {
  fill("aaa");
  write([&](Tx& tx) { tx.lrem(key, 0, "a"); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(ListsOnEveryEngine, TheNewestFirstEachOnceAtMostTwentyFive) {
  for (int i = 0; i < 40; ++i) {
    const std::string item = std::to_string(i % 30);
    write([&](Tx& tx) {
      tx.lrem(key, 0, item);
      tx.lpush(key, item);
      tx.ltrim(key, 0, 24);
    });
  }
  const auto values = must(read().lrange(key, 0, -1));
  ASSERT_EQ(values.size(), 25u);
  EXPECT_EQ(values[0], "9");
  EXPECT_EQ(values[9], "0");
  EXPECT_EQ(values[10], "29");
  EXPECT_EQ(values[24], "15");
}

TEST_P(ListsOnEveryEngine, ThousandsOfValuesKeepTheirOrder) {
  write([&](Tx& tx) {
    for (int i = 0; i < 3000; ++i) tx.rpush(key, std::to_string(i));
  });
  EXPECT_EQ(must(read().llen(key)), 3000u);
  EXPECT_THAT(must(read().lrange(key, 1499, 1501)), ElementsAre("1499", "1500", "1501"));
  write([&](Tx& tx) { tx.ltrim(key, 1000, 1999); });
  EXPECT_THAT(must(read().lrange(key, 0, 1)), ElementsAre("1000", "1001"));
  EXPECT_EQ(must(read().llen(key)), 1000u);
}

TEST_P(ListsOnEveryEngine, AnotherTypeIsRefused) {
  write([&](Tx& tx) { tx.hset(HashKey("list"), "f", "v"); });
  EXPECT_THAT(read().lrange(key, 0, -1), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().llen(key), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.lpush(key, "v"); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.rpush(key, "v"); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.ltrim(key, 0, 1); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.lrem(key, 0, "v"); }), FailsWith("keyspace.wrong_type"));
}

}  // namespace
}  // namespace stoa::keyspace
