#include "http/formats.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {

TEST(Formats, NumbersAreGroupedAsTheLanguageDoes) {
  EXPECT_EQ(format_number(Language::English, std::int64_t{1'234'567}), "1,234,567");
  EXPECT_EQ(format_number(Language::Russian, std::int64_t{1'234'567}), "1\u00a0234\u00a0567");
  EXPECT_EQ(format_number(Language::English, std::int64_t{999}), "999");
  EXPECT_EQ(format_number(Language::English, std::int64_t{-1'000}), "\u22121,000");
}

TEST(Formats, TheSmallestNumberIsWritten) {
  EXPECT_EQ(format_number(Language::English, INT64_MIN), "\u22129,223,372,036,854,775,808");
}

TEST(Formats, DecimalsAreAtMostTwoAndNoneThatAreZero) {
  EXPECT_EQ(format_number(Language::English, 1234.5), "1,234.5");
  EXPECT_EQ(format_number(Language::Russian, 1234.567), "1\u00a0234,57");
  EXPECT_EQ(format_number(Language::English, 2.0), "2");
  EXPECT_EQ(format_number(Language::English, -0.001), "0");
}

TEST(Formats, MoneyShowsMinorUnitsOnlyWhenThereAreAny) {
  EXPECT_EQ(format_money(Language::Russian, Money::literal(1'200'000), Currency::Rub),
            "12\u00a0000\u00a0₽");
  EXPECT_EQ(format_money(Language::English, Money::literal(1'200'000), Currency::Rub), "₽12,000");
  EXPECT_EQ(format_money(Language::English, Money::literal(123'405), Currency::Usd), "$1,234.05");
  EXPECT_EQ(format_money(Language::Russian, Money::literal(5), Currency::Eur), "0,05\u00a0€");
  EXPECT_EQ(format_money(Language::English, Money::literal(-250), Currency::Usd), "\u2212$2.50");
}

}  // namespace
}  // namespace stoa::http
