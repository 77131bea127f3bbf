#include "keyspace/redis_fixture.h"

#include <thread>

namespace stoa::keyspace {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing;

class RedisOutage : public RedisTest {
 protected:
  static constexpr auto kTimeout = 300ms;
  /// What a slow machine may add to a time-out.
  static constexpr auto kSlack = 5s;

  RedisOutage() {
    RedisOptions options = with_url(server.unix_url());
    options.timeout = kTimeout;
    keyspace = open(options);
  }

  /// Makes every kind of call; each must say Unavailable, and none may hang.
  void expect_everything_unavailable() {
    const SortedSetKey sorted("z");
    const auto calls = std::to_array<std::function<Result<void>()>>({
        [&]() -> Result<void> { return keyspace->ping(); },
        [&]() -> Result<void> { return set(*keyspace); },
        [&]() -> Result<void> { return (STOA_TRY(get(*keyspace)), Result<void>{}); },
        [&]() -> Result<void> {
          return (STOA_TRY(keyspace->read().get_many(std::vector{kKey, kKey})), Result<void>{});
        },
        [&]() -> Result<void> { return (STOA_TRY(keyspace->scan(0, "*", 10)), Result<void>{}); },
        [&]() -> Result<void> { return keyspace->scale(sorted, 2); },
        [&]() -> Result<void> { return keyspace->intersect_into(sorted, SetKey("s"), sorted, Time{1s}); },
        [&]() -> Result<void> {
          return keyspace->transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
            STOA_TRY(tx.get(kKey));
            tx.set(kKey, "v");
            return {};
          });
        },
    });
    for (const auto& call : calls) {
      const auto begun = Steady::now();
      const auto outcome = call();
      EXPECT_LT(Steady::now() - begun, kTimeout + kSlack);
      ASSERT_FALSE(outcome.ok());
      EXPECT_EQ(outcome.error().kind, Error::Kind::Unavailable) << outcome.error().message;
      EXPECT_TRUE(outcome.error().code.starts_with("redis.")) << outcome.error().code;
    }
  }
  void expect_recovery() {
    EXPECT_TRUE(eventually([&] { return set(*keyspace, "back").ok(); }));
    EXPECT_TRUE(eventually([&] { return get(*keyspace).ok(); }));
    EXPECT_THAT(must(get(*keyspace)), Optional("back"s));
  }

  test::RedisServer server;
  std::unique_ptr<Keyspace> keyspace;
};

TEST_F(RedisOutage, AServerThatDiesMakesEveryCallUnavailableUntilItIsBack) {
  must(set(*keyspace));
  server.kill();
  expect_everything_unavailable();
  EXPECT_THAT(get(*keyspace), FailsWith("redis.unreachable"));
  server.restart();
  expect_recovery();
}

TEST_F(RedisOutage, AServerThatIsNotThereYetIsFoundWhenItComes) {
  server.kill();
  RedisOptions options = with_url(server.url());
  options.timeout = kTimeout;
  keyspace = open(options);
  const auto outcome = get(*keyspace);
  EXPECT_THAT(outcome, FailsWith("redis.unreachable"));
  EXPECT_THAT(outcome.error().message, HasSubstr(std::to_string(server.port())));
  expect_everything_unavailable();
  server.restart();
  expect_recovery();
}

TEST_F(RedisOutage, AServerThatHangsMakesCallsTimeOutUntilItGoesOn) {
  must(set(*keyspace));
  server.stop();
  EXPECT_THAT(get(*keyspace), FailsWith("redis.timeout"));
  expect_everything_unavailable();
  server.cont();
  expect_recovery();
}

TEST_F(RedisOutage, WhileItBacksOffCallsFailAtOnce) {
  server.stop();
  const auto begun = Steady::now();
  for (int call = 0; call < 1000; ++call) EXPECT_FALSE(get(*keyspace).ok());
  // Each waiting for its time-out would take five minutes.
  EXPECT_LT(Steady::now() - begun, 60s);
  server.cont();
  expect_recovery();
}

TEST_F(RedisOutage, AChangeWhoseAnswerIsLostHasAnUnknownOutcome) {
  must(set(*keyspace));
  server.stop();
  const auto alone = set(*keyspace, "perhaps");
  EXPECT_THAT(alone, FailsWith("redis.outcome_unknown"));
  EXPECT_THAT(alone.error().message, HasSubstr("may or may not"));
  server.cont();
  // The server reads what was sent when it goes on.
  EXPECT_TRUE(eventually([&] {
    const auto value = get(*keyspace);
    return value.ok() && *value == "perhaps";
  }));
  int runs = 0;
  const auto after_reads = keyspace->transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.get(kKey));
    ++runs;
    tx.set(kKey, "perhaps again");
    server.stop();
    return {};
  });
  server.cont();
  EXPECT_THAT(after_reads, FailsWith("redis.outcome_unknown"));
  EXPECT_EQ(runs, 1);
}

TEST_F(RedisOutage, ATransactionThatLosesItsConnectionBeforeItSentAnythingRunsAgain) {
  must(set(*keyspace, "before"));
  int runs = 0;
  const auto outcome = keyspace->transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.get(kKey));
    if (++runs == 1) server.restart();
    tx.set(kKey, "after");
    return {};
  });
  EXPECT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(runs, 2);
  EXPECT_THAT(must(get(*keyspace)), Optional("after"s));
}

TEST_F(RedisOutage, ConnectionsTheServerClosedMeanwhileAreReplacedUnnoticed) {
  must(set(*keyspace));
  test::RedisClient other(server.socket());
  for (int round = 0; round < 5; ++round) {
    other.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    must(get(*keyspace));
    other.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    must(set(*keyspace));
    other.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    must(keyspace->transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
      STOA_TRY(tx.get(kKey));
      tx.set(kKey, "w");
      return {};
    }));
  }
}

TEST_F(RedisOutage, ThreadsThatWereCutOffAllComeBack) {
  std::vector<std::jthread> threads;
  std::atomic<int> recovered = 0;
  std::atomic<bool> was_away = false;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&] {
      while (!was_away) (void)set(*keyspace);
      if (eventually([&] { return set(*keyspace).ok() && get(*keyspace).ok(); })) ++recovered;
    });
  server.kill();
  ASSERT_TRUE(eventually([&] { return !get(*keyspace).ok(); }));
  server.restart();
  was_away = true;
  threads.clear();
  EXPECT_EQ(recovered, 6);
}

TEST_F(RedisOutage, AHostThatHasNoAddressIsUnreachable) {
  RedisOptions options = with_url("redis://no-such-host.invalid");
  options.timeout = kTimeout;
  const auto outcome = get(*open(options));
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().kind, Error::Kind::Unavailable);
}

}  // namespace
}  // namespace stoa::keyspace
