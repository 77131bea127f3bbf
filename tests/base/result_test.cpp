#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace stoa {
namespace {
const Error kGone{Error::Kind::NotFound, "thing.gone", "the thing is gone"};

Result<int> half(int number) {
  if (number % 2) return kGone;
  return number / 2;
}

Result<int> quarter(int number) {
  int once = STOA_TRY(half(number));
  return STOA_TRY(half(once));
}

Result<void> must_halve(int number) {
  STOA_TRY(half(number));
  return {};
}

Result<void> must_halve_twice(int number) {
  STOA_TRY(must_halve(number));
  return must_halve(number / 2);
}

TEST(Results, HoldAValueOrAnError) {
  EXPECT_EQ(half(4).value(), 2);
  EXPECT_EQ(half(3).error(), kGone);
  EXPECT_TRUE(half(4));
  EXPECT_FALSE(half(3));
}

TEST(Results, PassAnErrorUpThroughTry) {
  EXPECT_EQ(*quarter(8), 2);
  EXPECT_EQ(quarter(6).error(), kGone);
  EXPECT_EQ(quarter(7).error(), kGone);
}

TEST(Results, OfNothingCarryOnlyTheError) {
  EXPECT_TRUE(must_halve_twice(4).ok());
  EXPECT_EQ(must_halve_twice(2).error(), kGone);
}

TEST(Results, CarryWhatCanOnlyBeMoved) {
  auto make = []() -> Result<std::unique_ptr<int>> { return std::make_unique<int>(7); };
  auto twice = [&]() -> Result<std::unique_ptr<int>> { return STOA_TRY(make()); };
  EXPECT_EQ(**twice(), 7);
}
}  // namespace
}  // namespace stoa
