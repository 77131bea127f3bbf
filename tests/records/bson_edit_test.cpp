#include "records/bson_edit.h"

#include "json_document.h"
#include "records/bson_document.h"

#include <gtest/gtest.h>

namespace stoa::records {
namespace {

using test::from_json;
using test::to_json;

struct Incremented {
  Result<std::int64_t> sum;
  std::string json;
};

Incremented increment(const std::string& json, std::string_view path, std::int64_t delta,
                      std::int64_t floor = 0) {
  auto document = from_json(json);
  auto sum = increment_number(document, path, delta, floor);
  EXPECT_TRUE(check_document(document).ok());
  return {sum, to_json(document)};
}

std::string canonical(const std::string& json) {
  return to_json(from_json(json));
}

TEST(BsonEdit, ANumberKeepsItsType) {
  EXPECT_EQ(increment(R"({"_id": 1, "n": 34, "z": "x"})", "n", -2).json,
            canonical(R"({"_id": 1, "n": 32, "z": "x"})"));
  EXPECT_EQ(increment(R"({"n": {"$numberLong": "5"}})", "n", 2).json,
            canonical(R"({"n": {"$numberLong": "7"}})"));
  EXPECT_EQ(increment(R"({"a": {"n": 12.0}})", "a.n", -1).json, canonical(R"({"a": {"n": 11.0}})"));
  EXPECT_EQ(*increment(R"({"a": {"n": 12.0}})", "a.n", -1).sum, 11);
  EXPECT_EQ(increment(R"({"a": [{"n": 1}]})", "a.0.n", 1).json, canonical(R"({"a": [{"n": 2}]})"));
}

TEST(BsonEdit, AnInt32ThatGrowsOutOfItsRangeBecomesAnInt64) {
  const auto grown = increment(R"({"a": {"b": {"n": 2147483647}, "c": 1}, "d": 2})", "a.b.n", 1);
  EXPECT_EQ(*grown.sum, 2147483648);
  EXPECT_EQ(grown.json, canonical(R"({"a": {"b": {"n": {"$numberLong": "2147483648"}}, "c": 1}, "d": 2})"));
}

TEST(BsonEdit, BelowTheFloorNothingChanges) {
  const auto refused = increment(R"({"n": 3})", "n", -4);
  EXPECT_EQ(refused.sum.error().kind, Error::Kind::Conflict);
  EXPECT_EQ(refused.sum.error().code, "records.floor");
  EXPECT_EQ(refused.json, canonical(R"({"n": 3})"));
  EXPECT_EQ(*increment(R"({"n": 3})", "n", -3).sum, 0);
  EXPECT_EQ(*increment(R"({"n": 3})", "n", -4, -1).sum, -1);
}

TEST(BsonEdit, NumbersThatCannotBeCountedAreRefused) {
  EXPECT_EQ(increment(R"({"n": 1.5})", "n", 1).sum.error().code, "records.not_whole");
  EXPECT_EQ(increment(R"({"n": "1"})", "n", 1).sum.error().kind, Error::Kind::NotFound);
  EXPECT_EQ(increment(R"({"n": 1})", "m", 1).sum.error().kind, Error::Kind::NotFound);
  EXPECT_EQ(increment(R"({"n": 1})", "n.m", 1).sum.error().kind, Error::Kind::NotFound);
  EXPECT_EQ(increment(R"({"n": {"$numberLong": "9223372036854775807"}})", "n", 1).sum.error().code,
            "records.overflow");
  EXPECT_EQ(increment(R"({"n": {"$numberLong": "-9223372036854775807"}})", "n", -9).sum.error().code,
            "records.floor");
  EXPECT_EQ(increment(R"({"n": 9007199254740992.0})", "n", 1).sum.error().code, "records.overflow");
  EXPECT_EQ(increment(R"({"n": {"$numberDouble": "NaN"}})", "n", 1).sum.error().code, "records.not_whole");
}

std::string touched(const std::string& json, std::string_view path) {
  auto document = from_json(json);
  EXPECT_TRUE(set_moment(document, path, Time(std::chrono::microseconds(1500999))).ok());
  EXPECT_TRUE(check_document(document).ok());
  return to_json(document);
}

TEST(BsonEdit, AMomentIsSetWhereItIsAndMadeWhereItIsNot) {
  const std::string moment = R"({"$date": {"$numberLong": "1500"}})";
  EXPECT_EQ(touched(R"({"at": {"$date": 3}, "z": 1})", "at"),
            canonical("{\"at\": " + moment + ", \"z\": 1}"));
  EXPECT_EQ(touched(R"({"z": 1})", "at"), canonical("{\"z\": 1, \"at\": " + moment + "}"));
  EXPECT_EQ(touched(R"({"at": "long ago, as text", "z": 1})", "at"),
            canonical("{\"at\": " + moment + ", \"z\": 1}"));
  EXPECT_EQ(touched(R"({"a": {"b": 1}, "z": 1})", "a.at"),
            canonical("{\"a\": {\"b\": 1, \"at\": " + moment + "}, \"z\": 1}"));
  EXPECT_EQ(touched(R"({"z": 1})", "a.b.at"),
            canonical("{\"z\": 1, \"a\": {\"b\": {\"at\": " + moment + "}}}"));
}

TEST(BsonEdit, AMomentCannotBeSetInsideASingleValue) {
  auto document = from_json(R"({"a": 1})");
  const auto before = document;
  EXPECT_EQ(set_moment(document, "a.at", Time()).error().code, "records.path");
  EXPECT_EQ(document, before);
}

}  // namespace
}  // namespace stoa::records
