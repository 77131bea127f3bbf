#include "keyspace/contract.h"

#include <climits>

namespace stoa::keyspace {
namespace {

using namespace std::string_literals;
using namespace testing;

class HashesOnEveryEngine : public KeyspaceContract {
 protected:
  const HashKey key{"hash"};
};
INSTANTIATE_TEST_SUITE_P(, HashesOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(HashesOnEveryEngine, AMissingHashIsEmpty) {
  EXPECT_EQ(must(read().hget(key, "f")), std::nullopt);
  EXPECT_THAT(must(read().hgetall(key)), IsEmpty());
  EXPECT_EQ(must(read().hlen(key)), 0u);
  EXPECT_THAT(must(read().hget_many(key, std::vector{"a"s, "b"s})), ElementsAre(std::nullopt, std::nullopt));
}

TEST_P(HashesOnEveryEngine, FieldsAreAddedAndReplaced) {
  write([&](Tx& tx) {
    tx.hset(key, "a", "1");
    tx.hset(key, "b", "2");
  });
  write([&](Tx& tx) { tx.hset(key, "a", "3"); });
  EXPECT_THAT(must(read().hgetall(key)), UnorderedElementsAre(Field{"a", "3"}, Field{"b", "2"}));
  EXPECT_EQ(must(read().hlen(key)), 2u);
  EXPECT_THAT(must(read().hget(key, "a")), Optional("3"s));
}

TEST_P(HashesOnEveryEngine, SeveralFieldsAreSetAtOnceTheLastOfEqualNamesWins) {
  const std::vector<Field> fields{{"a", "1"}, {"b", "2"}, {"a", "3"}};
  write([&](Tx& tx) { tx.hset(key, fields); });
  EXPECT_THAT(must(read().hgetall(key)), UnorderedElementsAre(Field{"a", "3"}, Field{"b", "2"}));
}

TEST_P(HashesOnEveryEngine, SettingNoFieldsMakesNoKey) {
  write([&](Tx& tx) { tx.hset(key, std::span<const Field>{}); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(HashesOnEveryEngine, ThousandsOfFieldsAreKept) {
  std::vector<Field> fields;
  for (int i = 0; i < 3000; ++i) fields.push_back({"field" + std::to_string(i), std::string(i % 100, 'v')});
  write([&](Tx& tx) { tx.hset(key, fields); });
  EXPECT_THAT(must(read().hgetall(key)), testing::UnorderedElementsAreArray(fields));
  EXPECT_THAT(must(read().hget(key, "field2999")), Optional(std::string(99, 'v')));
}

TEST_P(HashesOnEveryEngine, NamesAndValuesKeepEveryByteAndMayBeEmpty) {
  write([&](Tx& tx) {
    tx.hset(key, ""s, "empty name");
    tx.hset(key, "\0\n"s, "\xff\0"s);
    tx.hset(key, "empty value", "");
  });
  EXPECT_THAT(
      must(read().hgetall(key)),
      UnorderedElementsAre(Field{"", "empty name"}, Field{"\0\n"s, "\xff\0"s}, Field{"empty value", ""}));
  EXPECT_THAT(must(read().hget(key, "")), Optional("empty name"s));
}

TEST_P(HashesOnEveryEngine, ManyFieldsAreReadInTheirOrder) {
  write([&](Tx& tx) {
    tx.hset(key, "a", "1");
    tx.hset(key, "b", "2");
  });
  EXPECT_THAT(must(read().hget_many(key, std::vector{"b"s, "x"s, "a"s, "b"s})),
              ElementsAre(Optional("2"s), std::nullopt, Optional("1"s), Optional("2"s)));
  EXPECT_THAT(must(read().hget_many(key, {})), IsEmpty());
}

TEST_P(HashesOnEveryEngine, ManyHashesAreReadInTheKeysOrder) {
  const HashKey other("other");
  write([&](Tx& tx) {
    tx.hset(key, "a", "1");
    tx.hset(other, "b", "2");
  });
  const std::vector<HashKey> keys{other, HashKey("missing"), key};
  EXPECT_THAT(must(read().hgetall_many(keys)),
              ElementsAre(ElementsAre(Field{"b", "2"}), IsEmpty(), ElementsAre(Field{"a", "1"})));
  EXPECT_THAT(must(read().hgetall_many({})), IsEmpty());
}

TEST_P(HashesOnEveryEngine, TheLastFieldTakesTheKeyWithIt) {
  write([&](Tx& tx) {
    tx.hset(key, "a", "1");
    tx.hset(key, "b", "2");
  });
  write([&](Tx& tx) {
    tx.hdel(key, "a");
    tx.hdel(key, "not there");
  });
  EXPECT_TRUE(must(read().exists(key)));
  write([&](Tx& tx) { tx.hdel(key, "b"); });
  EXPECT_FALSE(must(read().exists(key)));
}

TEST_P(HashesOnEveryEngine, AKeyThatEmptiedAndCameBackHasNoOldExpiry) {
  write([&](Tx& tx) {
    tx.hset(key, "a", "1");
    tx.expire_at(key, in(std::chrono::hours(1)));
  });
  write([&](Tx& tx) {
    tx.hdel(key, "a");
    tx.hset(key, "b", "2");
  });
  EXPECT_EQ(must(read().expiry(key)), std::nullopt);
}

TEST_P(HashesOnEveryEngine, AFieldCounts) {
  write([&](Tx& tx) { tx.hincrement(key, "n", 3); });
  write([&](Tx& tx) { tx.hincrement(key, "n", -10); });
  EXPECT_THAT(must(read().hget(key, "n")), Optional("-7"s));
}

TEST_P(HashesOnEveryEngine, OnlyAWholeNumberThatFitsCanBeCounted) {
  for (const char* text : {"", "x", "1.5", " 1", "01"}) {
    write([&](Tx& tx) { tx.hset(key, "n", text); });
    EXPECT_THAT(try_write([&](Tx& tx) { tx.hincrement(key, "n", 1); }), FailsWith("keyspace.not_a_number"))
        << text;
  }
  write([&](Tx& tx) { tx.hset(key, "n", std::to_string(LLONG_MIN)); });
  EXPECT_THAT(try_write([&](Tx& tx) { tx.hincrement(key, "n", -1); }), FailsWith("keyspace.not_a_number"));
  EXPECT_THAT(must(read().hget(key, "n")), Optional(std::to_string(LLONG_MIN)));
}

TEST_P(HashesOnEveryEngine, AnotherTypeIsRefused) {
  write([&](Tx& tx) { tx.set(StringKey("hash"), "text"); });
  EXPECT_THAT(read().hget(key, "f"), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().hget_many(key, std::vector{"f"s}), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().hgetall(key), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().hgetall_many(std::vector{key}), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().hgetall_many(std::vector{key, key}), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(read().hlen(key), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.hset(key, "f", "v"); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) {
                tx.hset(key, std::vector<Field>{{"f", "v"}});
              }),
              FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.hdel(key, "f"); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(try_write([&](Tx& tx) { tx.hincrement(key, "f", 1); }), FailsWith("keyspace.wrong_type"));
  EXPECT_THAT(must(read().get(StringKey("hash"))), Optional("text"s));
}

}  // namespace
}  // namespace stoa::keyspace
