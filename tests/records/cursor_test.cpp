#include "records/cursor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa::records {
namespace {

const Collection& shelf() {
  static const Collection collection{"shelf", {{"colour", {{"colour"}}}, {"width", {{"width"}}}}};
  return collection;
}

TEST(Cursor, IsUrlSafeText) {
  const auto text = write_cursor(CursorKey::make(), "binding", std::string("\xFF\xFE\x00/+", 5));
  EXPECT_EQ(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
}

RC_GTEST_PROP(Cursor, GivesBackItsPosition, (const std::string& binding, const std::string& position)) {
  const auto key = CursorKey::make();
  const auto back = read_cursor(key, binding, write_cursor(key, binding, position));
  RC_ASSERT(back.ok());
  RC_ASSERT(*back == position);
}

RC_GTEST_PROP(Cursor, OneThatWasChangedIsRefused, (const std::string& position)) {
  const auto key = CursorKey::from(std::string(CursorKey::kSize, 'k'));
  auto text = write_cursor(key, "binding", position);
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto other = *rc::gen::distinctFrom(rc::gen::arbitrary<char>(), text[at]);
  text[at] = other;
  const auto back = read_cursor(key, "binding", text);
  RC_ASSERT(!back.ok());
  RC_ASSERT(back.error().code == "records.cursor");
  RC_ASSERT(back.error().kind == Error::Kind::Invalid);
}

RC_GTEST_PROP(Cursor, HostileTextIsRefused, (const std::string& text)) {
  RC_ASSERT(!read_cursor(CursorKey::make(), "binding", text).ok());
}

TEST(Cursor, OfAnotherStoreOrAnotherQueryIsRefused) {
  const auto key = CursorKey::make();
  const auto text = write_cursor(key, "binding", "position");
  EXPECT_FALSE(read_cursor(CursorKey::make(), "binding", text).ok());
  EXPECT_FALSE(read_cursor(key, "bindin", text).ok());
  EXPECT_FALSE(read_cursor(key, "binding", "").ok());
}

TEST(Cursor, EveryPartOfAQueryButItsLimitAndCursorBindsIt) {
  const Query query{.index = "colour", .equal = {std::string("red")}};
  const auto binding = cursor_binding(shelf(), query);
  const auto differs = [&](auto change) {
    auto other = query;
    change(other);
    return cursor_binding(shelf(), other) != binding;
  };
  EXPECT_TRUE(differs([](Query& other) { other.index = "width"; }));
  EXPECT_TRUE(differs([](Query& other) { other.equal = {}; }));
  EXPECT_TRUE(differs([](Query& other) { other.min = Query::Bound{std::int64_t{1}}; }));
  EXPECT_TRUE(differs([](Query& other) { other.max = Query::Bound{std::int64_t{1}}; }));
  EXPECT_TRUE(differs([](Query& other) { other.walk = Query::Walk::Against; }));
  EXPECT_FALSE(differs([](Query& other) { other.limit = 3; }));
  EXPECT_FALSE(differs([](Query& other) { other.cursor = "abc"; }));
  const Collection redeclared{"shelf", {{"colour", {{"colour", IndexField::Direction::Descending}}}}};
  EXPECT_NE(cursor_binding(redeclared, query), binding);
}

}  // namespace
}  // namespace stoa::records
