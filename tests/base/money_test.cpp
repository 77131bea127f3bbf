#include "base/money.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace stoa {
namespace {
rc::Gen<Money> amounts() {
  return rc::gen::map(rc::gen::inRange<std::int64_t>(-Money::kMost, Money::kMost + 1),
                      [](std::int64_t minor) { return Money::of_minor(minor).value(); });
}

RC_GTEST_PROP(MoneyText, ComesBackAsTheSameAmount, ()) {
  Money amount = *amounts();
  RC_ASSERT(Money::parse(amount.text()).value() == amount);
}

RC_GTEST_PROP(MoneyNumbers, ComeBackAsTheSameAmount, ()) {
  Money amount = *amounts();
  RC_ASSERT(Money::from_number(amount.number()).value() == amount);
}

TEST(MoneyNumbers, ComeBackAtTheVeryEdges) {
  for (std::int64_t minor :
       {Money::kMost, Money::kMost - 1, -Money::kMost, std::int64_t{1}, std::int64_t{-1}}) {
    Money amount = Money::of_minor(minor).value();
    EXPECT_EQ(Money::from_number(amount.number()).value(), amount);
  }
}

TEST(MoneyText, HasTwoDecimalsAlways) {
  EXPECT_EQ(Money::literal(0).text(), "0.00");
  EXPECT_EQ(Money::literal(-5).text(), "-0.05");
  EXPECT_EQ(Money::literal(123450).text(), "1234.50");
}

TEST(MoneyText, WithAnythingButTwoDecimalsIsRefused) {
  for (const char* bad : {"", "1", "1.", "1.0", "1.000", ".50", "-.50", "+1.00", "1,00", "1e3.00", " 1.00",
                          "1.00 ", "--1.00", "1.0a"})
    EXPECT_EQ(Money::parse(bad).error().code, "money.malformed") << bad;
  EXPECT_EQ(Money::parse("10000000000000.01").error().code, "money.out_of_range");
  EXPECT_EQ(Money::parse("99999999999999999999999.00").error().code, "money.out_of_range");
}

TEST(MoneyNumbers, ThatAreNoMultipleOfACentAreRefused) {
  EXPECT_EQ(Money::from_number(19.99)->minor(), 1999);
  EXPECT_EQ(Money::from_number(-1.15)->minor(), -115);
  EXPECT_EQ(Money::from_number(0.1 + 0.2)->minor(), 30);
  for (double bad : {0.001, 19.995, -0.005, 1.0001})
    EXPECT_EQ(Money::from_number(bad).error().code, "money.not_cents") << bad;
}

TEST(MoneyNumbers, ThatAreNoAmountAreRefused) {
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity(),
                     -std::numeric_limits<double>::infinity(), 1e300, 1.1e13})
    EXPECT_EQ(Money::from_number(bad).error().code, "money.out_of_range") << bad;
}

TEST(MoneyArithmetic, ThatLeavesTheRangeIsRefusedAndNeverWraps) {
  Money most = Money::literal(Money::kMost);
  EXPECT_FALSE(most.plus(Money::literal(1)).ok());
  EXPECT_FALSE(Money::literal(-Money::kMost).minus(Money::literal(1)).ok());
  EXPECT_FALSE(most.times(2).ok());
  EXPECT_FALSE(most.times(std::numeric_limits<std::int64_t>::max()).ok());
  EXPECT_EQ(most.minus(most).value(), Money());
}

RC_GTEST_PROP(MoneyArithmetic, IsExact, ()) {
  auto price = *rc::gen::inRange<std::int64_t>(-1'000'000'00, 1'000'000'00);
  auto quantity = *rc::gen::inRange<std::int64_t>(-9999, 10000);
  Money amount = Money::of_minor(price).value();
  RC_ASSERT(amount.times(quantity)->minor() == price * quantity);
  RC_ASSERT(amount.plus(amount)->minor() == 2 * price);
  RC_ASSERT(amount.times(3)->minus(amount).value() == amount.plus(amount).value());
}
}  // namespace
}  // namespace stoa
