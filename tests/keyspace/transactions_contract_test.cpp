#include "keyspace/contract.h"
#include "keyspace/law.h"

#include <stdexcept>

namespace stoa::keyspace {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing;

class TransactionsOnEveryEngine : public KeyspaceContract {
 protected:
  // Three keys of one entity.
  const HashKey article{"article:", "7"};
  const SetKey upvoted{"upvoted:", "7"};
  const SortedSetKey ranked{"ranked:", "7"};
  // Other entities.
  const StringKey text{"text"};
  const ListKey list{"list"};

  void fill_all() {
    write([&](Tx& tx) {
      tx.hset(article, "votes", "1");
      tx.sadd(upvoted, "user:a");
      tx.zadd(ranked, "m", 1);
      tx.set_until(text, "before", later);
      tx.rpush(list, "x");
    });
  }
  /// One of every kind of write, on everything fill_all() made and more.
  void change_all(Tx& tx) {
    tx.hset(article, "votes", "2");
    tx.hset(article, std::vector<Field>{{"title", "t"}, {"link", "l"}});
    tx.hincrement(article, "votes", 1);
    tx.hdel(article, "link");
    tx.sadd(upvoted, "user:b");
    tx.srem(upvoted, "user:a");
    tx.zadd(ranked, "n", 2);
    tx.zadd_greater(ranked, "n", 3);
    tx.zincrement(ranked, "m", 5);
    tx.zrem(ranked, "m");
    tx.zrem_by_rank(ranked, 5, 6);
    tx.zrem_by_score(ranked, {100, 200});
    tx.set(text, "after");
    tx.set_until(StringKey("new"), "v", later);
    tx.increment(StringKey("counter"), 3);
    tx.lpush(list, "w");
    tx.rpush(list, "y");
    tx.lrem(list, 0, "x");
    tx.ltrim(list, 0, 0);
    tx.expire_at(list, later);
    tx.persist(list);
    tx.del(KeyName("missing"));
  }
  void expect_all_as_filled() {
    EXPECT_THAT(must(read().hgetall(article)), ElementsAre(Field{"votes", "1"}));
    EXPECT_THAT(must(read().smembers(upvoted)), ElementsAre("user:a"));
    EXPECT_THAT(must(read().zrange(ranked, 0, -1, Order::Ascending)), ElementsAre(Scored{"m", 1}));
    EXPECT_THAT(must(read().get(text)), Optional("before"s));
    EXPECT_EQ(must(read().expiry(text)), later);
    EXPECT_THAT(must(read().lrange(list, 0, -1)), ElementsAre("x"));
    EXPECT_EQ(must(read().expiry(list)), std::nullopt);
    EXPECT_FALSE(must(read().exists(KeyName("new"))));
    EXPECT_FALSE(must(read().exists(KeyName("counter"))));
  }

  const Time later = in(1h);
};
INSTANTIATE_TEST_SUITE_P(, TransactionsOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(TransactionsOnEveryEngine, MakeAllTheirWritesInTheirOrder) {
  fill_all();
  write([&](Tx& tx) { change_all(tx); });
  EXPECT_THAT(must(read().hgetall(article)),
              testing::UnorderedElementsAre(Field{"votes", "3"}, Field{"title", "t"}));
  EXPECT_THAT(must(read().smembers(upvoted)), ElementsAre("user:b"));
  EXPECT_THAT(must(read().zrange(ranked, 0, -1, Order::Ascending)), ElementsAre(Scored{"n", 3}));
  EXPECT_THAT(must(read().get(text)), Optional("after"s));
  EXPECT_EQ(must(read().expiry(text)), std::nullopt);
  EXPECT_THAT(must(read().lrange(list, 0, -1)), ElementsAre("w"));
  EXPECT_EQ(must(read().expiry(list)), std::nullopt);
  EXPECT_EQ(must(read().expiry(KeyName("new"))), later);
  EXPECT_THAT(must(read().get(StringKey("counter"))), Optional("3"s));
}

TEST_P(TransactionsOnEveryEngine, GiveTheBodysValue) {
  fill_all();
  const auto votes = keyspace().transact(Durability::Durable, [&](Tx& tx) -> Result<int> {
    const auto before = STOA_TRY(tx.hget(article, "votes"));
    const int after = std::stoi(before.value_or("0")) + 1;
    tx.hset(article, "votes", std::to_string(after));
    return after;
  });
  EXPECT_EQ(must(votes), 2);
  EXPECT_THAT(must(read().hget(article, "votes")), Optional("2"s));
}

TEST_P(TransactionsOnEveryEngine, AnErrorOfTheBodyComesBackAndChangesNothing) {
  fill_all();
  const Error mine{Error::Kind::Forbidden, "feed.closed", "voting has closed"};
  const auto outcome = keyspace().transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.hget(article, "votes"));
    change_all(tx);
    return mine;
  });
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error(), mine);
  expect_all_as_filled();
}

