#include "http/translations.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace stoa::http {
namespace {
using testing::HasSubstr;
using namespace std::chrono_literals;

Translations built_in() {
  return *Translations::read(*read_page_files({}));
}

Result<Translations> read(std::string english, std::string russian) {
  return Translations::read(
      {{"translations/en.txt", std::move(english)}, {"translations/ru.txt", std::move(russian)}});
}

/// What is wrong with a pair of files.
std::string fault_of(std::string english, std::string russian) {
  const auto made = read(std::move(english), std::move(russian));
  return made.ok() ? "nothing" : made.error().message;
}

TEST(Translations, BothLanguagesSayTheSameThings) {
  const auto made = Translations::read(*read_page_files({}));
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_GT(made->keys().size(), 100u);
}

TEST(Translations, EveryKeyOfRussianIsWrittenInCyrillicOrIsAName) {
  const auto translations = built_in();
  for (const std::string_view key : translations.keys()) {
    std::string said;
    for (const auto& [plural, pieces] : translations.find(Language::Russian, key)->forms)
      for (const auto& piece : pieces) said += piece.text;
    const bool cyrillic = said.find("\xd0") != said.npos || said.find("\xd1") != said.npos;
    EXPECT_TRUE(cyrillic || said == "API" || said == "Stoa" || said == ": ") << key << ": " << said;
  }
}

TEST(Translations, PluralFormsAreRightInRussian) {
  const auto translations = built_in();
  const auto said = [&](std::int64_t count) {
    return translations.say(Language::Russian, "cart.items", {{"count", count}});
  };
  EXPECT_EQ(said(1), "1 товар");
  EXPECT_EQ(said(2), "2 товара");
  EXPECT_EQ(said(5), "5 товаров");
  EXPECT_EQ(said(11), "11 товаров");
  EXPECT_EQ(said(21), "21 товар");
  EXPECT_EQ(said(1'002), "1\u00a0002 товара");
}

TEST(Translations, ParametersAreFilledIn) {
  const auto made = read("a = {x} and {n}, {x}\n", "a = {n} и {x}\n");
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->say(Language::English, "a", {{"x", "tea"}, {"n", 1'000}}), "tea and 1,000, tea");
  EXPECT_EQ(made->say(Language::Russian, "a", {{"x", "чай"}, {"n", 3}}), "3 и чай");
}

TEST(Translations, AMissingKeyOrParameterIsABrokenInvariant) {
  const auto made = read("a = {x}\n", "a = {x}\n");
  EXPECT_THROW(made->say(Language::English, "b"), std::logic_error);
  EXPECT_THROW(made->say(Language::English, "a"), std::logic_error);
}

TEST(Translations, AKeyThatTheOtherLanguageLacksIsNamedWithItsLine) {
  EXPECT_EQ(fault_of("a = x\n# words\nb = y\n", "a = х\n"),
            "translations/en.txt:3: 'b' is missing in translations/ru.txt");
  EXPECT_EQ(fault_of("a = x\n", "a = х\nb = у\n"),
            "translations/ru.txt:2: 'b' is missing in translations/en.txt");
}

TEST(Translations, OtherParametersAreNamed) {
  EXPECT_EQ(fault_of("a = {x}\n", "a = {y}\n"),
            "translations/en.txt:1: 'a' has other parameters in translations/ru.txt");
}

TEST(Translations, AFaultNamesFileAndLine) {
  EXPECT_THAT(fault_of("a = x\na = y\n", ""), HasSubstr("translations/en.txt:2: 'a' stands here twice"));
  EXPECT_THAT(fault_of("\nA = x\n", ""), HasSubstr("translations/en.txt:2: expected"));
  EXPECT_THAT(fault_of("a = {x\n", ""), HasSubstr("translations/en.txt:1: a parameter is written"));
  EXPECT_THAT(fault_of("a[few] = x\n", ""), HasSubstr("no plural form [few]"));
  EXPECT_THAT(fault_of("a[one] = x\n", ""), HasSubstr("needs all 2 plural forms"));
  EXPECT_THAT(fault_of("a[one] = x\na = y\n", ""), HasSubstr("translations/en.txt:2"));
  EXPECT_THAT(fault_of("a = \n", ""), HasSubstr("translations/en.txt:1"));
}

TEST(Translations, MomentsAreToldInTheLanguage) {
  const auto translations = built_in();
  const Time moment = std::chrono::sys_days(std::chrono::year(2026) / 5 / 9) + 7h + 5min;
  EXPECT_EQ(translations.moment(Language::English, moment), "9 May 2026, 07:05 UTC");
  EXPECT_EQ(translations.date(Language::Russian, moment), "9 мая 2026");
  EXPECT_EQ(iso_moment(moment), "2026-05-09T07:05:00Z");
}

TEST(Translations, TimesNearNowAreToldFromNow) {
  const auto translations = built_in();
  const Time now = std::chrono::sys_days(std::chrono::year(2026) / 5 / 9) + 12h;
  EXPECT_EQ(translations.ago(Language::English, now - 59s, now), "just now");
  EXPECT_EQ(translations.ago(Language::English, now - 60s, now), "1 minute ago");
  EXPECT_EQ(translations.ago(Language::Russian, now - 3h, now), "3 часа назад");
  EXPECT_EQ(translations.ago(Language::Russian, now + 21min, now), "через 21 минуту");
  EXPECT_EQ(translations.ago(Language::English, now - 25h, now), "1 day ago");
  EXPECT_EQ(translations.ago(Language::English, now - 31 * 24h, now), "8 April 2026");
}

}  // namespace
}  // namespace stoa::http
