#include "keyspace/contract.h"

#include <set>

namespace stoa::keyspace {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class ScanOnEveryEngine : public KeyspaceContract {
 protected:
  void make(const std::vector<std::string>& names) {
    write([&](Tx& tx) {
      for (const std::string& name : names) tx.set(StringKey(name), "v");
    });
  }
  std::set<std::string> matching(std::string_view pattern, std::size_t count = 10) {
    std::set<std::string> found;
    std::uint64_t cursor = 0;
    do {
      ScanPage page = must(keyspace().scan(cursor, pattern, count));
      found.insert(page.names.begin(), page.names.end());
      cursor = page.cursor;
    } while (cursor != 0);
    return found;
  }
};
INSTANTIATE_TEST_SUITE_P(, ScanOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(ScanOnEveryEngine, AnEmptyKeyspaceHasOneEmptyPage) {
  const ScanPage page = must(keyspace().scan(0, "*", 10));
  EXPECT_EQ(page.cursor, 0u);
  EXPECT_THAT(page.names, IsEmpty());
}

TEST_P(ScanOnEveryEngine, GivesEveryKeyOfEveryType) {
  write([&](Tx& tx) {
    tx.set(StringKey("text"), "v");
    tx.hset(HashKey("hash"), "f", "v");
    tx.sadd(SetKey("set"), "m");
    tx.zadd(SortedSetKey("sorted"), "m", 1);
    tx.rpush(ListKey("list"), "v");
  });
  EXPECT_THAT(matching("*"), ElementsAre("hash", "list", "set", "sorted", "text"));
}

TEST_P(ScanOnEveryEngine, WalksThousandsOfKeysInPages) {
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i) names.push_back("key:" + std::to_string(i));
  make(names);
  for (const std::size_t count : {1u, 50u, 1000u, 100000u})
    EXPECT_EQ(matching("*", count), std::set<std::string>(names.begin(), names.end())) << count;
  EXPECT_EQ(matching("*", 0).size(), 3000u);
}

TEST_P(ScanOnEveryEngine, LooksAtAboutAsManyAsAsked) {
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i) names.push_back("key:" + std::to_string(i));
  make(names);
  const ScanPage page = must(keyspace().scan(0, "*", 20));
  EXPECT_NE(page.cursor, 0u);
  EXPECT_LE(page.names.size(), 400u);
}

TEST_P(ScanOnEveryEngine, KeysThatStayAreFoundWhileOthersComeAndGo) {
  std::vector<std::string> staying;
  for (int i = 0; i < 500; ++i) staying.push_back("stays:" + std::to_string(i));
  make(staying);
  std::set<std::string> found;
  std::uint64_t cursor = 0;
  int round = 0;
  do {
    ScanPage page = must(keyspace().scan(cursor, "stays:*", 10));
    found.insert(page.names.begin(), page.names.end());
    cursor = page.cursor;
    write([&](Tx& tx) {
      for (int i = 0; i < 40; ++i) tx.set(StringKey("comes:" + std::to_string(round * 40 + i)), "v");
      if (round % 3 == 2)
        for (int i = 0; i < 100; ++i) tx.del(StringKey("comes:" + std::to_string((round - 2) * 40 + i)));
    });
    ++round;
  } while (cursor != 0 && round < 5000);
  EXPECT_EQ(cursor, 0u);
  EXPECT_EQ(found, std::set<std::string>(staying.begin(), staying.end()));
}

TEST_P(ScanOnEveryEngine, PatternsAreGlobs) {
  make({"hello", "hallo", "hxllo", "heello", "hllo", "h*llo", "h[llo", "h\\llo", ""s, "\xff\0"s});
  EXPECT_THAT(matching("h?llo"), ElementsAre("h*llo", "h[llo", "h\\llo", "hallo", "hello", "hxllo"));
  EXPECT_THAT(matching("h*llo"),
              ElementsAre("h*llo", "h[llo", "h\\llo", "hallo", "heello", "hello", "hllo", "hxllo"));
  EXPECT_THAT(matching("h[ae]llo"), ElementsAre("hallo", "hello"));
  EXPECT_THAT(matching("h[^e]llo"), ElementsAre("h*llo", "h[llo", "h\\llo", "hallo", "hxllo"));
  EXPECT_THAT(matching("h[a-e]llo"), ElementsAre("hallo", "hello"));
  EXPECT_THAT(matching("h[e-a]llo"), ElementsAre("hallo", "hello"));
  EXPECT_THAT(matching("h\\*llo"), ElementsAre("h*llo"));
  EXPECT_THAT(matching("h\\[llo"), ElementsAre("h[llo"));
  EXPECT_THAT(matching("h\\\\llo"), ElementsAre("h\\llo"));
  EXPECT_THAT(matching("hello"), ElementsAre("hello"));
  EXPECT_THAT(matching("hell"), IsEmpty());
  EXPECT_THAT(matching("HELLO"), IsEmpty());
  EXPECT_THAT(matching("*\0"s), ElementsAre("\xff\0"s));
  EXPECT_EQ(matching("*").size(), 10u);
}

TEST_P(ScanOnEveryEngine, APatternThatIsCutShortMatchesAsInRedis) {
  make({"a", "a\\", "a["});
  EXPECT_THAT(matching("a\\"), ElementsAre("a\\"));
  EXPECT_THAT(matching("a["), IsEmpty());
  EXPECT_THAT(matching("[a"), ElementsAre("a"));
}

}  // namespace
}  // namespace stoa::keyspace
