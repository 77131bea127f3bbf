#include "keyspace/contract.h"

namespace stoa::keyspace {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using testing::IsEmpty;
using testing::Optional;

class ExpiryOnEveryEngine : public KeyspaceContract {
 protected:
  const StringKey key{"text"};
  const HashKey hash{"hash"};
};
INSTANTIATE_TEST_SUITE_P(, ExpiryOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(ExpiryOnEveryEngine, AKeyWithoutOneAndAMissingKeyHaveNone) {
  write([&](Tx& tx) { tx.set(key, "v"); });
  EXPECT_EQ(must(read().expiry(key)), std::nullopt);
  EXPECT_EQ(must(read().expiry(hash)), std::nullopt);
}

TEST_P(ExpiryOnEveryEngine, MillisecondsAreKeptAndWhatIsFinerIsCutOff) {
  const Time later = in(1h + 7ms);
  write([&](Tx& tx) {
    tx.set_until(key, "v", later + 999us);
    tx.hset(hash, "f", "v");
    tx.expire_at(hash, later + 1us);
  });
  EXPECT_EQ(must(read().expiry(key)), later);
  EXPECT_EQ(must(read().expiry(hash)), later);
  EXPECT_THAT(must(read().get(key)), Optional("v"s));
}

TEST_P(ExpiryOnEveryEngine, AKeyGoesWhenItsMomentComes) {
  write([&](Tx& tx) {
    tx.set_until(key, "v", in(30ms));
    tx.hset(hash, "f", "v");
    tx.expire_at(hash, in(30ms));
  });
  EXPECT_TRUE(eventually([&] { return !must(read().exists(key)); }));
  EXPECT_TRUE(eventually([&] { return !must(read().exists(hash)); }));
  EXPECT_EQ(must(read().get(key)), std::nullopt);
  EXPECT_THAT(must(read().hgetall(hash)), IsEmpty());
  EXPECT_EQ(must(read().type(key)), std::nullopt);
  EXPECT_EQ(must(read().expiry(key)), std::nullopt);
}

TEST_P(ExpiryOnEveryEngine, AKeyStaysUntilItsMomentComes) {
  const Time moment = in(200ms);
  write([&](Tx& tx) { tx.set_until(key, "v", moment); });
  // Read, then look at the clock: what is gone before its moment shows, however slow the machine.
  while (must(read().exists(key))) std::this_thread::sleep_for(1ms);
  EXPECT_GE(Clock::system().now(), moment);
}

TEST_P(ExpiryOnEveryEngine, WhatComesAfterAnExpiredKeyStartsAfresh) {
  write([&](Tx& tx) {
    tx.hset(hash, "old", "v");
    tx.expire_at(hash, in(20ms));
  });
  EXPECT_TRUE(eventually([&] { return !must(read().exists(hash)); }));
  write([&](Tx& tx) { tx.hset(hash, "new", "v"); });
  EXPECT_THAT(must(read().hgetall(hash)), testing::ElementsAre(Field{"new", "v"}));
  EXPECT_EQ(must(read().expiry(hash)), std::nullopt);
}

TEST_P(ExpiryOnEveryEngine, AnExpiredKeyOfAnotherTypeIsNotInTheWay) {
  write([&](Tx& tx) { tx.set_until(StringKey("hash"), "v", in(20ms)); });
  EXPECT_TRUE(eventually([&] { return try_write([&](Tx& tx) { tx.hset(hash, "f", "v"); }).ok(); }));
  EXPECT_EQ(must(read().type(hash)), Type::Hash);
}

TEST_P(ExpiryOnEveryEngine, AMomentThatHasPassedRemovesTheKey) {
  for (const Time past : {in(-1ms), in(-1h), Time{0us}, Time{-1s}}) {
    write([&](Tx& tx) {
      tx.set(key, "v");
      tx.hset(hash, "f", "v");
    });
    write([&](Tx& tx) {
      tx.set_until(key, "new", past);
      tx.expire_at(hash, past);
    });
    EXPECT_FALSE(must(read().exists(key)));
    EXPECT_FALSE(must(read().exists(hash)));
  }
}

TEST_P(ExpiryOnEveryEngine, AMissingKeyGetsNoExpiry) {
  write([&](Tx& tx) {
    tx.expire_at(hash, in(1h));
    tx.persist(hash);
  });
  EXPECT_FALSE(must(read().exists(hash)));
}

TEST_P(ExpiryOnEveryEngine, PersistTakesItAway) {
  write([&](Tx& tx) {
    tx.set_until(key, "v", in(50ms));
    tx.persist(key);
  });
  EXPECT_EQ(must(read().expiry(key)), std::nullopt);
  std::this_thread::sleep_until(Clock::system().now() + 80ms);
  EXPECT_THAT(must(read().get(key)), Optional("v"s));
}

TEST_P(ExpiryOnEveryEngine, ALaterMomentReplacesAnEarlierOne) {
  const Time later = in(2h);
  write([&](Tx& tx) { tx.set_until(key, "v", in(1h)); });
  write([&](Tx& tx) { tx.expire_at(key, later); });
  EXPECT_EQ(must(read().expiry(key)), later);
}

TEST_P(ExpiryOnEveryEngine, ChangingElementsKeepsIt) {
  const Time later = in(1h);
  const SortedSetKey sorted("sorted");
  const SetKey set("set");
  const ListKey list("list");
  write([&](Tx& tx) {
    tx.hset(hash, "f", "v");
    tx.zadd(sorted, "m", 1);
    tx.sadd(set, "m");
    tx.rpush(list, "v");
    for (const KeyName& name : {KeyName("hash"), KeyName("sorted"), KeyName("set"), KeyName("list")})
      tx.expire_at(name, later);
  });
  write([&](Tx& tx) {
    tx.hset(hash, "g", "v");
    tx.zincrement(sorted, "m", 1);
    tx.sadd(set, "n");
    tx.lpush(list, "w");
  });
  for (const KeyName& name : {KeyName("hash"), KeyName("sorted"), KeyName("set"), KeyName("list")})
    EXPECT_EQ(must(read().expiry(name)), later) << name.name();
}

TEST_P(ExpiryOnEveryEngine, ADeletedKeyThatComesBackHasNone) {
  write([&](Tx& tx) { tx.set_until(key, "v", in(1h)); });
  write([&](Tx& tx) {
    tx.del(key);
    tx.increment(key, 1);
  });
  EXPECT_EQ(must(read().expiry(key)), std::nullopt);
}

TEST_P(ExpiryOnEveryEngine, AScanDoesNotShowExpiredKeys) {
  write([&](Tx& tx) {
    tx.set_until(key, "v", in(10ms));
    tx.set(StringKey("stays"), "v");
  });
  const auto names = [&] {
    std::vector<std::string> all;
    std::uint64_t cursor = 0;
    do {
      const ScanPage page = must(keyspace().scan(cursor, "*", 100));
      all.insert(all.end(), page.names.begin(), page.names.end());
      cursor = page.cursor;
    } while (cursor != 0);
    return all;
  };
  EXPECT_TRUE(eventually([&] { return names() == std::vector{"stays"s}; }));
}

}  // namespace
}  // namespace stoa::keyspace
