#include "base/json.h"
#include "base/rfc3339.h"
#include "base/sample_cart.h"

#include <gtest/gtest.h>

#include <limits>

namespace stoa {
namespace {
TEST(JsonAnswers, AreCompactAndInTheOrderOfTheDescription) {
  sample::Item item{
      ProductId::parse("672a1b2c3d4e5f6a7b8c9d0e").value(), "Лампа", Money::literal(1250), 2, {}};
  EXPECT_EQ(to_json(item),
            R"({"product_id":"672a1b2c3d4e5f6a7b8c9d0e","name":"Лампа","price":12.50,"quantity":2})");
}

TEST(JsonAnswers, LeaveOutWhatIsAbsentAndWhatIsOnlyForDocuments) {
  sample::Cart cart;
  cart.secret = "hidden";
  std::string json = to_json(cart);
  EXPECT_EQ(json.find("hidden"), json.npos);
  EXPECT_EQ(json.find("expires_at"), json.npos);
}

TEST(JsonAnswers, EscapeWhatJsonDoesNotTake) {
  EXPECT_EQ(to_json(std::string("a\"b\\c/\b\f\n\r\t\x01\x1f\x7f ж\xf0\x9f\x98\x80")),
            "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f ж\xf0\x9f\x98\x80\"");
  EXPECT_EQ(to_json(std::string("a\0b", 3)), R"("a\u0000b")");
}

TEST(JsonAnswers, ShowBytesInBase64AndRequestsGiveThemBack) {
  for (const std::string& bytes :
       {std::string(), std::string("\0\xFF", 2), std::string("abc"), std::string("abcd")}) {
    const auto read = read_json<Bytes>(to_json(Bytes{bytes}));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read->content, bytes);
  }
  EXPECT_EQ(to_json(Bytes{"abcd"}), R"("YWJjZA==")");
  for (const char* wrong : {R"("YWJjZA")", R"("!")", "5", R"("YWJj ZA==")"})
    EXPECT_FALSE(read_json<Bytes>(wrong).ok()) << wrong;
}

TEST(JsonAnswers, RepairTextThatIsNotUtf8) {
  EXPECT_EQ(to_json(std::string("a\xff"
                                "b")),
            "\"a\xef\xbf\xbd"
            "b\"");
}

TEST(JsonAnswers, ShowAmountsWithTwoDecimals) {
  EXPECT_EQ(to_json(Money::literal(-5)), "-0.05");
  EXPECT_EQ(to_json(Money::literal(1'200'000)), "12000.00");
  EXPECT_EQ(to_json(Money::literal(-Money::kMost)), "-10000000000000.00");
}

TEST(JsonAnswers, ShowTheShortestDoubleThatIsTheSame) {
  EXPECT_EQ(to_json(0.1), "0.1");
  EXPECT_EQ(to_json(1e300), "1e+300");
  EXPECT_THROW(to_json(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(to_json(std::numeric_limits<double>::infinity()), std::invalid_argument);
}

TEST(JsonAnswers, ShowTimesInUtcWithMilliseconds) {
  EXPECT_EQ(to_json(Time{std::chrono::microseconds{1'762'346'096'789'999}}), "\"2025-11-05T12:34:56.789Z\"");
}
}  // namespace
}  // namespace stoa