TEST_P(TransactionsOnEveryEngine, AnExceptionGoesThroughAndChangesNothing) {
  fill_all();
  EXPECT_THROW((void)try_write([&](Tx& tx) {
                 change_all(tx);
                 throw std::domain_error("a defect");
               }),
               std::domain_error);
  expect_all_as_filled();
  write([&](Tx& tx) { tx.set(text, "goes on"); });
  EXPECT_THAT(must(read().get(text)), Optional("goes on"s));
}

TEST_P(TransactionsOnEveryEngine, AnExceptionAfterReadsLeavesNothingBehind) {
  fill_all();
  for (int i = 0; i < 50; ++i) {
    EXPECT_THROW((void)try_write([&](Tx& tx) {
                   must(tx.hgetall(article));
                   throw std::domain_error("a defect");
                 }),
                 std::domain_error);
  }
  write([&](Tx& tx) { tx.hset(article, "votes", "9"); });
  EXPECT_THAT(must(read().hget(article, "votes")), Optional("9"s));
}

TEST_P(TransactionsOnEveryEngine, DoNothingWhenTheyDoNothing) {
  fill_all();
  write([](Tx&) {});
  expect_all_as_filled();
}

TEST_P(TransactionsOnEveryEngine, ReadEverythingOfOneEntity) {
  fill_all();
  write([&](Tx& tx) {
    EXPECT_THAT(must(tx.hgetall(article)), ElementsAre(Field{"votes", "1"}));
    EXPECT_THAT(must(tx.hget_many(article, std::vector{"votes"s, "x"s})),
                ElementsAre(Optional("1"s), std::nullopt));
    EXPECT_EQ(must(tx.hlen(article)), 1u);
    EXPECT_THAT(must(tx.hgetall_many(std::vector{article, HashKey("article:", "7")})), SizeIs(2));
    EXPECT_TRUE(must(tx.sismember(upvoted, "user:a")));
    EXPECT_THAT(must(tx.sismember_many(upvoted, std::vector{"user:a"s, "b"s})), ElementsAre(true, false));
    EXPECT_THAT(must(tx.smembers(upvoted)), SizeIs(1));
    EXPECT_EQ(must(tx.scard(upvoted)), 1u);
    EXPECT_THAT(must(tx.srandmember(upvoted, 2)), SizeIs(1));
    EXPECT_EQ(must(tx.zscore(ranked, "m")), 1.0);
    EXPECT_THAT(must(tx.zscore_many(ranked, std::vector{"m"s})), SizeIs(1));
    EXPECT_EQ(must(tx.zrank(ranked, "m", Order::Descending)), 0u);
    EXPECT_EQ(must(tx.zcard(ranked)), 1u);
    EXPECT_EQ(must(tx.zcount(ranked, {0, 2})), 1u);
    EXPECT_THAT(must(tx.zrange(ranked, 0, -1, Order::Ascending)), SizeIs(1));
    EXPECT_THAT(must(tx.zrange_by_score(ranked, {0, 2}, Order::Ascending)), SizeIs(1));
    EXPECT_THAT(must(tx.zrandmember(ranked, 2)), SizeIs(1));
    EXPECT_THAT(must(tx.zrandmember_many(std::vector{ranked}, 2)), SizeIs(1));
    EXPECT_THAT(must(tx.lrange(ListKey("x:", "7"), 0, -1)), IsEmpty());
    EXPECT_EQ(must(tx.llen(ListKey("x:", "7"))), 0u);
    EXPECT_EQ(must(tx.get(StringKey("y:", "7"))), std::nullopt);
    EXPECT_THAT(must(tx.get_many(std::vector{StringKey("y:", "7"), StringKey("z:", "7")})), SizeIs(2));
    EXPECT_TRUE(must(tx.exists(article)));
    EXPECT_EQ(must(tx.type(article)), Type::Hash);
    EXPECT_EQ(must(tx.expiry(article)), std::nullopt);
  });
}

