#include "keyspace/redis/redis_keyspace.h"

#include "keyspace/redis_fixture.h"

namespace stoa::keyspace {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing;

class RedisKeyspace : public RedisTest {};

TEST_F(RedisKeyspace, ReachesTheServerOverTcpAndOverAUnixSocket) {
  test::RedisServer server;
  must(set(*open(server.url()), "over tcp"));
  EXPECT_THAT(must(get(*open(server.unix_url()))), Optional("over tcp"s));
  EXPECT_THAT(must(get(*open("redis://localhost:" + std::to_string(server.port())))), Optional("over tcp"s));
}

TEST_F(RedisKeyspace, KeepsDatabasesApart) {
  test::RedisServer server;
  must(set(*open(server.url(0)), "zero"));
  must(set(*open(server.url(3)), "three"));
  EXPECT_THAT(must(get(*open(server.unix_url(0)))), Optional("zero"s));
  EXPECT_THAT(must(get(*open(server.unix_url(3)))), Optional("three"s));
  EXPECT_THAT(get(*open(server.url(99))), FailsWith("redis.database"));
}

TEST_F(RedisKeyspace, TellsTheServerItsName) {
  test::RedisServer server;
  const auto keyspace = open(server.unix_url());
  must(keyspace->ping());
  EXPECT_THAT(test::RedisClient(server.socket()).command({"CLIENT", "LIST"}).text, HasSubstr("name=stoa "));
}

TEST_F(RedisKeyspace, LogsInWithAPassword) {
  test::RedisServer server({"--requirepass", "open sesame"});
  const std::string port = std::to_string(server.port());
  EXPECT_TRUE(set(*open("redis://:open%20sesame@127.0.0.1:" + port)).ok());
  EXPECT_TRUE(set(*open(server.unix_url() + "&password=open%20sesame")).ok());
  EXPECT_TRUE(set(*open("redis://default:open%20sesame@127.0.0.1:" + port)).ok());
}

TEST_F(RedisKeyspace, SaysWhatToDoAboutAWrongOrMissingPassword) {
  test::RedisServer server({"--requirepass", "open sesame"});
  const auto missing = set(*open(server.url()));
  EXPECT_THAT(missing, FailsWith("redis.auth"));
  EXPECT_EQ(missing.error().kind, Error::Kind::Unavailable);
  EXPECT_THAT(missing.error().message, HasSubstr("put the password into the url"));
  const auto wrong = set(*open("redis://:hunter2@127.0.0.1:" + std::to_string(server.port())));
  EXPECT_THAT(wrong, FailsWith("redis.auth"));
  EXPECT_THAT(wrong.error().message, testing::Not(HasSubstr("hunter2")));
}

TEST_F(RedisKeyspace, LogsInAsAUser) {
  test::RedisServer server;
  test::RedisClient admin(server.socket());
  admin.command({"ACL", "SETUSER", "anna", "on", ">secret", "~*", "+@all"});
  admin.command({"ACL", "SETUSER", "reader", "on", ">secret", "~*", "+@read", "+@connection"});
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  EXPECT_TRUE(set(*open("redis://anna:secret@" + host)).ok());
  const auto reader = open("redis://reader:secret@" + host);
  EXPECT_TRUE(get(*reader).ok());
  EXPECT_THAT(set(*reader), FailsWith("redis.auth"));
}

TEST_F(RedisKeyspace, ATransactionRunsAgainWhenAnotherChangedWhatItRead) {
  OpenRedis engine;
  Keyspace& shared = engine.keyspace();
  test::RedisClient other(shared_redis_server().socket());
  must(set(shared, "1"));
  int runs = 0;
  const auto sum = shared.transact(Durability::Durable, [&](Tx& tx) -> Result<int> {
    const int before = std::stoi(STOA_TRY(tx.get(kKey)).value_or("0"));
    if (++runs <= 2) other.command({"INCRBY", kKey.name(), "10"});
    tx.set(kKey, std::to_string(before + 1));
    return before + 1;
  });
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(must(sum), 22);
  EXPECT_THAT(must(get(shared)), Optional("22"s));
}

TEST_F(RedisKeyspace, AKeyThatAppearsOrExpiresAfterItWasReadIsAConflictToo) {
  OpenRedis engine;
  test::RedisClient other(shared_redis_server().socket());
  int runs = 0;
  must(engine.keyspace().transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    const bool there = STOA_TRY(tx.exists(kKey));
    if (++runs == 1) other.command({"SET", kKey.name(), "theirs"});
    EXPECT_EQ(there, runs == 2);
    if (!there) tx.set(kKey, "mine");
    return {};
  }));
  EXPECT_EQ(runs, 2);
  EXPECT_THAT(must(get(engine.keyspace())), Optional("theirs"s));
}

