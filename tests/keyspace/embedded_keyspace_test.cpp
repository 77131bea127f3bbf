#include "keyspace/embedded/embedded_keyspace.h"

#include "base/clock.h"
#include "keyspace/door.h"
#include "keyspace/embedded/random.h"
#include "keyspace/keys.h"
#include "store/stalled_store.h"
#include "store/store.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <thread>

namespace stoa::keyspace {
namespace {

using namespace std::chrono_literals;
using test::TemporaryDirectory;

const Error kRefused{Error::Kind::Conflict, "test.refused", "the body says no"};

class EmbeddedKeyspaceTest : public testing::Test {
 protected:
  EmbeddedKeyspaceTest() { open(); }

  void open() {
    store::Options options;
    options.directory = directory_.path() / "data";
    auto store = store::open(options);
    ASSERT_TRUE(store.ok()) << store.error().message;
    store_ = *std::move(store);
    auto keyspace = open_embedded_keyspace(*store_, clock_, {.sweep_every = 5ms, .progress = {}});
    ASSERT_TRUE(keyspace.ok()) << keyspace.error().message;
    keyspace_ = *std::move(keyspace);
  }
  void reopen() {
    keyspace_.reset();
    store_.reset();
    open();
  }
  template <class Body>
  Result<void> change(Body&& body, Durability durability = Durability::Relaxed) {
    return keyspace_->transact(durability, [&](Tx& tx) -> Result<void> {
      body(tx);
      return {};
    });
  }

