#include "clockwork/pauses.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa::clockwork {
namespace {
using namespace std::chrono_literals;

const Job kHourly{.name = "hourly", .meaning = "", .interval = 1h, .jitter = 10min, .work = {}};
const Job kQuick{.name = "quick", .meaning = "", .interval = 100ms, .work = {}};

TEST(Pauses, CountFromTheStartOfTheRun) {
  EXPECT_EQ(pause_after_success(kHourly, 5min, 0), 55min);
  EXPECT_EQ(pause_after_success(kHourly, 2h, 0), 0s);
}

TEST(Pauses, TakeTheirJitterByChance) {
  EXPECT_EQ(pause_after_success(kHourly, 0s, 0.5), 65min);
}

TEST(Pauses, AfterFailuresDoubleUpToTheLongest) {
  const BackOff back_off;
  EXPECT_EQ(pause_after_failure(kHourly, back_off, 1, 0), 1s);
  EXPECT_EQ(pause_after_failure(kHourly, back_off, 2, 0), 2s);
  EXPECT_EQ(pause_after_failure(kHourly, back_off, 5, 0), 16s);
  EXPECT_EQ(pause_after_failure(kHourly, back_off, 1'000'000, 0), 1min);
  EXPECT_EQ(pause_after_failure(kQuick, back_off, 1, 0), 100ms);
  EXPECT_EQ(pause_after_failure(kQuick, back_off, 2, 0), 200ms);
}

RC_GTEST_PROP(Pauses, AfterFailuresAreNeverLongerThanAQuarterBeyondTheLongest, ()) {
  const auto failures = *rc::gen::inRange<std::uint64_t>(1, 1000);
  const auto chance = *rc::gen::map(rc::gen::inRange(0, 1000), [](int n) { return n / 1000.0; });
  const auto pause = pause_after_failure(kHourly, {}, failures, chance);
  RC_ASSERT(pause >= Duration(1s));
  RC_ASSERT(pause <= Duration(75s));
}

}  // namespace
}  // namespace stoa::clockwork