TEST_P(TransactionsOnEveryEngine, AWrongTypeReadIsAnErrorTheBodyCanHandle) {
  fill_all();
  write([&](Tx& tx) {
    EXPECT_THAT(tx.hgetall(HashKey("upvoted:", "7")), FailsWith("keyspace.wrong_type"));
    tx.set(text, "handled");
  });
  EXPECT_THAT(must(read().get(text)), Optional("handled"s));
}

TEST_P(TransactionsOnEveryEngine, ReadingTwoEntitiesBreaksTheLawAndChangesNothing) {
  fill_all();
  EXPECT_THROW((void)try_write([&](Tx& tx) {
                 must(tx.hgetall(article));
                 must(tx.get(text));
               }),
               LawBroken);
  EXPECT_THROW((void)try_write([&](Tx& tx) {
                 (void)tx.get_many(std::vector{text, StringKey("other")});
               }),
               LawBroken);
  EXPECT_THROW((void)try_write([&](Tx& tx) {
                 (void)tx.hgetall_many(std::vector{article, HashKey("article:", "8")});
               }),
               LawBroken);
  EXPECT_THROW((void)try_write([&](Tx& tx) {
                 (void)tx.sismember_each(std::vector{upvoted, SetKey("upvoted:", "8")}, "m");
               }),
               LawBroken);
  expect_all_as_filled();
}

TEST_P(TransactionsOnEveryEngine, ReadingAfterAWriteBreaksTheLawAndChangesNothing) {
  fill_all();
  EXPECT_THROW((void)try_write([&](Tx& tx) {
                 change_all(tx);
                 (void)tx.hgetall(article);
               }),
               LawBroken);
  EXPECT_THROW((void)try_write([&](Tx& tx) {
                 must(tx.exists(article));
                 tx.hset(article, std::span<const Field>{});
                 (void)tx.exists(article);
               }),
               LawBroken);
  expect_all_as_filled();
}

TEST_P(TransactionsOnEveryEngine, WritingManyEntitiesAfterReadingOneIsLawful) {
  fill_all();
  const auto outcome = try_write([&](Tx& tx) {
    must(tx.hgetall(article));
    must(tx.smembers(upvoted));
    tx.set(text, "1");
    tx.rpush(list, "2");
    tx.hset(HashKey("article:", "8"), "f", "v");
  });
  EXPECT_TRUE(outcome.ok());
}

TEST_P(TransactionsOnEveryEngine, AFailedWriteFailsTheTransaction) {
  fill_all();
  EXPECT_THAT(try_write([&](Tx& tx) { tx.increment(text, 1); }), FailsWith("keyspace.not_a_number"));
  EXPECT_THAT(try_write([&](Tx& tx) {
                must(tx.hgetall(article));
                tx.sadd(SetKey("list"), "m");
              }),
              FailsWith("keyspace.wrong_type"));
  expect_all_as_filled();
}

TEST_P(TransactionsOnEveryEngine, ThousandsOfWritesAreOneTransaction) {
  write([&](Tx& tx) {
    for (int i = 0; i < 5000; ++i) tx.hset(HashKey("h:" + std::to_string(i % 50)), std::to_string(i), "v");
  });
  EXPECT_EQ(must(read().hlen(HashKey("h:0"))), 100u);
  EXPECT_EQ(must(read().hlen(HashKey("h:49"))), 100u);
}

}  // namespace
}  // namespace stoa::keyspace
