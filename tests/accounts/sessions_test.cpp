#include "accounts/sessions.h"

#include "accounts/jobs.h"
#include "accounts/session_cleaner.h"
#include "clockwork/steady_clock.h"
#include "house.h"

namespace stoa::accounts {
namespace {
using namespace std::chrono_literals;
using test::must;
using test::named;
namespace keys = keyspace::keys;

class SessionsOnEveryEngine : public test::OnEveryEngine {
 protected:
  /// A guest's session whose last use is now.
  Token guest() {
    house_.clock().advance(1s);
    return must(house_.sessions().open());
  }
  std::size_t tokens() { return must(house_.read().zcard(keys::recent())); }
};
INSTANTIATE_TEST_SUITE_P(Engines, SessionsOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         test::engine_name);

TEST_P(SessionsOnEveryEngine, EveryRequestIsNotedToTheMicrosecond) {
  const Token token = Token::make();
  house_.clock().set(Time(1'700'000'000'123'457us));
  EXPECT_FALSE(must(house_.sessions().touch(token)));
  EXPECT_EQ(house_.last_used(token), 1'700'000'000.123457);
}

TEST_P(SessionsOnEveryEngine, AClockThatGoesBackDoesNotTakeTheScoreWithIt) {
  const Token token = guest();
  const auto before = house_.last_used(token);
  house_.clock().advance(-1h);
  must(house_.sessions().touch(token));
  EXPECT_EQ(house_.last_used(token), before);
}

TEST_P(SessionsOnEveryEngine, ATokenOfAnAccountThatIsNotThereIsAGuests) {
  const Token token = Token::make();
  for (const std::string_view name : {"ghost", "Not A Name", ""}) {
    must(house_.keyspace().transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
      tx.hset(keys::login(), token.text(), name);
      return {};
    }));
    EXPECT_FALSE(must(house_.sessions().touch(token))) << name;
  }
}

TEST_P(SessionsOnEveryEngine, FiguresCountGuestsAndUsers) {
  house_.add("ann");
  const Time first = house_.clock().now() + 1s;
  guest();
  house_.clock().advance(1s);
  house_.log_in("ann");
  const auto figures = must(house_.sessions().figures());
  EXPECT_EQ(figures.tokens, 2u);
  EXPECT_EQ(figures.logged_in, 1u);
  EXPECT_EQ(figures.oldest, first);
}

TEST_P(SessionsOnEveryEngine, TheCleanerRemovesTheLeastUsedAHundredAtATime) {
  SessionCleaner cleaner(house_.keyspace(), 20);
  std::vector<Token> all;
  for (int i = 0; i < 150; ++i) all.push_back(guest());
  EXPECT_EQ(must(cleaner.remove_oldest()), 100u);
  EXPECT_TRUE(must(cleaner.has_work()));
  EXPECT_EQ(must(cleaner.remove_oldest()), 30u);
  EXPECT_FALSE(must(cleaner.has_work()));
  EXPECT_EQ(must(cleaner.remove_oldest()), 0u);
  EXPECT_EQ(tokens(), 20u);
  EXPECT_FALSE(house_.is_known(all[129]));
  EXPECT_TRUE(house_.is_known(all[130]));
}

TEST_P(SessionsOnEveryEngine, TheCleanerTakesAllThatATokenStandsFor) {
  house_.add("ann");
  const Token old = house_.log_in("ann");
  house_.shop_around(old, {"1", "2"});
  const Token newer = guest();
  SessionCleaner cleaner(house_.keyspace(), 1);
  EXPECT_EQ(must(cleaner.remove_oldest()), 1u);
  EXPECT_FALSE(house_.is_known(old));
  EXPECT_EQ(must(house_.sessions().count(named("ann"))), 0u);
  EXPECT_TRUE(house_.is_known(newer));
}

TEST_P(SessionsOnEveryEngine, TheCleanerLeavesWhatIsUsedAgain) {
  const Token first = guest(), second = guest();
  house_.clock().advance(1s);
  must(house_.sessions().touch(first));
  SessionCleaner cleaner(house_.keyspace(), 1);
  EXPECT_EQ(must(cleaner.remove_oldest()), 1u);
  EXPECT_TRUE(house_.is_known(first));
  EXPECT_FALSE(house_.is_known(second));
}

TEST_P(SessionsOnEveryEngine, TheCleanerGetsThroughWhereEverybodyWrites) {
  const Token old = guest(), newer = guest();
  SessionCleaner cleaner(house_.keyspace(), 1);
  house_.keyspace().contended = 1;
  EXPECT_EQ(must(cleaner.remove_oldest()), 1u);
  EXPECT_FALSE(house_.is_known(old));
  EXPECT_TRUE(house_.is_known(newer));
}

TEST_P(SessionsOnEveryEngine, TheCleanerRemovesWhatIsNoTokenToo) {
  must(house_.keyspace().transact(Durability::Durable, [](keyspace::Tx& tx) -> Result<void> {
    tx.zadd(keys::recent(), "something else", 1);
    return {};
  }));
  SessionCleaner cleaner(house_.keyspace(), 0);
  EXPECT_EQ(must(cleaner.remove_oldest()), 1u);
  EXPECT_EQ(tokens(), 0u);
}

TEST_P(SessionsOnEveryEngine, TheJobGoesOnUntilTheLimitIsKept) {
  for (int i = 0; i < 310; ++i) guest();
  const auto job = clean_sessions(house_.accounts().cleaner(), clockwork::Scope::Node);
  clockwork::Run run(job.name, clockwork::steady_clock());
  EXPECT_EQ(must(job.work(run)), 210u);
  EXPECT_EQ(tokens(), 100u);
}

}  // namespace
}  // namespace stoa::accounts
