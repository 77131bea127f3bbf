#include "base/quantity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa {
namespace {
using namespace std::chrono_literals;

TEST(Sizes, AreReadWithTheirUnit) {
  EXPECT_EQ(parse_size("0"), 0u);
  EXPECT_EQ(parse_size("512"), 512u);
  EXPECT_EQ(parse_size("64k"), 65536u);
  EXPECT_EQ(parse_size("1m"), 1u << 20);
  EXPECT_EQ(parse_size("2g"), 2ull << 30);
  for (const char* bad :
       {"", "k", "-1", "1.5m", "1mb", "1 m", "1M", "99999999999999999999", "99999999999999999g"})
    EXPECT_FALSE(parse_size(bad)) << bad;
}

TEST(Durations, NeedAUnit) {
  EXPECT_EQ(parse_duration("50ms"), 50ms);
  EXPECT_EQ(parse_duration("2s"), 2s);
  EXPECT_EQ(parse_duration("5m"), 5min);
  EXPECT_EQ(parse_duration("1h"), 1h);
  EXPECT_EQ(parse_duration("7d"), 7 * 24h);
  for (const char* bad :
       {"", "5", "5 s", "-1s", "1.5s", "5w", "9223372036854775808ms", "999999999999999999d"})
    EXPECT_FALSE(parse_duration(bad)) << bad;
}

RC_GTEST_PROP(Quantities, ComeBackFromTheirText, (std::uint32_t number)) {
  RC_ASSERT(parse_size(size_text(number)) == number);
  RC_ASSERT(parse_duration(duration_text(std::chrono::milliseconds{number})) ==
            std::chrono::milliseconds{number});
}
}  // namespace
}  // namespace stoa
