#include "shop/extended_json.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa::shop::test {
namespace {

TEST(ExtendedJson, IdsMomentsAndNumbersBecomePlain) {
  EXPECT_EQ(plain_json(R"({"_id":{"$oid":"5f1a00000000000000000001"},"n":1})"),
            R"({"_id":"5f1a00000000000000000001","n":1})");
  EXPECT_EQ(plain_json(R"({ "at" : { "$date" : "2024-02-03T04:05:06Z" } })"),
            R"({ "at" : "2024-02-03T04:05:06Z" })");
  EXPECT_EQ(plain_json(R"({"at":{"$date":{"$numberLong":"1706933106789"}}})"),
            R"({"at":"2024-02-03T04:05:06.789Z"})");
  EXPECT_EQ(plain_json(R"([{"$numberInt":"-5"},{"$numberLong":"7"},{"$numberDouble":"1.5"},)"
                       R"({"$numberDecimal":"1290.50"}])"),
            "[-5,7,1.5,1290.50]");
}

TEST(ExtendedJson, WhatIsNoneStaysAsItIs) {
  for (const std::string text :
       {R"({"name":"{\"$oid\":\"5f1a\"}"})", R"({"name":"\\","price":"$5"})", R"({"$oid":5})",
        R"({"$oid":"a","b":1})", R"({"$date":5})", R"({"$date":{"$numberLong":"many"}})",
        R"({"$date":{"a":1}})", R"({"$numberInt":"NaN"})", R"({"$where":"x"})", R"({"$oid":")",
        R"({"$oid":"\)", R"({"$)", "{", "$", ""})
    EXPECT_EQ(plain_json(text), text);
  // What is in it may be one; that no year is that late is then the reader's to say.
  EXPECT_EQ(plain_json(R"({"$date":{"$numberLong":"99999999999999999"}})"), R"({"$date":99999999999999999})");
}

TEST(ExtendedJson, ADeepNestIsNoTrouble) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += R"({"$date":)";
  EXPECT_EQ(plain_json(text), text);
}

RC_GTEST_PROP(ExtendedJson, AnyTextComesThrough, (std::vector<std::string> pieces)) {
  std::string text;
  for (const auto& piece : pieces)
    text += *rc::gen::elementOf(std::vector<std::string>{piece, "{\"$oid\":", "\"", "}", "\\", "$"});
  const std::string plain = plain_json(text);
  RC_ASSERT(plain.size() <= text.size());
  RC_ASSERT(plain_json(text) == plain);
}

}  // namespace
}  // namespace stoa::shop::test
