#include "http/buckets.h"

#include <gmock/gmock.h>

#include <thread>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;

class BucketsTest : public testing::Test {
 protected:
  FakeClock clock_;
  Buckets buckets_{{{"login", 6, 60s, 3}, {"vote", 100, 1s, 200}}, clock_};
  const BucketRule& login_ = buckets_.rule("login");
};

TEST_F(BucketsTest, LetABurstThroughAndThenOneAtATime) {
  EXPECT_EQ(buckets_.take(login_, "a").left, 2);
  EXPECT_EQ(buckets_.take(login_, "a").left, 1);
  EXPECT_EQ(buckets_.take(login_, "a").left, 0);
  const auto refused = buckets_.take(login_, "a");
  EXPECT_FALSE(refused.allowed);
  EXPECT_EQ(refused.wait, 10s);
  clock_.advance(9s);
  EXPECT_EQ(buckets_.take(login_, "a").wait, 1s);
  clock_.advance(1s);
  EXPECT_TRUE(buckets_.take(login_, "a").allowed);
  EXPECT_FALSE(buckets_.take(login_, "a").allowed);
}

TEST_F(BucketsTest, AreFullAgainAfterAWhileAndNotMoreThanFull) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(buckets_.take(login_, "a").allowed);
  clock_.advance(24h);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(buckets_.take(login_, "a").allowed);
  EXPECT_FALSE(buckets_.take(login_, "a").allowed);
}

TEST_F(BucketsTest, TakeBackWhatWasTakenForNothing) {
  while (buckets_.take(login_, "a").allowed) {
  }
  buckets_.give_back(login_, "a");
  EXPECT_TRUE(buckets_.take(login_, "a").allowed);
  EXPECT_FALSE(buckets_.take(login_, "a").allowed);
}

TEST_F(BucketsTest, AreNeverMoreThanFullWhateverIsGivenBack) {
  buckets_.give_back(login_, "a");
  buckets_.take(login_, "a");
  for (int i = 0; i < 5; ++i) buckets_.give_back(login_, "a");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(buckets_.take(login_, "a").allowed);
  EXPECT_FALSE(buckets_.take(login_, "a").allowed);
}

TEST_F(BucketsTest, AreApartForClientsAndActions) {
  while (buckets_.take(login_, "a").allowed) {
  }
  EXPECT_TRUE(buckets_.take(login_, "b").allowed);
  EXPECT_TRUE(buckets_.take(buckets_.rule("vote"), "a").allowed);
}

TEST_F(BucketsTest, SurviveAClockThatGoesBack) {
  while (buckets_.take(login_, "a").allowed) {
  }
  clock_.advance(-1s);
  EXPECT_FALSE(buckets_.take(login_, "a").allowed);
}

TEST_F(BucketsTest, RememberThoseWhoAreNearlyEmptyWhenManyOthersCome) {
  Buckets small({{"login", 6, 60s, 3}}, clock_, 512);
  const BucketRule& rule = small.rule("login");
  while (small.take(rule, "greedy").allowed) {
  }
  for (int i = 0; i < 400; ++i) {
    small.take(rule, "once " + std::to_string(i));
    clock_.advance(1ms);
  }
  EXPECT_FALSE(small.take(rule, "greedy").allowed);
}

TEST_F(BucketsTest, CountOnceForEachCallFromManyThreads) {
  std::atomic<int> allowed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 100; ++n) allowed += buckets_.take(buckets_.rule("vote"), "a").allowed;
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(allowed, 200);
}

TEST(Buckets, RefuseRulesThatCannotBeMeant) {
  FakeClock clock;
  EXPECT_THROW(Buckets({{"a", 0, 1s, 1}}, clock), std::logic_error);
  EXPECT_THROW(Buckets({{"a", 1, 1s, 0}}, clock), std::logic_error);
  EXPECT_THROW(Buckets({{"a", 1, 1s, 1}, {"a", 1, 1s, 1}}, clock), std::logic_error);
  EXPECT_THROW(Buckets({}, clock).rule("a"), std::logic_error);
}

TEST(ClientNetwork, IsTheAddressOrTheHalfOfItThatOneClientHas) {
  EXPECT_EQ(client_network("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(client_network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(client_network("2001:db8:1:2::9"), client_network("2001:db8:1:2:ffff::1"));
  EXPECT_NE(client_network("2001:db8:1:2::9"), client_network("2001:db8:1:3::9"));
  EXPECT_EQ(client_network("::ffff:192.0.2.1"), "::ffff:192.0.2.1");
  EXPECT_EQ(client_network(""), "");
}

}  // namespace
}  // namespace stoa::http
