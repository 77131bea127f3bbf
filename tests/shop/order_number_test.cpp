#include "shop/order_number.h"

#include "base/must.h"

#include <gmock/gmock.h>

namespace stoa::shop::test {
namespace {
using namespace testing;
using stoa::test::code_of;
using stoa::test::must;

OrderId id(std::string_view hex) {
  return must(OrderId::parse(hex));
}

TEST(OrderNumber, IsTheIdsFirstEightDigitsAndItsLastFour) {
  EXPECT_EQ(OrderNumber(id("6a1f03b2a4d15e77c0019c41")).text(), "6a1f03b2-9c41");
}

TEST(OrderNumber, IsReadInWhicheverWayItIsWritten) {
  const OrderId wanted = id("6a1f03b2a4d15e77c0019c41");
  for (const char* typed : {"6a1f03b2-9c41", "6A1F03B2-9C41", "6a1f03b29c41", " 6a1f 03b2 9c41 ",
                            "6a1f03b2\u20139c41", "6a1f03b2 \u2014 9c41", "6a1f03b2\u22129c41"}) {
    const OrderNumber number = must(OrderNumber::parse(typed));
    EXPECT_EQ(number.text(), "6a1f03b2-9c41") << typed;
    EXPECT_TRUE(number.names(wanted)) << typed;
    EXPECT_TRUE(number.names(id("6a1f03b20000000000009c41"))) << typed;
    EXPECT_FALSE(number.names(id("6a1f03b2a4d15e77c0019c42"))) << typed;
    EXPECT_FALSE(number.names(id("6a1f03b3a4d15e77c0019c41"))) << typed;
  }
}

TEST(OrderNumber, OfAWholeIdNamesThatOrderAlone) {
  const OrderNumber number = must(OrderNumber::parse("6A1F03B2A4D15E77C0019C41"));
  EXPECT_EQ(number.text(), "6a1f03b2a4d15e77c0019c41");
  EXPECT_TRUE(number.names(id("6a1f03b2a4d15e77c0019c41")));
  EXPECT_FALSE(number.names(id("6a1f03b20000000000009c41")));
  EXPECT_EQ(number.next_after(number.first()), std::nullopt);
}

TEST(OrderNumber, WhatIsNoneIsRefused) {
  for (const char* typed : {"", "-", "6a1f03b2", "6a1f03b2-9c4", "6a1f03b2-9c411", "6a1f03b2-9c4g",
                            "6a1f03b2_9c41", "6a1f03b2a4d15e77c0019c4", "6a1f03b2a4d15e77c0019c4x"})
    EXPECT_EQ(code_of(OrderNumber::parse(typed)), "order.number") << typed;
}

TEST(OrderNumber, KnowsTheNextIdThatItNames) {
  const OrderNumber number = must(OrderNumber::parse("6a1f03b2-9c41"));
  EXPECT_EQ(number.next_after(id("6a1f03b2a4d15e77c0010000")), id("6a1f03b2a4d15e77c0019c41"));
  EXPECT_EQ(number.next_after(id("6a1f03b2a4d15e77c0019c41")), id("6a1f03b2a4d15e77c0029c41"));
  EXPECT_EQ(number.next_after(id("6a1f03b2a4d15e77ffffffff")), id("6a1f03b2a4d15e7800009c41"));
  EXPECT_EQ(number.next_after(id("6a1f03b2ffffffffffff9c40")), number.last());
  EXPECT_EQ(number.next_after(number.last()), std::nullopt);
  EXPECT_EQ(must(OrderNumber::parse("ffffffff-ffff")).next_after(id("ffffffffffffffffffffffff")),
            std::nullopt);
}

}  // namespace
}  // namespace stoa::shop::test
