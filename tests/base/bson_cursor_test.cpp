#include "base/bson_cursor.h"

#include "base/bson.h"
#include "base/sample_cart_gen.h"

#include <gtest/gtest.h>
#include <libbson-1.0/bson/bson.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace stoa {
namespace {

struct Seen {
  int type;
  std::string name;
  std::size_t offset;
  bool operator==(const Seen&) const = default;
};

struct Walk {
  std::vector<Seen> elements;
  bool damaged;
};

Walk by_cursor(std::string_view document) {
  Walk walk{{}, false};
  BsonCursor at(document);
  while (at.next())
    walk.elements.push_back({static_cast<int>(at.type()), std::string(at.name()),
                             static_cast<std::size_t>(at.element().data() - document.data())});
  walk.damaged = at.damaged();
  return walk;
}

Walk by_libbson(std::string_view document) {
  Walk walk{{}, true};
  bson_iter_t at;
  if (!bson_iter_init_from_data(&at, reinterpret_cast<const std::uint8_t*>(document.data()), document.size()))
    return walk;
  while (bson_iter_next(&at))
    walk.elements.push_back(
        {static_cast<int>(bson_iter_type(&at)), bson_iter_key(&at), bson_iter_offset(&at)});
  walk.damaged = at.err_off != 0;
  return walk;
}

/// With a value of every type that BSON has.
std::string every_type() {
  constexpr const char* kJson =
      R"j({"double":1.5,"text":"Лампа","document":{"a":{"b":1}},"array":[1,[2]],)j"
      R"j("binary":{"$binary":{"base64":"AAEC","subType":"00"}},"undefined":{"$undefined":true},)j"
      R"j("id":{"$oid":"672a1b2c3d4e5f6a7b8c9d0e"},"bool":true,"moment":{"$date":{"$numberLong":"1"}},)j"
      R"j("null":null,"regex":{"$regularExpression":{"pattern":"a.b","options":"i"}},)j"
      R"j("pointer":{"$dbPointer":{"$ref":"db.c","$id":{"$oid":"672a1b2c3d4e5f6a7b8c9d0e"}}},)j"
      R"j("code":{"$code":"f()"},"symbol":{"$symbol":"s"},"scoped":{"$code":"g()","$scope":{"x":1}},)j"
      R"j("int32":1,"timestamp":{"$timestamp":{"t":1,"i":2}},"int64":{"$numberLong":"4294967297"},)j"
      R"j("decimal":{"$numberDecimal":"1.5"},"least":{"$minKey":1},"most":{"$maxKey":1},"":"no name"})j";
  bson_error_t error;
  bson_t* bson = bson_new_from_json(reinterpret_cast<const std::uint8_t*>(kJson), -1, &error);
  if (bson == nullptr) throw std::invalid_argument(error.message);
  std::string bytes(reinterpret_cast<const char*>(bson_get_data(bson)), bson->len);
  bson_destroy(bson);
  return bytes;
}

TEST(BsonCursor, SeesEveryTypeAsLibbsonDoes) {
  const std::string document = every_type();
  const Walk walk = by_cursor(document);
  EXPECT_FALSE(walk.damaged);
  EXPECT_EQ(walk.elements.size(), 22u);
  EXPECT_EQ(walk.elements, by_libbson(document).elements);
}

TEST(BsonCursor, GivesValues) {
  const std::string document = every_type();
  BsonCursor at(document);
  ASSERT_TRUE(at.next("double"));
  EXPECT_TRUE(at.as_expected());
  EXPECT_EQ(at.real(), 1.5);
  ASSERT_TRUE(at.next("document"));
  EXPECT_FALSE(at.as_expected());
  EXPECT_EQ(at.name(), "text");
  EXPECT_EQ(at.text(), "Лампа");
  ASSERT_TRUE(find_element(at, "binary"));
  EXPECT_EQ(at.binary(), std::string_view("\0\1\2", 3));
  ASSERT_TRUE(find_element(at, "int64"));
  EXPECT_EQ(at.int64(), 4294967297);
  EXPECT_FALSE(find_element(at, "text"));
  EXPECT_FALSE(at.damaged());
}

RC_GTEST_PROP(BsonCursor, OfAnyBytesTakesNothingThatLibbsonRefuses, ()) {
  // A copy of its own size, so that a sanitizer sees a step beyond the end.
  const std::string garbled = sample::any_mutation(every_type());
  RC_PRE(!garbled.empty());
  const std::vector<char> bytes(garbled.begin(), garbled.end());
  const std::string_view document(bytes.data(), bytes.size());
  const Walk ours = by_cursor(document), theirs = by_libbson(document);
  if (!ours.damaged) RC_ASSERT(!theirs.damaged && ours.elements == theirs.elements);
}

}  // namespace
}  // namespace stoa
