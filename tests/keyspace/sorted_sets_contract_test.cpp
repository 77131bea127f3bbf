#include "keyspace/contract.h"

#include <cmath>
#include <limits>

namespace stoa::keyspace {
namespace {

using namespace std::string_literals;
using namespace testing;
using End = ScoreRange::End;

class SortedSetsOnEveryEngine : public KeyspaceContract {
 protected:
  const SortedSetKey key{"sorted"};

  /// a=1 … e=5.
  void five() {
    write([&](Tx& tx) {
      for (int i = 1; i <= 5; ++i) tx.zadd(key, std::string(1, static_cast<char>('a' + i - 1)), i);
    });
  }
  std::string members(Result<std::vector<Scored>> entries) {
    std::string all;
    for (const Scored& entry : must(std::move(entries))) all += entry.member;
    return all;
  }
  std::string all() { return members(read().zrange(key, 0, -1, Order::Ascending)); }
};
INSTANTIATE_TEST_SUITE_P(, SortedSetsOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(SortedSetsOnEveryEngine, AMissingOneIsEmpty) {
  EXPECT_EQ(must(read().zscore(key, "a")), std::nullopt);
  EXPECT_EQ(must(read().zrank(key, "a", Order::Ascending)), std::nullopt);
  EXPECT_EQ(must(read().zcard(key)), 0u);
  EXPECT_EQ(must(read().zcount(key, {-kInfinity, kInfinity})), 0u);
  EXPECT_THAT(must(read().zrange(key, 0, -1, Order::Ascending)), IsEmpty());
  EXPECT_THAT(must(read().zrange_by_score(key, {0, 1}, Order::Descending)), IsEmpty());
  EXPECT_THAT(must(read().zrandmember(key, 3)), IsEmpty());
  EXPECT_THAT(must(read().zscore_many(key, std::vector{"a"s})), ElementsAre(std::nullopt));
}

TEST_P(SortedSetsOnEveryEngine, MembersComeByScoreThenByBytes) {
  write([&](Tx& tx) {
    tx.zadd(key, "b", 2);
    tx.zadd(key, "\xff", 1);
    tx.zadd(key, "a", 1);
    tx.zadd(key, "A", 1);
    tx.zadd(key, "aa", 1);
    tx.zadd(key, "", 1);
    tx.zadd(key, "\0"s, 1);
    tx.zadd(key, "z", -1);
  });
  EXPECT_THAT(must(read().zrange(key, 0, -1, Order::Ascending)),
              ElementsAre(Scored{"z", -1}, Scored{"", 1}, Scored{"\0"s, 1}, Scored{"A", 1}, Scored{"a", 1},
                          Scored{"aa", 1}, Scored{"\xff", 1}, Scored{"b", 2}));
  EXPECT_EQ(must(read().zrank(key, "aa", Order::Ascending)), 5u);
  EXPECT_EQ(must(read().zrank(key, "aa", Order::Descending)), 2u);
}

TEST_P(SortedSetsOnEveryEngine, ANewScoreMovesTheMember) {
  five();
  write([&](Tx& tx) { tx.zadd(key, "a", 4.5); });
  EXPECT_EQ(all(), "bcdae");
  EXPECT_EQ(must(read().zcard(key)), 5u);
  EXPECT_THAT(must(read().zscore(key, "a")), Optional(4.5));
}

TEST_P(SortedSetsOnEveryEngine, ScoresKeepAllTheirDigits) {
  const double time = 1700000000.123456;
  write([&](Tx& tx) {
    tx.zadd(key, "time", time);
    tx.zadd(key, "tenth", 0.1);
    tx.zadd(key, "least", std::numeric_limits<double>::denorm_min());
    tx.zadd(key, "most", std::numeric_limits<double>::max());
    tx.zadd(key, "big", 9007199254740993.0);
  });
  EXPECT_EQ(must(read().zscore(key, "time")), time);
  EXPECT_EQ(must(read().zscore(key, "tenth")), 0.1);
  EXPECT_EQ(must(read().zscore(key, "least")), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(must(read().zscore(key, "most")), std::numeric_limits<double>::max());
  EXPECT_EQ(must(read().zscore(key, "big")), 9007199254740993.0);
}

TEST_P(SortedSetsOnEveryEngine, InfinityIsAScoreAndNaNIsADefect) {
  write([&](Tx& tx) {
    tx.zadd(key, "low", -kInfinity);
    tx.zadd(key, "high", kInfinity);
    tx.zadd(key, "zero", 0);
  });
  EXPECT_EQ(all(), "lowzerohigh");
  EXPECT_EQ(must(read().zscore(key, "high")), kInfinity);
  const double nan = std::nan("");
  EXPECT_THROW((void)try_write([&](Tx& tx) { tx.zadd(key, "nan", nan); }), std::invalid_argument);
  EXPECT_THROW((void)try_write([&](Tx& tx) { tx.zadd_greater(key, "nan", nan); }), std::invalid_argument);
  EXPECT_THROW((void)try_write([&](Tx& tx) { tx.zincrement(key, "nan", nan); }), std::invalid_argument);
  EXPECT_EQ(must(read().zcard(key)), 3u);
}

TEST_P(SortedSetsOnEveryEngine, OppositeInfinitiesDoNotAddUp) {
  write([&](Tx& tx) { tx.zadd(key, "high", kInfinity); });
  EXPECT_THAT(try_write([&](Tx& tx) { tx.zincrement(key, "high", -kInfinity); }),
              FailsWith("keyspace.not_a_number"));
  EXPECT_EQ(must(read().zscore(key, "high")), kInfinity);
}

TEST_P(SortedSetsOnEveryEngine, GreaterRaisesAndNeverLowers) {
  write([&](Tx& tx) { tx.zadd_greater(key, "a", 5); });
  write([&](Tx& tx) { tx.zadd_greater(key, "a", 4); });
  EXPECT_THAT(must(read().zscore(key, "a")), Optional(5.0));
  write([&](Tx& tx) { tx.zadd_greater(key, "a", 6); });
  EXPECT_THAT(must(read().zscore(key, "a")), Optional(6.0));
}

TEST_P(SortedSetsOnEveryEngine, AnIncrementStartsAtZero) {
  write([&](Tx& tx) { tx.zincrement(key, "a", 1.5); });
  write([&](Tx& tx) { tx.zincrement(key, "a", -2); });
  EXPECT_THAT(must(read().zscore(key, "a")), Optional(-0.5));
}

TEST_P(SortedSetsOnEveryEngine, ManyScoresComeInTheMembersOrder) {
  five();
  EXPECT_THAT(must(read().zscore_many(key, std::vector{"e"s, "x"s, "a"s})),
              ElementsAre(Optional(5.0), std::nullopt, Optional(1.0)));
  EXPECT_THAT(must(read().zscore_many(key, {})), IsEmpty());
}

TEST_P(SortedSetsOnEveryEngine, RangesByRankCountFromEitherEnd) {
  five();
  const auto up = [&](std::int64_t from, std::int64_t to) {
    return members(read().zrange(key, from, to, Order::Ascending));
  };
  const auto down = [&](std::int64_t from, std::int64_t to) {
    return members(read().zrange(key, from, to, Order::Descending));
  };
  EXPECT_EQ(up(0, -1), "abcde");
  EXPECT_EQ(up(1, 3), "bcd");
  EXPECT_EQ(up(-2, -1), "de");
  EXPECT_EQ(up(-100, 1), "ab");
  EXPECT_EQ(up(3, 100), "de");
  EXPECT_EQ(up(3, 1), "");
  EXPECT_EQ(up(5, 9), "");
  EXPECT_EQ(up(0, -6), "");
  EXPECT_EQ(up(INT64_MIN, INT64_MAX), "abcde");
  EXPECT_EQ(down(0, -1), "edcba");
  EXPECT_EQ(down(0, 1), "ed");
  EXPECT_EQ(down(-1, -1), "a");
  EXPECT_EQ(down(-3, 3), "cb");
}

TEST_P(SortedSetsOnEveryEngine, RangesByScoreIncludeOrExcludeTheirEnds) {
  five();
  const auto in_range = [&](const ScoreRange& range, Order order = Order::Ascending, Limit limit = {}) {
    return members(read().zrange_by_score(key, range, order, limit));
  };
  EXPECT_EQ(in_range({2, 4}), "bcd");
  EXPECT_EQ(in_range({2, 4, End::Excluded, End::Included}), "cd");
  EXPECT_EQ(in_range({2, 4, End::Included, End::Excluded}), "bc");
  EXPECT_EQ(in_range({2, 4, End::Excluded, End::Excluded}), "c");
  EXPECT_EQ(in_range({2, 2}), "b");
  EXPECT_EQ(in_range({2, 2, End::Excluded, End::Included}), "");
  EXPECT_EQ(in_range({4, 2}), "");
  EXPECT_EQ(in_range({-kInfinity, kInfinity}), "abcde");
  EXPECT_EQ(in_range({2.5, kInfinity}), "cde");
  EXPECT_EQ(in_range({2, 4}, Order::Descending), "dcb");
  EXPECT_EQ(in_range({2, 4, End::Excluded, End::Included}, Order::Descending), "dc");
  EXPECT_EQ(in_range({1, 5}, Order::Ascending, {1, 2}), "bc");
  EXPECT_EQ(in_range({1, 5}, Order::Descending, {1, 2}), "dc");
  EXPECT_EQ(in_range({1, 5}, Order::Ascending, {0, 0}), "");
  EXPECT_EQ(in_range({1, 5}, Order::Ascending, {4, 100}), "e");
  EXPECT_EQ(in_range({1, 5}, Order::Ascending, {5, 1}), "");
  EXPECT_EQ(in_range({1, 5}, Order::Ascending, {SIZE_MAX, SIZE_MAX}), "");
  EXPECT_EQ(in_range({1, 5}, Order::Descending, {3, SIZE_MAX}), "ba");
}

TEST_P(SortedSetsOnEveryEngine, InfiniteEndsCanBeExcludedToo) {
  write([&](Tx& tx) {
    tx.zadd(key, "a", -kInfinity);
    tx.zadd(key, "b", 0);
    tx.zadd(key, "c", kInfinity);
  });
  EXPECT_EQ(must(read().zcount(key, {-kInfinity, kInfinity})), 3u);
  EXPECT_EQ(must(read().zcount(key, {-kInfinity, kInfinity, End::Excluded, End::Excluded})), 1u);
}

TEST_P(SortedSetsOnEveryEngine, CountsAgreeWithRanges) {
  five();
  EXPECT_EQ(must(read().zcount(key, {2, 4})), 3u);
  EXPECT_EQ(must(read().zcount(key, {2, 4, End::Excluded, End::Excluded})), 1u);
  EXPECT_EQ(must(read().zcount(key, {6, 9})), 0u);
  EXPECT_EQ(must(read().zcount(key, {4, 2})), 0u);
}

TEST_P(SortedSetsOnEveryEngine, TheLastMemberTakesTheKeyWithIt) {
  five();
  write([&](Tx& tx) {
    tx.zrem(key, "c");
    tx.zrem(key, "not there");
  });
  EXPECT_EQ(all(), "abde");
  write([&](Tx& tx) {
    for (const char* member : {"a", "b", "d", "e"}) tx.zrem(key, member);
  });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(SortedSetsOnEveryEngine, RemovalByRankCountsFromEitherEnd) {
  five();
  write([&](Tx& tx) { tx.zrem_by_rank(key, 0, 0); });
  EXPECT_EQ(all(), "bcde");
  write([&](Tx& tx) { tx.zrem_by_rank(key, -1, -1); });
  EXPECT_EQ(all(), "bcd");
  write([&](Tx& tx) { tx.zrem_by_rank(key, 2, 1); });
  EXPECT_EQ(all(), "bcd");
  write([&](Tx& tx) { tx.zrem_by_rank(key, 1, 100); });
  EXPECT_EQ(all(), "b");
  write([&](Tx& tx) { tx.zrem_by_rank(key, 0, -1); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(SortedSetsOnEveryEngine, RemovalByScoreIncludesOrExcludesItsEnds) {
  five();
  write([&](Tx& tx) { tx.zrem_by_score(key, {1, 2, End::Excluded, End::Included}); });
  EXPECT_EQ(all(), "acde");
  write([&](Tx& tx) { tx.zrem_by_score(key, {9, 10}); });
  EXPECT_EQ(all(), "acde");
  write([&](Tx& tx) { tx.zrem_by_score(key, {-kInfinity, 4, End::Included, End::Excluded}); });
  EXPECT_EQ(all(), "de");
  write([&](Tx& tx) { tx.zrem_by_score(key, {-kInfinity, kInfinity}); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(SortedSetsOnEveryEngine, ThousandsOfMembersKeepTheirRanks) {
  constexpr int kMembers = 4000;
  write([&](Tx& tx) {
    for (int i = 0; i < kMembers; ++i) tx.zadd(key, "m" + std::to_string(i), (i * 7919) % kMembers);
  });
  EXPECT_EQ(must(read().zcard(key)), static_cast<std::size_t>(kMembers));
  for (const int i : {0, 1, 63, 64, 1999, 3999})
    EXPECT_EQ(must(read().zrank(key, "m" + std::to_string(i), Order::Ascending)),
              static_cast<std::size_t>((i * 7919) % kMembers));
  write([&](Tx& tx) { tx.zrem_by_rank(key, 100, 3899); });
  const auto left = must(read().zrange(key, 0, -1, Order::Ascending));
  ASSERT_EQ(left.size(), 200u);
  EXPECT_EQ(left[99].score, 99);
  EXPECT_EQ(left[100].score, 3900);
}

TEST_P(SortedSetsOnEveryEngine, AnotherTypeIsRefused) {
  write([&](Tx& tx) { tx.sadd(SetKey("sorted"), "m"); });
  EXPECT_THAT(read().zscore(key, "m"), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().zscore_many(key, std::vector{"m"s}), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().zrank(key, "m", Order::Ascending), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().zcard(key), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().zcount(key, {0, 1}), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().zrange(key, 0, -1, Order::Ascending), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().zrange_by_score(key, {0, 1}, Order::Ascending), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().zrandmember(key, 1), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.zadd(key, "m", 1); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.zadd_greater(key, "m", 1); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.zincrement(key, "m", 1); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.zrem(key, "m"); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.zrem_by_rank(key, 0, -1); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.zrem_by_score(key, {0, 1}); }), FailsWith("keyspace.wrong_type"));
}

}  // namespace
}  // namespace stoa::keyspace
