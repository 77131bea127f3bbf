#include "base/rfc3339.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa {
namespace {
TEST(Rfc3339, ReadsOffsetsAndDecimals) {
  Time expected{std::chrono::microseconds{1'762'346'096'789'000}};
  for (const char* text :
       {"2025-11-05T12:34:56.789Z", "2025-11-05t12:34:56.789z", "2025-11-05T15:34:56.789+03:00",
        "2025-11-05T07:04:56.789-05:30", "2025-11-05T12:34:56.789000999Z"})
    EXPECT_EQ(parse_rfc3339(text).value(), expected) << text;
}

TEST(Rfc3339, RefusesWhatIsNoMoment) {
  for (const char* bad :
       {"", "2025", "2025-11-05", "2025-11-05T12:34Z", "2025-11-05T12:34:56", "2025-02-29T00:00:00Z",
        "2025-13-01T00:00:00Z", "2025-11-05T24:00:00Z", "2025-11-05T12:60:00Z", "2025-11-05T12:34:60Z",
        "2025-11-05T12:34:56.Z", "2025-11-05T12:34:56Z ", "2025-11-05 12:34:56Z", "2025-11-05T12:34:56+24:00",
        "2025-11-05T12:34:56+0300", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        "-025-11-05T12:34:56Z"})
    EXPECT_FALSE(parse_rfc3339(bad).ok()) << bad;
}

TEST(Rfc3339, WritesTheEdges) {
  EXPECT_EQ(to_rfc3339(kFirstTime), "0000-01-01T00:00:00.000Z");
  EXPECT_EQ(to_rfc3339(kLastTime), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(to_rfc3339(Time{std::chrono::microseconds{-1}}), "1969-12-31T23:59:59.999Z");
  EXPECT_THROW(to_rfc3339(kLastTime + Duration{1}), std::out_of_range);
}

RC_GTEST_PROP(Rfc3339, ComesBackToTheMillisecond, ()) {
  auto first = std::chrono::floor<std::chrono::milliseconds>(kFirstTime).time_since_epoch().count();
  auto last = std::chrono::floor<std::chrono::milliseconds>(kLastTime).time_since_epoch().count();
  Time time{std::chrono::milliseconds{*rc::gen::inRange(first, last)}};
  RC_ASSERT(parse_rfc3339(to_rfc3339(time)).value() == time);
}
}  // namespace
}  // namespace stoa
