#include "keyspace/contract.h"

#include <climits>

namespace stoa::keyspace {
namespace {

using namespace std::string_literals;
using namespace testing;

class StringsOnEveryEngine : public KeyspaceContract {
 protected:
  void write_one_of_every_type() {
    write([&](Tx& tx) {
      tx.set(key, "v");
      tx.hset(HashKey("hash"), "f", "v");
      tx.sadd(SetKey("set"), "m");
      tx.zadd(SortedSetKey("sorted"), "m", 1);
      tx.rpush(ListKey("list"), "v");
    });
  }

  const StringKey key{"text"};
  const StringKey other{"other"};
};
INSTANTIATE_TEST_SUITE_P(, StringsOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(StringsOnEveryEngine, AMissingKeyReadsAsNothing) {
  EXPECT_EQ(must(read().get(key)), std::nullopt);
  EXPECT_FALSE(must(read().exists(key)));
  EXPECT_EQ(must(read().type(key)), std::nullopt);
}

TEST_P(StringsOnEveryEngine, WhatIsSetIsReadBack) {
  write([&](Tx& tx) { tx.set(key, "value"); });
  EXPECT_THAT(must(read().get(key)), Optional("value"s));
  EXPECT_TRUE(must(read().exists(key)));
  EXPECT_EQ(must(read().type(key)), Type::String);
}

TEST_P(StringsOnEveryEngine, KeepNulsNewlinesAndEveryByte) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  const StringKey strange("k\0\r\n\xff"s);
  write([&](Tx& tx) { tx.set(strange, bytes); });
  EXPECT_THAT(must(read().get(strange)), Optional(bytes));
}

TEST_P(StringsOnEveryEngine, AnEmptyValueIsNotAMissingOne) {
  write([&](Tx& tx) { tx.set(key, ""); });
  EXPECT_THAT(must(read().get(key)), Optional(""s));
  EXPECT_TRUE(must(read().exists(key)));
}

TEST_P(StringsOnEveryEngine, AMegabyteIsReadBack) {
  std::string large(1 << 20, 'x');
  large[12345] = 'y';
  write([&](Tx& tx) { tx.set(key, large); });
  EXPECT_TRUE(must(read().get(key)) == large);
}

TEST_P(StringsOnEveryEngine, ManyAreReadInTheKeysOrder) {
  write([&](Tx& tx) {
    tx.set(key, "1");
    tx.set(other, "2");
  });
  const std::vector<StringKey> keys{other, StringKey("missing"), key, other};
  EXPECT_THAT(must(read().get_many(keys)),
              ElementsAre(Optional("2"s), std::nullopt, Optional("1"s), Optional("2"s)));
  EXPECT_THAT(must(read().get_many({})), IsEmpty());
}

TEST_P(StringsOnEveryEngine, AKeyOfAnotherTypeIsNotReadAsText) {
  write([&](Tx& tx) { tx.hset(HashKey("text"), "f", "v"); });
  EXPECT_THAT(read().get(key), FailsWith("keyspace.wrong_type"));
  EXPECT_EQ(read().get(key).error().kind, Error::Kind::Corrupt);
  const std::vector<StringKey> keys{other, key};
  EXPECT_THAT(read().get_many(keys), FailsWith("keyspace.wrong_type"));
}

TEST_P(StringsOnEveryEngine, SettingReplacesWhateverTypeIsThere) {
  write([&](Tx& tx) { tx.sadd(SetKey("text"), "member"); });
  write([&](Tx& tx) { tx.set(key, "now a text"); });
  EXPECT_THAT(must(read().get(key)), Optional("now a text"s));
}

TEST_P(StringsOnEveryEngine, SettingTakesTheExpiryAway) {
  write([&](Tx& tx) { tx.set_until(key, "short", in(std::chrono::hours(1))); });
  write([&](Tx& tx) { tx.set(key, "long"); });
  EXPECT_EQ(must(read().expiry(key)), std::nullopt);
}

TEST_P(StringsOnEveryEngine, ACounterStartsAtZero) {
  write([&](Tx& tx) { tx.increment(key, 5); });
  write([&](Tx& tx) { tx.increment(key, -7); });
  EXPECT_THAT(must(read().get(key)), Optional("-2"s));
}

TEST_P(StringsOnEveryEngine, ACounterKeepsItsExpiry) {
  const Time later = in(std::chrono::hours(1));
  write([&](Tx& tx) { tx.set_until(key, "1", later); });
  write([&](Tx& tx) { tx.increment(key, 1); });
  EXPECT_EQ(must(read().expiry(key)), later);
}

TEST_P(StringsOnEveryEngine, OnlyAWholeNumberCanBeCounted) {
  for (const char* text : {"", " 1", "1 ", "+1", "01", "-0", "1.0", "0x1", "ten", "9223372036854775808"}) {
    write([&](Tx& tx) { tx.set(key, text); });
    EXPECT_THAT(try_write([&](Tx& tx) { tx.increment(key, 1); }), FailsWith("keyspace.not_a_number")) << text;
    EXPECT_THAT(must(read().get(key)), Optional(std::string(text)));
  }
}

TEST_P(StringsOnEveryEngine, ACounterDoesNotWrapAround) {
  write([&](Tx& tx) { tx.set(key, "9223372036854775806"); });
  write([&](Tx& tx) { tx.increment(key, 1); });
  EXPECT_THAT(try_write([&](Tx& tx) { tx.increment(key, 1); }), FailsWith("keyspace.not_a_number"));
  EXPECT_THAT(must(read().get(key)), Optional("9223372036854775807"s));
  write([&](Tx& tx) { tx.increment(key, LLONG_MIN); });
  EXPECT_THAT(must(read().get(key)), Optional("-1"s));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.increment(key, LLONG_MIN); }), FailsWith("keyspace.not_a_number"));
}

TEST_P(StringsOnEveryEngine, ACounterOfAnotherTypeIsRefused) {
  write([&](Tx& tx) { tx.rpush(ListKey("text"), "1"); });
  EXPECT_THAT(try_write([&](Tx& tx) { tx.increment(key, 1); }), FailsWith("keyspace.wrong_type"));
}

TEST_P(StringsOnEveryEngine, ADeletedKeyIsGoneWhateverItsType) {
  write_one_of_every_type();
  for (const char* name : {"text", "hash", "set", "sorted", "list", "missing"}) {
    write([&](Tx& tx) { tx.del(KeyName(name)); });
    EXPECT_FALSE(must(read().exists(KeyName(name)))) << name;
  }
}

TEST_P(StringsOnEveryEngine, EveryTypeIsNamed) {
  write_one_of_every_type();
  EXPECT_EQ(must(read().type(key)), Type::String);
  EXPECT_EQ(must(read().type(KeyName("hash"))), Type::Hash);
  EXPECT_EQ(must(read().type(KeyName("set"))), Type::Set);
  EXPECT_EQ(must(read().type(KeyName("sorted"))), Type::SortedSet);
  EXPECT_EQ(must(read().type(KeyName("list"))), Type::List);
}

TEST_P(StringsOnEveryEngine, KeysAreCounted) {
  const auto before = must(keyspace().size());
  write_one_of_every_type();
  EXPECT_EQ(must(keyspace().size()), before + 5);
  must(keyspace().transact(Durability::Relaxed, [&](Tx& tx) -> Result<void> {
    tx.del(key);
    return {};
  }));
  EXPECT_EQ(must(keyspace().size()), before + 4);
}

TEST_P(StringsOnEveryEngine, PingAnswers) {
  EXPECT_TRUE(keyspace().ping().ok());
}

}  // namespace
}  // namespace stoa::keyspace
