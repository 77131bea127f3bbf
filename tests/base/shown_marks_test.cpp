#include "base/shown_marks.h"

#include <gtest/gtest.h>

#include <vector>

namespace stoa {
namespace {

TEST(ShownMarks, TravelAsTextAndKnowWhatWasShown) {
  std::vector<ObjectId> ids;
  for (int i = 0; i < 100; ++i) ids.push_back(ObjectId::make(Clock::system().now()));
  ShownMarks shown;
  for (std::size_t i = 0; i < 50; ++i) shown.show(ids[i]);
  const auto back = ShownMarks::parse(shown.text(), 50);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->size(), 50u);
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(back->has(ids[i]), i < 50) << i;
}

TEST(ShownMarks, KnowWhatIsCalledByANameToo) {
  ShownMarks shown;
  shown.show("ceramics");
  shown.show("");
  const auto back = ShownMarks::parse(shown.text(), 2);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->has("ceramics"));
  EXPECT_TRUE(back->has(""));
  EXPECT_FALSE(back->has("ceramic"));
}

TEST(ShownMarks, AreReadFromTheirOwnTextOnly) {
  EXPECT_TRUE(ShownMarks::parse("", 0));
  EXPECT_TRUE(ShownMarks::parse("0123abcd", 1));
  for (const char* text : {"0123abc", "0123abcd0", "0123abcx", "-123abcd", "0123abcd01234567"})
    EXPECT_FALSE(ShownMarks::parse(text, 1)) << text;
}

}  // namespace
}  // namespace stoa