TEST_F(RedisKeyspace, ATransactionThatKeepsCollidingGivesUpWithConflict) {
  OpenRedis engine;
  RedisOptions options = with_url(shared_redis_server().unix_url());
  options.attempts = 4;
  const auto keyspace = open(options);
  test::RedisClient other(shared_redis_server().socket());
  int runs = 0;
  const auto outcome = keyspace->transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.get(kKey));
    ++runs;
    other.command({"INCR", kKey.name()});
    tx.set(kKey, "mine");
    return {};
  });
  EXPECT_THAT(outcome, FailsWith("keyspace.contended"));
  EXPECT_EQ(outcome.error().kind, Error::Kind::Conflict);
  EXPECT_EQ(runs, 4);
  EXPECT_THAT(must(get(*keyspace)), Optional("4"s));
}

TEST_F(RedisKeyspace, AWriteToAKeyThatWasNotReadIsNoConflict) {
  OpenRedis engine;
  test::RedisClient other(shared_redis_server().socket());
  int runs = 0;
  must(engine.keyspace().transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.get(kKey));
    ++runs;
    other.command({"INCR", "other"});
    tx.increment(StringKey("other"), 1);
    return {};
  }));
  EXPECT_EQ(runs, 1);
  EXPECT_THAT(must(engine.keyspace().read().get(StringKey("other"))), Optional("2"s));
}

TEST_F(RedisKeyspace, AnAbandonedTransactionDoesNotDisturbTheNextOnItsConnection) {
  OpenRedis engine;
  RedisOptions options = with_url(shared_redis_server().unix_url());
  options.connections = 1;
  const auto keyspace = open(options);
  test::RedisClient other(shared_redis_server().socket());
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(keyspace
                     ->transact(Durability::Durable,
                                [&](Tx& tx) -> Result<void> {
                                  STOA_TRY(tx.get(kKey));
                                  tx.set(kKey, "never");
                                  return Error{Error::Kind::Forbidden, "test.no", "no"};
                                })
                     .ok());
    other.command({"INCR", kKey.name()});
    int runs = 0;
    must(keyspace->transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
      ++runs;
      STOA_TRY(tx.get(StringKey("l:", "1")));
      tx.set(StringKey("l:", "1"), "v");
      return {};
    }));
    EXPECT_EQ(runs, 1);
  }
  EXPECT_THAT(must(get(*keyspace)), Optional("20"s));
}

TEST_F(RedisKeyspace, WhoFindsNoFreeConnectionIsToldSoInTime) {
  OpenRedis engine;
  RedisOptions options = with_url(shared_redis_server().unix_url());
  options.connections = 2;
  options.timeout = 200ms;
  const auto keyspace = open(options);
  must(keyspace->transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.get(kKey));
    return keyspace->transact(Durability::Durable, [&](Tx& second) -> Result<void> {
      STOA_TRY(second.get(kKey));
      const auto begun = Steady::now();
      const auto third = get(*keyspace);
      EXPECT_THAT(third, FailsWith("redis.busy"));
      EXPECT_THAT(third.error().message, HasSubstr("all 2 connections"));
      EXPECT_GE(Steady::now() - begun, 150ms);
      return {};
    });
  }));
  EXPECT_TRUE(get(*keyspace).ok());
}

TEST_F(RedisKeyspace, NoMoreConnectionsAreOpenedThanAllowed) {
  test::RedisServer server;
  RedisOptions options = with_url(server.unix_url());
  options.connections = 3;
  const auto keyspace = open(options);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 12; ++i)
      threads.emplace_back([&] {
        for (int round = 0; round < 100; ++round) must(set(*keyspace));
      });
  }
  const std::string clients = test::RedisClient(server.socket()).command({"CLIENT", "LIST"}).text;
  std::size_t ours = 0;
  for (std::size_t at = clients.find("name=stoa "); at != std::string::npos;
       at = clients.find("name=stoa ", at + 1))
    ++ours;
  EXPECT_GE(ours, 1u);
  EXPECT_LE(ours, 3u);
}

