#include "base/typed_number.h"

#include <gtest/gtest.h>

namespace stoa {
namespace {

TEST(TypedNumber, LosesItsBlanksAndGetsAPoint) {
  EXPECT_EQ(plain_number("12 000,50"), "12000.50");
  EXPECT_EQ(plain_number("12\u00a0000,50"), "12000.50");
  EXPECT_EQ(plain_number("1\u202f200"), "1200");
  EXPECT_EQ(plain_number("19.90"), "19.90");
}

TEST(TypedNumber, StaysNoNumberWhenItIsNone) {
  EXPECT_EQ(plain_number("1,200.50"), "1,200.50");
  EXPECT_EQ(plain_number("1,200,50"), "1.200.50");
  EXPECT_EQ(plain_number("many"), "many");
  EXPECT_EQ(plain_number(""), "");
}

}  // namespace
}  // namespace stoa
