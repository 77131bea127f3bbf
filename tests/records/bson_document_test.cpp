#include "records/bson_document.h"

#include "base/must.h"
#include "json_document.h"
#include "records/value_encoding.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa::records {
namespace {

using stoa::test::code_of;
using test::from_json;
using enum IndexField::Direction;

// {"a": {"a": … {}}}, by hand, as JSON parsers have a bound of their own.
std::string nested(int levels) {
  std::string document("\5\0\0\0\0", 5);
  for (int i = 1; i < levels; ++i) {
    const auto size = static_cast<std::int32_t>(4 + 3 + document.size() + 1);
    document = std::string(reinterpret_cast<const char*>(&size), sizeof size) + std::string("\3a\0", 3) +
               document + '\0';
  }
  return document;
}

TEST(BsonDocument, AWholeDocumentPasses) {
  EXPECT_EQ(code_of(check_document(from_json(R"({"_id": 1, "a": {"b": ["x", {"c": "Чёрный"}]}})"))), "");
}

TEST(BsonDocument, BytesThatAreNoDocumentAreRefused) {
  auto cut = from_json(R"({"_id": 1, "name": "lamp"})");
  cut.pop_back();
  EXPECT_EQ(code_of(check_document(cut)), "records.document");
  EXPECT_EQ(code_of(check_document("")), "records.document");
  EXPECT_EQ(code_of(check_document("not bson at all")), "records.document");
  auto inner = from_json(R"({"_id": 1, "a": {"b": 1}})");
  inner[inner.size() - 2] = 7;
  EXPECT_EQ(code_of(check_document(inner)), "records.document");
}

TEST(BsonDocument, TextThatIsNotUtf8IsRefused) {
  auto document = from_json(R"({"_id": 1, "name": "lamp"})");
  document[document.find("lamp")] = '\xFF';
  EXPECT_EQ(code_of(check_document(document)), "records.document");
}

TEST(BsonDocument, NestingIsBounded) {
  EXPECT_EQ(code_of(check_document(nested(kMaxDocumentDepth))), "");
  EXPECT_EQ(code_of(check_document(nested(kMaxDocumentDepth + 1))), "records.document");
}

TEST(BsonDocument, MoreThanSixteenMebibytesAreRefused) {
  EXPECT_EQ(code_of(check_document(std::string(kMaxDocumentBytes + 1, '\0'))), "records.too_large");
}

TEST(BsonDocument, AnIdIsAnObjectIdTextOrAWholeNumber) {
  EXPECT_EQ(*document_id(from_json(R"({"_id": "a"})")), Value(std::string("a")));
  EXPECT_EQ(*document_id(from_json(R"({"_id": 7.0})")), Value(std::int64_t{7}));
  EXPECT_EQ(*document_id(from_json(R"({"_id": {"$oid": "672a1b2c3d4e5f6a7b8c9d0e"}})")),
            Value(*ObjectId::parse("672a1b2c3d4e5f6a7b8c9d0e")));
  for (const auto* wrong :
       {"{}", R"({"_id": 1.5})", R"({"_id": null})", R"({"_id": {"a": 1}})", R"({"_id": true})"}) {
    const auto id = document_id(from_json(wrong));
    ASSERT_FALSE(id.ok()) << wrong;
    EXPECT_EQ(id.error().code, "records.id") << wrong;
  }
}

TEST(BsonDocument, ADottedPathLeadsIntoDocuments) {
  const auto document = from_json(R"({"_id": 1, "stock": {"MSK": 34, "old": {"SPB": 12}}})");
  EXPECT_EQ(value_at(document, "stock.MSK"), Value(std::int64_t{34}));
  EXPECT_EQ(value_at(document, "stock.old.SPB"), Value(std::int64_t{12}));
  EXPECT_EQ(value_at(document, "stock.EKB"), std::nullopt);
  EXPECT_EQ(value_at(document, "stock.MSK.deeper"), std::nullopt);
}

TEST(BsonDocument, WhatIsMissingIsIndexedAsNull) {
  std::string missing, null;
  EXPECT_TRUE(encode_at(from_json(R"({"_id": 1})"), {"a.b"}, missing).ok());
  EXPECT_TRUE(encode_at(from_json(R"({"_id": 1, "a": {"b": null}})"), {"a.b"}, null).ok());
  EXPECT_EQ(missing, null);
}

TEST(BsonDocument, WhatIsNoSingleValueCannotBeIndexed) {
  for (const auto* wrong :
       {R"({"a": [1]})", R"({"a": {"b": [1]}})", R"({"a": {"b": {"c": 1}}})", R"({"a": [{"b": 1}]})",
        R"({"a": {"b": {"$binary": {"base64": "AAAA", "subType": "00"}}}})"}) {
    std::string out;
    const auto path = std::string_view(wrong) == R"({"a": [1]})" ? "a" : "a.b";
    EXPECT_EQ(code_of(encode_at(from_json(wrong), {path}, out)), "records.not_indexable") << wrong;
  }
}

TEST(BsonDocument, ValuesAreIndexedAsTheyCompare) {
  const auto encoded = [](const std::string& json, IndexField::Direction direction) {
    std::string out;
    EXPECT_TRUE(encode_at(from_json(json), {"v", direction}, out).ok());
    return out;
  };
  const auto value = [](const Value& wanted, IndexField::Direction direction) {
    std::string out;
    encode_value(wanted, direction, out);
    return out;
  };
  for (const auto direction : {Ascending, Descending}) {
    EXPECT_EQ(encoded(R"({"v": 3})", direction), value(std::int64_t{3}, direction));
    EXPECT_EQ(encoded(R"({"v": {"$numberLong": "9007199254740993"}})", direction),
              value(std::int64_t{9007199254740993}, direction));
    EXPECT_EQ(encoded(R"({"v": 2.5})", direction), value(2.5, direction));
    EXPECT_EQ(encoded(R"({"v": "x"})", direction), value(std::string("x"), direction));
    EXPECT_EQ(encoded(R"({"v": true})", direction), value(true, direction));
    EXPECT_EQ(encoded(R"({"v": {"$date": {"$numberLong": "1500"}}})", direction),
              value(Time(std::chrono::milliseconds(1500)), direction));
  }
}

TEST(BsonDocument, ManyPathsAreFoundInOneWalkAsEachByItself) {
  const auto document =
      from_json(R"({"_id": 7, "a": {"b": "x", "ab": null, "c": [1]}, "ab": 2.5, "e": {"$date": 5}, "a": 9})");
  const std::vector<std::string_view> paths{"_id",   "a", "ab", "a.b", "a.ab", "a.c",   "a.c.0",
                                            "a.b.x", "e", "b",  "",    "_i",   "_id.x", "a."};
  std::vector<AtPath> found(paths.size());
  find_all(document, paths, found);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::string together, alone;
    EXPECT_EQ(code_of(encode(found[i], {paths[i]}, together)),
              code_of(encode_at(document, {paths[i]}, alone)))
        << paths[i];
    EXPECT_EQ(together, alone) << paths[i];
  }
}

RC_GTEST_PROP(BsonDocument, DamagedBytesAreRefusedOrReadWithoutHarm, ()) {
  auto document =
      from_json(R"({"_id": 1, "a": {"b": "text", "c": [1, 2.5, {"d": true}]}, "e": {"$date": 5}})");
  for (int changes = *rc::gen::inRange(1, 5); changes > 0; --changes)
    document[*rc::gen::inRange<std::size_t>(0, document.size())] = *rc::gen::arbitrary<char>();
  if (!check_document(document).ok()) return;
  std::string out;
  (void)document_id(document);
  (void)encode_at(document, {"a.c"}, out);
  (void)value_at(document, "a.b");
}

}  // namespace
}  // namespace stoa::records
