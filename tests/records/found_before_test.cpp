#include "records/embedded/found_before.h"

#include <gtest/gtest.h>

namespace stoa::records::embedded {
namespace {

FoundBefore::Search search(std::string_view text, std::size_t offset = 0) {
  return {text, {TextPlace::Words::All, offset}, 25};
}

TextHits hits(std::vector<std::string> ids) {
  return {std::move(ids), std::nullopt};
}

TEST(FoundBefore, KnowsWhatWasFoundSinceTheLastChange) {
  FoundBefore found;
  found.remember(search("lamp"), found.now(), hits({"a", "b"}));
  const auto again = found.find(search("lamp"));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->ids, (std::vector<std::string>{"a", "b"}));
}

TEST(FoundBefore, ForgetsWithEveryChange) {
  FoundBefore found;
  found.remember(search("lamp"), found.now(), hits({"a"}));
  found.changed();
  EXPECT_FALSE(found.find(search("lamp")));
}

TEST(FoundBefore, TakesNothingThatWasLookedForBeforeAChange) {
  FoundBefore found;
  const auto before = found.now();
  found.changed();
  found.remember(search("lamp"), before, hits({"a"}));
  EXPECT_FALSE(found.find(search("lamp")));
}

TEST(FoundBefore, TellsPlacesAndLimitsApart) {
  FoundBefore found;
  found.remember(search("lamp"), found.now(), hits({"a"}));
  EXPECT_FALSE(found.find(search("lamp", 25)));
  EXPECT_FALSE(found.find({"lamp", {TextPlace::Words::Some, 0}, 25}));
  EXPECT_FALSE(found.find({"lamp", {}, 24}));
}

TEST(FoundBefore, IsBounded) {
  FoundBefore found(10'000);
  for (int i = 0; i < 1000; ++i)
    found.remember(search("lamp " + std::to_string(i)), found.now(), hits({std::string(100, 'x')}));
  EXPECT_LE(found.bytes(), 10'000U);
  EXPECT_TRUE(found.find(search("lamp 999")));
  EXPECT_FALSE(found.find(search("lamp 0")));
  found.remember(search("long"), found.now(), hits({std::string(20'000, 'x')}));
  EXPECT_FALSE(found.find(search("long")));
}

}  // namespace
}  // namespace stoa::records::embedded