  TemporaryDirectory directory_;
  FakeClock clock_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Keyspace> keyspace_;
};

/// Everything a keyspace holds, as text.
std::map<std::string, std::string> content_of(Keyspace& keyspace) {
  std::map<std::string, std::string> content;
  std::uint64_t cursor = 0;
  do {
    const ScanPage page = *keyspace.scan(cursor, "*", 100);
    for (const std::string& name : page.names) {
      std::string& text = content[name];
      Reader& read = keyspace.read();
      std::map<std::string, std::string> parts;
      switch (**read.type(KeyName(name))) {
        case Type::String:
          parts["value"] = **read.get(StringKey(name));
          break;
        case Type::Hash:
          for (const Field& field : *read.hgetall(HashKey(name))) parts[field.name] = field.value;
          break;
        case Type::Set:
          for (const std::string& member : *read.smembers(SetKey(name))) parts[member] = "in";
          break;
        case Type::SortedSet:
          for (const Scored& scored : *read.zrange(SortedSetKey(name), 0, -1, Order::Ascending))
            parts[scored.member] = std::to_string(scored.score);
          break;
        case Type::List: {
          int i = 1000;
          for (const std::string& value : *read.lrange(ListKey(name), 0, -1))
            parts[std::to_string(i++)] = value;
        }
      }
      for (const auto& [part, value] : parts) text += part + "=" + value + ";";
      if (const auto expiry = *read.expiry(KeyName(name)))
        text += "until " + std::to_string(expiry->time_since_epoch().count());
    }
    cursor = page.cursor;
  } while (cursor != 0);
  return content;
}

/// A write chosen at random over a few keys of every type.
void random_write(Tx& tx, embedded::Random& random, Time now) {
  const std::string n = std::to_string(random.below(4));
  const std::string element = "e" + std::to_string(random.below(12));
  const auto small = static_cast<std::int64_t>(random.below(9)) - 4;
  switch (random.below(20)) {
    case 0:
      return tx.set(StringKey("string" + n), element);
    case 1:
      return tx.set_until(StringKey("string" + n), element, now + 1h);
    case 2:
      return tx.increment(StringKey("counter" + n), small);
    case 3:
      return tx.hset(HashKey("hash" + n), element, n);
    case 4:
      return tx.hdel(HashKey("hash" + n), element);
    case 5:
      return tx.hincrement(HashKey("counts" + n), element, small);
    case 6:
      return tx.sadd(SetKey("set" + n), element);
    case 7:
      return tx.srem(SetKey("set" + n), element);
    case 8:
      return tx.zadd(SortedSetKey("zset" + n), element, static_cast<double>(small));
    case 9:
      return tx.zincrement(SortedSetKey("zset" + n), element, 0.5);
    case 10:
      return tx.zrem(SortedSetKey("zset" + n), element);
    case 11:
      return tx.zrem_by_rank(SortedSetKey("zset" + n), small, small + 2);
    case 12:
      return tx.zrem_by_score(SortedSetKey("zset" + n), {-1, 1});
    case 13:
      return tx.lpush(ListKey("list" + n), element);
    case 14:
      return tx.rpush(ListKey("list" + n), element);
    case 15:
      return tx.ltrim(ListKey("list" + n), small, 7);
    case 16:
      return tx.lrem(ListKey("list" + n), small, element);
    case 17:
      return tx.del(KeyName((small > 0 ? "list" : "hash") + n));
    case 18:
      return tx.expire_at(KeyName((small > 0 ? "zset" : "set") + n), now + std::chrono::hours(small));
    default:
      return tx.persist(KeyName("zset" + n));
  }
}

RC_GTEST_FIXTURE_PROP(EmbeddedKeyspaceTest, ATransactionThatFailsLeavesNoTrace, ()) {
  embedded::Random random(*rc::gen::arbitrary<std::uint64_t>());
  for (int round = 0; round < 20; ++round) {
    RC_ASSERT(change([&](Tx& tx) {
                for (int i = 0; i < 10; ++i) random_write(tx, random, clock_.now());
              }).ok());
    const auto before = content_of(*keyspace_);
    const auto refused = keyspace_->transact(Durability::Relaxed, [&](Tx& tx) -> Result<void> {
      for (int i = 0; i < 30; ++i) random_write(tx, random, clock_.now());
      return kRefused;
    });
    RC_ASSERT(!refused.ok());
    RC_ASSERT(content_of(*keyspace_) == before);
  }
  const auto before = content_of(*keyspace_);
  reopen();
  RC_ASSERT(content_of(*keyspace_) == before);
}

TEST_F(EmbeddedKeyspaceTest, EverythingIsThereAfterReopening) {
  ASSERT_TRUE(change([](Tx& tx) {
                tx.set(StringKey("text"), std::string("a\0b", 3));
                tx.set_until(StringKey("soon"), "x", Time(2'000'000'000s));
                tx.set(StringKey(""), "the empty name");
                for (int i = 0; i < 300; ++i) {
                  tx.hset(HashKey("hash"), "f" + std::to_string(i), std::string(i, 'v'));
                  tx.zadd(SortedSetKey("zset"), "m" + std::to_string(i), i % 7);
                  tx.lpush(ListKey("list"), std::to_string(i));
                  tx.sadd(SetKey("set"), std::to_string(i));
                }
                tx.lrem(ListKey("list"), 0, "20");
                tx.lrem(ListKey("list"), 0, "280");
                tx.ltrim(ListKey("list"), 5, 250);
              }).ok());
  const auto before = content_of(*keyspace_);
  EXPECT_EQ(before.size(), 7u);
  reopen();
  EXPECT_EQ(content_of(*keyspace_), before);
}

TEST_F(EmbeddedKeyspaceTest, ALargeKeyThatWasDeletedAndMadeAnewHasOnlyItsNewElements) {
  ASSERT_TRUE(change([](Tx& tx) {
                for (int i = 0; i < 500; ++i) tx.sadd(SetKey("s"), std::to_string(i));
              }).ok());
  ASSERT_TRUE(change([](Tx& tx) {
                tx.del(KeyName("s"));
                tx.sadd(SetKey("s"), "new");
              }).ok());
  reopen();
  EXPECT_EQ(*keyspace_->read().smembers(SetKey("s")), std::vector<std::string>{"new"});
}

TEST_F(EmbeddedKeyspaceTest, VolatileKeysAreGoneAfterReopening) {
  ASSERT_TRUE(change([](Tx& tx) {
                tx.set(keys::cached_page("abc"), "<html>");
                tx.set(keys::inventory("17"), "{}");
                tx.zadd(keys::score("music"), "article:1", 1);
                tx.zadd(keys::score(), "article:1", 1);
              }).ok());
  EXPECT_EQ(content_of(*keyspace_).size(), 4u);
  reopen();
  EXPECT_EQ(content_of(*keyspace_).size(), 1u);
}

TEST_F(EmbeddedKeyspaceTest, AKeyIsNotSeenOnceItsTimeIsOverAndSoonTakesNoMemory) {
  const Time until = clock_.now() + 10s;
  ASSERT_TRUE(change([&](Tx& tx) { tx.set_until(StringKey("brief"), "x", until); }).ok());
  EXPECT_TRUE(*keyspace_->read().exists(KeyName("brief")));
  clock_.set(until + 1ms);
  EXPECT_FALSE(*keyspace_->read().exists(KeyName("brief")));
  // Back in time the key would show again if the sweeper had not removed it.
  bool gone = false;
  for (int i = 0; i < 2000 && !gone; ++i) {
    std::this_thread::sleep_for(1ms);
    clock_.set(until - 1s);
    gone = !*keyspace_->read().exists(KeyName("brief"));
    clock_.set(until + 1ms);
  }
  EXPECT_TRUE(gone);
}

TEST_F(EmbeddedKeyspaceTest, WritingToAKeyWhoseTimeIsOverStartsAnew) {
  ASSERT_TRUE(change([&](Tx& tx) {
                tx.hset(HashKey("h"), "old", "1");
                tx.expire_at(KeyName("h"), clock_.now() + 1s);
              }).ok());
  clock_.advance(2s);
  ASSERT_TRUE(change([](Tx& tx) { tx.hset(HashKey("h"), "new", "2"); }).ok());
  EXPECT_EQ(keyspace_->read().hgetall(HashKey("h"))->size(), 1u);
  EXPECT_EQ(*keyspace_->read().expiry(KeyName("h")), std::nullopt);
  reopen();
  EXPECT_EQ(keyspace_->read().hgetall(HashKey("h"))->size(), 1u);
}

TEST(EmbeddedKeyspaceOnASlowDisk, AReplyThatShowsAnothersUnsyncedDurableWriteWaitsForIt) {
  test::StalledStore store;
  FakeClock clock;
  const auto keyspace = *open_embedded_keyspace(store, clock);
  Sequence written = 0;
  {
    DeferredDurability scope;
    ASSERT_TRUE(keyspace
                    ->transact(Durability::Durable,
                               [](Tx& tx) -> Result<void> {
                                 tx.hset(HashKey("stock"), "left", "0");
                                 return {};
                               })
                    .ok());
    written = scope.awaits();
  }
  ASSERT_EQ(written, 1u);
  {
    DeferredDurability scope;
    EXPECT_EQ(**keyspace->read().hget(HashKey("stock"), "left"), "0");
    EXPECT_EQ(scope.awaits(), written);
  }
  {
    DeferredDurability scope;
    const auto refused = keyspace->transact(Durability::Durable, [](Tx& tx) -> Result<void> {
      if (STOA_TRY(tx.hget(HashKey("stock"), "left")) == "0") return kRefused;
      return {};
    });
    EXPECT_FALSE(refused.ok());
    EXPECT_EQ(scope.awaits(), written);
  }
  // Names that share a slot with another's may wait too, but that is rare.
  int waiting = 0;
  for (int i = 0; i < 100; ++i) {
    DeferredDurability scope;
    EXPECT_TRUE(keyspace->read().hget(HashKey("other" + std::to_string(i)), "left").ok());
    waiting += scope.awaits() != 0;
  }
  EXPECT_LT(waiting, 5);
}

TEST_F(EmbeddedKeyspaceTest, AnExpiryThatIsTheSameIsNotWrittenAgain) {
  const StringKey key("cart");
  const Time soon = clock_.now() + 1h;
  ASSERT_TRUE(change([&](Tx& tx) { tx.set_until(key, "lamp", soon); }).ok());
  const auto submitted = store_->figures().submitted;
  ASSERT_TRUE(change([&](Tx& tx) { tx.expire_at(key, soon); }).ok());
  EXPECT_EQ(store_->figures().submitted, submitted);
  ASSERT_TRUE(change([&](Tx& tx) { tx.expire_at(key, soon + 1s); }).ok());
  EXPECT_EQ(store_->figures().submitted, submitted + 1);
  EXPECT_EQ(*keyspace_->read().expiry(key), std::optional(soon + 1s));
}

TEST_F(EmbeddedKeyspaceTest, ADurableChangeThatFindsItDoneWaitsForWhoeverDidIt) {
  test::StalledStore stalled;
  const auto keyspace = *open_embedded_keyspace(stalled, clock_);
  const auto do_it = [&](Durability durability) {
    DeferredDurability scope;
    EXPECT_TRUE(keyspace
                    ->transact(durability,
                               [](Tx& tx) -> Result<void> {
                                 tx.sadd(SetKey("s"), "x");
                                 tx.del(StringKey("gone"));
                                 return {};
                               })
                    .ok());
    return scope.awaits();
  };
  EXPECT_EQ(do_it(Durability::Relaxed), 0u);
  EXPECT_EQ(do_it(Durability::Durable), stalled.submitted());
  const auto find_it_done = [](Visit&) {};
  EXPECT_EQ(*keyspace->door()->enter(Door::Access::Change, Durability::Durable, find_it_done),
            stalled.submitted());
  // Who only looks has done nothing that could be lost.
  EXPECT_EQ(*keyspace->door()->enter(Door::Access::Watch, Durability::Durable, find_it_done), 0u);
  DeferredDurability scope;
  EXPECT_TRUE(keyspace
                  ->transact(Durability::Durable,
                             [](Tx& tx) -> Result<void> {
                               return tx.scard(SetKey("s")).ok() ? Result<void>() : kRefused;
                             })
                  .ok());
  EXPECT_EQ(scope.awaits(), 0u);
}

TEST_F(EmbeddedKeyspaceTest, ARelaxedChangeKeepsNobodyWaiting) {
  DeferredDurability scope;
  ASSERT_TRUE(change([](Tx& tx) { tx.zadd(keys::recent(), "t", 1); }).ok());
  EXPECT_TRUE(keyspace_->read().zscore(keys::recent(), "t").ok());
  EXPECT_EQ(scope.awaits(), 0u);
}

TEST_F(EmbeddedKeyspaceTest, AWrongTypeInTheMiddleUndoesTheWholeTransaction) {
  ASSERT_TRUE(change([](Tx& tx) { tx.sadd(SetKey("s"), "x"); }).ok());
  const auto before = content_of(*keyspace_);
  const auto outcome = change([](Tx& tx) {
    tx.set(StringKey("a"), "1");
    tx.hset(HashKey("s"), "f", "v");
    tx.set(StringKey("b"), "1");
  });
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, "keyspace.wrong_type");
  EXPECT_EQ(content_of(*keyspace_), before);
}

}  // namespace
}  // namespace stoa::keyspace
