#include "keyspace/score.h"

#include "keyspace/engines.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace stoa::keyspace {
namespace {

TEST(Score, IsWrittenAsRedisWritesIt) {
  EXPECT_EQ(format_score(0), "0");
  EXPECT_EQ(format_score(3), "3");
  EXPECT_EQ(format_score(-1.5), "-1.5");
  EXPECT_EQ(format_score(0.1), "0.10000000000000001");
  EXPECT_EQ(format_score(1e21), "1e+21");
  EXPECT_EQ(format_score(1332065417.47), "1332065417.47");
  EXPECT_EQ(format_score(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(format_score(-std::numeric_limits<double>::infinity()), "-inf");
}

double any_number(std::uint64_t bits) {
  const double number = std::bit_cast<double>(bits);
  return std::isnan(number) ? 0.0 : number;
}

RC_GTEST_PROP(Score, ReadsBackAsTheSameNumber, (std::uint64_t bits)) {
  const double score = any_number(bits);
  RC_ASSERT(std::strtod(format_score(score).c_str(), nullptr) == score);
}

TEST(Score, IsTheTextARealRedisGives) {
  test::RedisClient redis(shared_redis_server().socket());
  redis.command({"FLUSHALL"});
  const bool same = rc::check([&](std::uint64_t bits, std::int32_t number, std::int16_t hundredths) {
    for (const double score :
         {any_number(bits), static_cast<double>(number), hundredths / 100.0, number + hundredths / 1e6}) {
      // A zero has no sign in Redis's small sorted sets.
      if (score == 0) continue;
      redis.command({"ZADD", "scores", format_score(score), "m"});
      RC_ASSERT(redis.command({"ZSCORE", "scores", "m"}).text == format_score(score));
    }
  });
  EXPECT_TRUE(same);
}

}  // namespace
}  // namespace stoa::keyspace
