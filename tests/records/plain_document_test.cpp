#include "records/plain_document.h"

#include "json_document.h"
#include "records/bson_document.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa::records {
namespace {

using test::from_json;

/// Every kind of value that is plain, some of them inside others.
std::string every_kind() {
  return from_json(
      R"({"_id": {"$oid": "672a1b2c3d4e5f6a7b8c9d0e"}, "n": 7, "l": {"$numberLong": "9007199254740993"}, "r": 2.5,
          "t": "lamp", "empty": "", "long": "Чёрный чай, крепкий", "yes": true, "no": false, "nil": null,
          "at": {"$date": {"$numberLong": "1700000000123"}},
          "bytes": {"$binary": {"base64": "cGF5", "subType": "00"}},
          "in": {"list": [1, "two", {"three": 3.5}, []], "ключ": {}}})");
}

void agree(const std::string& document) {
  if (!is_plain_document(document)) return;
  const auto judged = check_by_libbson(document);
  ASSERT_TRUE(judged.ok()) << judged.error().message;
}

TEST(PlainDocument, TheCommonKindsOfValuesArePlain) {
  EXPECT_TRUE(is_plain_document(every_kind()));
  EXPECT_TRUE(is_plain_document(from_json("{}")));
}

TEST(PlainDocument, WhatIsRareIsLeftToLibbson) {
  for (const auto* rare : {R"({"a": {"$numberDecimal": "1.5"}})", R"({"a": {"$minKey": 1}})",
                           R"({"a": {"$timestamp": {"t": 1, "i": 2}}})",
                           R"({"a": {"$regularExpression": {"pattern": "a", "options": ""}}})"}) {
    const auto document = from_json(rare);
    EXPECT_FALSE(is_plain_document(document)) << rare;
    EXPECT_TRUE(check_document(document).ok()) << rare;
  }
}

TEST(PlainDocument, WhateverOneByteBecomesLibbsonAcceptsWhatIsPlain) {
  const auto whole = every_kind();
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (int byte = 0; byte < 256; ++byte) {
      auto document = whole;
      document[at] = static_cast<char>(byte);
      ASSERT_NO_FATAL_FAILURE(agree(document)) << "byte " << byte << " at " << at;
    }
}

TEST(PlainDocument, WhatIsCutOrGrownIsNotPlain) {
  const auto whole = every_kind();
  for (std::size_t size = 0; size < whole.size(); ++size)
    ASSERT_FALSE(is_plain_document(whole.substr(0, size))) << size;
  EXPECT_FALSE(is_plain_document(whole + '\0'));
}

RC_GTEST_PROP(PlainDocument, LibbsonAcceptsWhatIsPlainHoweverItIsDamaged, ()) {
  auto document = every_kind();
  for (int changes = *rc::gen::inRange(1, 6); changes > 0; --changes)
    document[*rc::gen::inRange<std::size_t>(4, document.size())] =
        *rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::inRange<char>(0, 20));
  const bool plain = is_plain_document(document);
  RC_CLASSIFY(plain);
  RC_ASSERT(!plain || check_by_libbson(document).ok());
}

}  // namespace
}  // namespace stoa::records
