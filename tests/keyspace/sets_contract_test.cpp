#include "keyspace/contract.h"
#include "keyspace/uniformity.h"

#include <map>
#include <set>

namespace stoa::keyspace {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class SetsOnEveryEngine : public KeyspaceContract {
 protected:
  const SetKey key{"set"};
  void fill(int members) {
    write([&](Tx& tx) {
      for (int i = 0; i < members; ++i) tx.sadd(key, "m" + std::to_string(i));
    });
  }
};
INSTANTIATE_TEST_SUITE_P(, SetsOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(SetsOnEveryEngine, AMissingSetIsEmpty) {
  EXPECT_FALSE(must(read().sismember(key, "a")));
  EXPECT_THAT(must(read().smembers(key)), IsEmpty());
  EXPECT_EQ(must(read().scard(key)), 0u);
  EXPECT_THAT(must(read().srandmember(key, 3)), IsEmpty());
  EXPECT_THAT(must(read().sismember_many(key, std::vector{"a"s, "b"s})), ElementsAre(false, false));
}

TEST_P(SetsOnEveryEngine, AMemberIsThereOnce) {
  write([&](Tx& tx) {
    tx.sadd(key, "a");
    tx.sadd(key, "a");
    tx.sadd(key, "b");
  });
  EXPECT_THAT(must(read().smembers(key)), UnorderedElementsAre("a", "b"));
  EXPECT_EQ(must(read().scard(key)), 2u);
}

TEST_P(SetsOnEveryEngine, MembersThatLookLikeNumbersStayTexts) {
  write([&](Tx& tx) {
    for (const char* member : {"1", "01", "-1", "1.0", "9223372036854775807"}) tx.sadd(key, member);
  });
  EXPECT_THAT(must(read().smembers(key)),
              UnorderedElementsAre("1", "01", "-1", "1.0", "9223372036854775807"));
  EXPECT_FALSE(must(read().sismember(key, "+1")));
}

TEST_P(SetsOnEveryEngine, MembersKeepEveryByteAndMayBeEmpty) {
  write([&](Tx& tx) {
    tx.sadd(key, "");
    tx.sadd(key, "\0"s);
    tx.sadd(key, "\0\0"s);
  });
  EXPECT_THAT(must(read().smembers(key)), UnorderedElementsAre("", "\0"s, "\0\0"s));
  EXPECT_TRUE(must(read().sismember(key, "")));
}

TEST_P(SetsOnEveryEngine, ManyAreAskedInTheirOrder) {
  write([&](Tx& tx) { tx.sadd(key, "b"); });
  EXPECT_THAT(must(read().sismember_many(key, std::vector{"a"s, "b"s, "c"s, "b"s})),
              ElementsAre(false, true, false, true));
  EXPECT_THAT(must(read().sismember_many(key, {})), IsEmpty());
}

TEST_P(SetsOnEveryEngine, OneIsLookedForInManySetsInTheirOrder) {
  write([&](Tx& tx) { tx.sadd(key, "b"); });
  const SetKey missing("no set");
  EXPECT_THAT(must(read().sismember_each(std::vector{key, missing, key}, "b")),
              ElementsAre(true, false, true));
  EXPECT_THAT(must(read().sismember_each(std::vector{key, missing}, "a")), ElementsAre(false, false));
  EXPECT_THAT(must(read().sismember_each({}, "a")), IsEmpty());
}

TEST_P(SetsOnEveryEngine, TheLastMemberTakesTheKeyWithIt) {
  fill(2);
  write([&](Tx& tx) {
    tx.srem(key, "m0");
    tx.srem(key, "not there");
  });
  EXPECT_THAT(must(read().smembers(key)), ElementsAre("m1"));
  write([&](Tx& tx) { tx.srem(key, "m1"); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(SetsOnEveryEngine, RemovingFromAMissingSetMakesNoKey) {
  write([&](Tx& tx) { tx.srem(key, "a"); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(SetsOnEveryEngine, ThousandsOfMembersAreKept) {
  fill(5000);
  EXPECT_EQ(must(read().scard(key)), 5000u);
  const auto members = must(read().smembers(key));
  EXPECT_EQ(std::set<std::string>(members.begin(), members.end()).size(), 5000u);
  EXPECT_TRUE(must(read().sismember(key, "m4999")));
  EXPECT_FALSE(must(read().sismember(key, "m5000")));
}

TEST_P(SetsOnEveryEngine, ASampleHasDifferentMembersAndNoMoreThanThereAre) {
  fill(300);
  for (const std::size_t count : {0u, 1u, 7u, 100u, 299u, 300u, 301u, 1000u}) {
    const auto sample = must(read().srandmember(key, count));
    EXPECT_EQ(sample.size(), std::min<std::size_t>(count, 300));
    EXPECT_EQ(std::set<std::string>(sample.begin(), sample.end()).size(), sample.size());
    for (const std::string& member : sample) EXPECT_TRUE(must(read().sismember(key, member)));
  }
  EXPECT_EQ(must(read().srandmember(key, SIZE_MAX)).size(), 300u);
}

TEST_P(SetsOnEveryEngine, EveryMemberIsAsLikelyInASample) {
  const Draws draws{40, 2000, 8};
  fill(draws.members);
  std::map<std::string, int> seen;
  for (int round = 0; round < draws.rounds; ++round)
    for (const std::string& member : must(read().srandmember(key, 8))) ++seen[member];
  EXPECT_LT(chi_square(seen, draws), chi_square_bound(draws, GetParam().sampling_bias));
}

TEST_P(SetsOnEveryEngine, AnotherTypeIsRefused) {
  write([&](Tx& tx) { tx.zadd(SortedSetKey("set"), "m", 1); });
  EXPECT_THAT(read().sismember(key, "m"), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().sismember_many(key, std::vector{"m"s}), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().sismember_each(std::vector{SetKey("no set"), key}, "m"),
              FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().smembers(key), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().scard(key), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().srandmember(key, 1), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.sadd(key, "n"); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.srem(key, "m"); }), FailsWith("keyspace.wrong_type"));
}

}  // namespace
}  // namespace stoa::keyspace
