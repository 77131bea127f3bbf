#include "keyspace/contract.h"

namespace stoa::keyspace {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing;

/// What reads many keys, or all of one, on the server by itself: intersection and scaling.
class IntersectionOnEveryEngine : public KeyspaceContract {
 protected:
  const SortedSetKey into{"score:", "news"};
  const SetKey members{"group:", "news"};
  const SortedSetKey scores{"score:"};
  const Time later = in(1h);

  void fill() {
    write([&](Tx& tx) {
      for (const char* member : {"a", "b", "x"}) tx.sadd(members, member);
      tx.zadd(scores, "a", 2);
      tx.zadd(scores, "b", -1.5);
      tx.zadd(scores, "c", 3);
    });
  }
  std::vector<Scored> result() { return must(read().zrange(into, 0, -1, Order::Ascending)); }
};
INSTANTIATE_TEST_SUITE_P(, IntersectionOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(IntersectionOnEveryEngine, HoldsWhatIsInBothWithItsScoreAndExpires) {
  fill();
  must(keyspace().intersect_into(into, members, scores, later));
  EXPECT_THAT(result(), ElementsAre(Scored{"b", -1.5}, Scored{"a", 2}));
  EXPECT_EQ(must(read().expiry(into)), later);
}

TEST_P(IntersectionOnEveryEngine, KeepsInfiniteScores) {
  write([&](Tx& tx) {
    tx.sadd(members, "a");
    tx.zadd(scores, "a", -kInfinity);
  });
  must(keyspace().intersect_into(into, members, scores, later));
  EXPECT_THAT(result(), ElementsAre(Scored{"a", -kInfinity}));
}

TEST_P(IntersectionOnEveryEngine, ReplacesWhateverWasThere) {
  fill();
  write([&](Tx& tx) { tx.set(StringKey("score:news"), "text"); });
  must(keyspace().intersect_into(into, members, scores, later));
  EXPECT_THAT(result(), ElementsAre(Scored{"b", -1.5}, Scored{"a", 2}));
  write([&](Tx& tx) { tx.srem(members, "a"); });
  must(keyspace().intersect_into(into, members, scores, later + 1s));
  EXPECT_THAT(result(), ElementsAre(Scored{"b", -1.5}));
  EXPECT_EQ(must(read().expiry(into)), later + 1s);
}

TEST_P(IntersectionOnEveryEngine, AnEmptyOneLeavesNoKey) {
  write([&](Tx& tx) {
    tx.zadd(into, "old", 1);
    tx.sadd(members, "a");
  });
  must(keyspace().intersect_into(into, members, scores, later));
  EXPECT_FALSE(must(read().exists(into)));
  must(keyspace().intersect_into(into, SetKey("missing"), scores, later));
  EXPECT_FALSE(must(read().exists(into)));
}

TEST_P(IntersectionOnEveryEngine, AMomentThatHasPassedLeavesNoKey) {
  fill();
  must(keyspace().intersect_into(into, members, scores, in(-1s)));
  EXPECT_FALSE(must(read().exists(into)));
}

TEST_P(IntersectionOnEveryEngine, OtherTypesAreRefusedAndNothingChanges) {
  fill();
  write([&](Tx& tx) { tx.zadd(into, "old", 1); });
  EXPECT_THAT(keyspace().intersect_into(into, SetKey("score:"), scores, later),
              FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(keyspace().intersect_into(into, members, SortedSetKey("group:news"), later),
              FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(result(), ElementsAre(Scored{"old", 1}));
}

class ScalingOnEveryEngine : public KeyspaceContract {
 protected:
  const SortedSetKey key{"viewed:"};
  std::vector<Scored> result() { return must(read().zrange(key, 0, -1, Order::Ascending)); }
};
INSTANTIATE_TEST_SUITE_P(, ScalingOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(ScalingOnEveryEngine, MultipliesEveryScore) {
  write([&](Tx& tx) {
    tx.zadd(key, "a", -8);
    tx.zadd(key, "b", -3);
    tx.zadd(key, "c", 0);
  });
  must(keyspace().scale(key, 0.5));
  EXPECT_THAT(result(), ElementsAre(Scored{"a", -4}, Scored{"b", -1.5}, Scored{"c", 0}));
}

TEST_P(ScalingOnEveryEngine, ANegativeFactorTurnsTheOrderRound) {
  write([&](Tx& tx) {
    tx.zadd(key, "a", 1);
    tx.zadd(key, "b", 2);
    tx.zadd(key, "c", 2);
  });
  must(keyspace().scale(key, -1));
  EXPECT_THAT(result(), ElementsAre(Scored{"b", -2}, Scored{"c", -2}, Scored{"a", -1}));
}

TEST_P(ScalingOnEveryEngine, ZeroTimesInfinityIsZero) {
  write([&](Tx& tx) {
    tx.zadd(key, "b", kInfinity);
    tx.zadd(key, "a", 7);
  });
  must(keyspace().scale(key, 0));
  EXPECT_THAT(result(), ElementsAre(Scored{"a", 0}, Scored{"b", 0}));
}

TEST_P(ScalingOnEveryEngine, SortsAnewWhenScoresBecomeEqual) {
  write([&](Tx& tx) {
    tx.zadd(key, "b", 1e-320);
    tx.zadd(key, "a", 2e-320);
  });
  must(keyspace().scale(key, 1e-300));
  EXPECT_THAT(result(), ElementsAre(Scored{"a", 0}, Scored{"b", 0}));
  EXPECT_EQ(must(read().zrank(key, "a", Order::Ascending)), 0u);
}

TEST_P(ScalingOnEveryEngine, KeepsTheExpiry) {
  const Time later = in(1h);
  write([&](Tx& tx) {
    tx.zadd(key, "a", 1);
    tx.expire_at(key, later);
  });
  must(keyspace().scale(key, 2));
  EXPECT_EQ(must(read().expiry(key)), later);
}

TEST_P(ScalingOnEveryEngine, AMissingKeyStaysMissing) {
  must(keyspace().scale(key, 2));
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(ScalingOnEveryEngine, AnotherTypeIsRefusedAndStaysWhatItWas) {
  write([&](Tx& tx) { tx.sadd(SetKey("viewed:"), "a"); });
  EXPECT_THAT(keyspace().scale(key, 2), FailsWith("keyspace.wrong_type"));
  EXPECT_EQ(must(read().type(key)), Type::Set);
}

TEST_P(ScalingOnEveryEngine, ThousandsOfScoresAreScaled) {
  write([&](Tx& tx) {
    for (int i = 0; i < 3000; ++i) tx.zadd(key, std::to_string(i), -i);
  });
  must(keyspace().scale(key, 0.5));
  EXPECT_THAT(must(read().zscore(key, "2999")), Optional(-1499.5));
  EXPECT_EQ(must(read().zrank(key, "2999", Order::Ascending)), 0u);
  EXPECT_EQ(must(read().zcard(key)), 3000u);
}

}  // namespace
}  // namespace stoa::keyspace
