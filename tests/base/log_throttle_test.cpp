#include "base/log_throttle.h"

#include <gtest/gtest.h>

namespace stoa {
namespace {
using namespace std::chrono_literals;

TEST(LogThrottle, LetsOneLineASecondThroughForEachCodeAndCountsTheOthers) {
  FakeClock clock;
  LogThrottle throttle(clock);
  EXPECT_EQ(throttle.pass("redis.away"), 0u);
  EXPECT_EQ(throttle.pass("redis.away"), std::nullopt);
  EXPECT_EQ(throttle.pass("store.disk_full"), 0u);
  clock.advance(999ms);
  EXPECT_EQ(throttle.pass("redis.away"), std::nullopt);
  clock.advance(1ms);
  EXPECT_EQ(throttle.pass("redis.away"), 2u);
  EXPECT_EQ(throttle.pass("store.disk_full"), 0u);
  EXPECT_EQ(throttle.pass("redis.away"), std::nullopt);
}

TEST(LogThrottle, IsNotSilencedByAClockThatIsSetBack) {
  FakeClock clock;
  LogThrottle throttle(clock);
  EXPECT_EQ(throttle.pass("redis.away"), 0u);
  clock.advance(-1h);
  EXPECT_EQ(throttle.pass("redis.away"), 0u);
}

TEST(LogThrottle, HoldsABoundedNumberOfCodes) {
  FakeClock clock;
  LogThrottle throttle(clock);
  int passed = 0;
  for (int i = 0; i < 10'000; ++i) passed += throttle.pass("code." + std::to_string(i)).has_value();
  EXPECT_LT(passed, 1'000);
}

}  // namespace
}  // namespace stoa
