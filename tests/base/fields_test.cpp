#include "base/fields.h"

#include <gtest/gtest.h>

namespace stoa {
namespace {
struct Pair {
  int first = 0;
  int second = 0;
};

TEST(Descriptions, WithOneNameForTwoFieldsAreRefused) {
  EXPECT_THROW(fields("Pair", field("a", &Pair::first), field("a", &Pair::second)), std::logic_error);
  EXPECT_THROW(fields("Pair", field("a", &Pair::first), field("b", &Pair::second).also("a")),
               std::logic_error);
  EXPECT_THROW(fields("Pair", field("a", &Pair::first), field("b", &Pair::second).stored_as("a")),
               std::logic_error);
  EXPECT_NO_THROW(
      fields("Pair", field("a", &Pair::first).documents_only(), field("a", &Pair::second).api_only()));
}

TEST(Descriptions, WithNamesThatDocumentsCannotHaveAreRefused) {
  EXPECT_THROW(fields("Pair", field("", &Pair::first)), std::logic_error);
  EXPECT_THROW(fields("Pair", field(std::string("a\0b", 3), &Pair::first)), std::logic_error);
  EXPECT_THROW(fields("Pair", field("\xff", &Pair::first)), std::logic_error);
}

TEST(Descriptions, KnowWhichFieldsAreRequired) {
  auto pair = fields("Pair", field("a", &Pair::first), field("b", &Pair::second).otherwise(2));
  EXPECT_TRUE(pair.members[0].required());
  EXPECT_FALSE(pair.members[1].required());
  EXPECT_EQ(pair.members[1].offset, sizeof(int));
}
}  // namespace
}  // namespace stoa