TEST_F(RedisKeyspace, AServerThatMayNotWriteIsUnavailableAndChangesNothing) {
  test::RedisServer full({"--maxmemory", "1", "--maxmemory-policy", "noeviction"});
  const auto keyspace = open(full.unix_url());
  EXPECT_THAT(set(*keyspace), FailsWith("redis.out_of_memory"));
  EXPECT_THAT(keyspace->transact(Durability::Durable,
                                 [&](Tx& tx) -> Result<void> {
                                   STOA_TRY(tx.get(kKey));
                                   tx.del(kKey);
                                   tx.set(kKey, "v");
                                   return {};
                                 }),
              FailsWith("redis.out_of_memory"));
  EXPECT_EQ(must(get(*keyspace)), std::nullopt);

  test::RedisServer replica({"--replicaof", "127.0.0.1", "1"});
  EXPECT_THAT(set(*open(replica.unix_url())), FailsWith("redis.read_only"));
}

TEST_F(RedisKeyspace, ABatchMayBeMegabytes) {
  OpenRedis engine;
  Keyspace& keyspace = engine.keyspace();
  std::vector<HashKey> keys;
  for (int i = 0; i < 2000; ++i) keys.emplace_back("h:" + std::to_string(i));
  must(keyspace.transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    for (const HashKey& key : keys) tx.hset(key, "field", std::string(1000, 'x'));
    return {};
  }));
  const auto all = must(keyspace.read().hgetall_many(keys));
  ASSERT_EQ(all.size(), 2000u);
  for (const auto& fields : all) EXPECT_EQ(fields.at(0).value.size(), 1000u);
}

/// Counts how often the server has read from a connection: what arrives together is read at once.
class RedisRoundTrips : public RedisTest {
 protected:
  RedisRoundTrips() { must(keyspace.ping()); }

  template <class Calls>
  int of(Calls calls) {
    const int before = reads_so_far();
    calls();
    // Asking for the number is a round trip too.
    return reads_so_far() - before - 1;
  }
  int reads_so_far() {
    const std::string info = other.command({"INFO", "stats"}).text;
    const std::string name = "total_reads_processed:";
    return std::stoi(info.substr(info.find(name) + name.size()));
  }

  OpenRedis engine;
  Keyspace& keyspace = engine.keyspace();
  test::RedisClient other{shared_redis_server().socket()};
};

TEST_F(RedisRoundTrips, ABatchOfReadsIsOne) {
  std::vector<StringKey> strings;
  std::vector<HashKey> hashes;
  std::vector<SortedSetKey> pools;
  std::vector<SetKey> sets;
  std::vector<std::string> members;
  for (int i = 0; i < 50; ++i) {
    strings.emplace_back("s:" + std::to_string(i));
    hashes.emplace_back("h:" + std::to_string(i));
    pools.emplace_back("z:" + std::to_string(i));
    sets.emplace_back("set:" + std::to_string(i));
    members.push_back(std::to_string(i));
  }
  Reader& read = keyspace.read();
  EXPECT_EQ(of([&] { must(read.get(kKey)); }), 1);
  EXPECT_EQ(of([&] { must(read.get_many(strings)); }), 1);
  EXPECT_EQ(of([&] { must(read.hgetall_many(hashes)); }), 1);
  EXPECT_EQ(of([&] { must(read.zrandmember_many(pools, 10)); }), 1);
  EXPECT_EQ(of([&] { must(read.hget_many(hashes[0], members)); }), 1);
  EXPECT_EQ(of([&] { must(read.sismember_many(SetKey("set"), members)); }), 1);
  EXPECT_EQ(of([&] { must(read.sismember_each(sets, "m")); }), 1);
  EXPECT_EQ(of([&] { must(read.zscore_many(pools[0], members)); }), 1);
  EXPECT_EQ(of([&] { must(read.get_many({})); }), 0);
}

TEST_F(RedisRoundTrips, ATransactionIsOneForEachReadAndOneForAllItsWrites) {
  const auto transact = [&](int reads, int writes) {
    return of([&] {
      must(keyspace.transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
        for (int i = 0; i < reads; ++i) STOA_TRY(tx.get(kKey));
        for (int i = 0; i < writes; ++i) tx.set(StringKey("w:" + std::to_string(i)), "v");
        return {};
      }));
    });
  };
  EXPECT_EQ(transact(0, 0), 0);
  EXPECT_EQ(transact(0, 1), 1);
  EXPECT_EQ(transact(0, 50), 1);
  EXPECT_EQ(transact(1, 1), 2);
  EXPECT_EQ(transact(3, 50), 4);
}

}  // namespace
}  // namespace stoa::keyspace
