#include "http/language.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {

TEST(Language, CookieGoesBeforeTheBrowsersWish) {
  EXPECT_EQ(chosen_language("ru", "en"), Language::Russian);
  EXPECT_EQ(chosen_language("en", "ru"), Language::English);
}

TEST(Language, AnUnknownCookieCountsForNothing) {
  EXPECT_EQ(chosen_language("xx", "ru"), Language::Russian);
  EXPECT_EQ(chosen_language("", std::nullopt), Language::English);
}

TEST(Language, TheBrowsersHeaviestWishCounts) {
  EXPECT_EQ(chosen_language({}, "ru-RU,ru;q=0.9,en;q=0.8"), Language::Russian);
  EXPECT_EQ(chosen_language({}, "de, ru;q=0.3, en;q=0.7"), Language::English);
  EXPECT_EQ(chosen_language({}, "en;q=0.1, RU ; q=0.2"), Language::Russian);
  EXPECT_EQ(chosen_language({}, "de,fr"), Language::English);
}

TEST(Language, AWeightOfZeroIsARefusal) {
  EXPECT_EQ(chosen_language({}, "ru;q=0"), Language::English);
}

TEST(Language, ANameThatOnlyBeginsLikeOursIsNotOurs) {
  EXPECT_EQ(chosen_language({}, "rue"), Language::English);
}

TEST(Language, GarbageIsEnglish) {
  for (const char* garbage : {",,,;;;", ";q=", "ru;q=abc", "-", "ru_RU", "\xff\xfe"})
    EXPECT_EQ(chosen_language({}, garbage), Language::English) << garbage;
}

TEST(Plural, RussianHasThreeForms) {
  for (const int one : {1, 21, 101, 1'001, -1})
    EXPECT_EQ(plural_of(Language::Russian, one), Plural::One) << one;
  for (const int few : {2, 3, 4, 22, 104, -2})
    EXPECT_EQ(plural_of(Language::Russian, few), Plural::Few) << few;
  for (const int many : {0, 5, 11, 12, 13, 14, 20, 25, 111, 112, 1'011})
    EXPECT_EQ(plural_of(Language::Russian, many), Plural::Many) << many;
}

TEST(Plural, EnglishHasTwo) {
  EXPECT_EQ(plural_of(Language::English, 1), Plural::One);
  for (const int other : {0, 2, 11, 21, 101})
    EXPECT_EQ(plural_of(Language::English, other), Plural::Other) << other;
}

TEST(Plural, TheSmallestNumberHasAFormToo) {
  EXPECT_EQ(plural_of(Language::Russian, INT64_MIN), Plural::Many);
}

}  // namespace
}  // namespace stoa::http
