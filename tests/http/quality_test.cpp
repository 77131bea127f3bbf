#include "http/quality.h"

#include <gtest/gtest.h>

namespace stoa::http {
namespace {

TEST(Quality, IsWhatQSaysInThousandths) {
  EXPECT_EQ(quality_of("q=0.8"), 800);
  EXPECT_EQ(quality_of(" Q = 0.125 "), 125);
  EXPECT_EQ(quality_of("level=1;q=1.000"), 1000);
  EXPECT_EQ(quality_of("q=0."), 0);
  EXPECT_EQ(quality_of("q=1"), 1000);
  EXPECT_EQ(quality_of("q=0.3339"), 333);
}

TEST(Quality, IsWholeWhereNothingSaysSo) {
  for (const char* parameters : {"", "level=1", ";;", "quality=0.1"}) EXPECT_EQ(quality_of(parameters), 1000);
}

TEST(Quality, IsNoneWhereThatIsNoNumber) {
  for (const char* parameters : {"q", "q=", "q=x", "q=2", "q=1.1", "q=-1", "q=1e400", "q=.5", "q=0,5", "q=0.5x"})
    EXPECT_EQ(quality_of(parameters), 0) << parameters;
}

}  // namespace
}  // namespace stoa::http
