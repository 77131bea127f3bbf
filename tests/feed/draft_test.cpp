#include "base/must.h"
#include "feed/article_draft.h"
#include "feed/link.h"
#include "feed/list_position.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa::feed {
namespace {
using stoa::test::code_of;
using stoa::test::must;
using testing::HasSubstr;

ArticleDraft titled(std::string title) {
  return {std::move(title), "", "text", {must(GroupName::parse("things"))}};
}
ArticleDraft worded(std::string text) {
  return {"title", "", std::move(text), {must(GroupName::parse("things"))}};
}
std::string link(std::string_view text) {
  return must(Link::parse(text)).text();
}
std::string fault_of_link(std::string_view text) {
  const auto parsed = Link::parse(text);
  return parsed.ok() ? "taken as " + parsed->text() : parsed.error().code;
}

TEST(Title, LosesBlanksAtItsEnds) {
  EXPECT_EQ(must(check(titled("  Hello, world\u3000"))).title, "Hello, world");
}

TEST(Title, OfNothingThatCanBeSeenIsRefused) {
  for (const char* title : {"", "   ", "\u00a0\u2003", "\u200b\u200d", "\ufeff", "\u3164", "\u2800"})
    EXPECT_EQ(code_of(check(titled(title))), "article.title") << testing::PrintToString(title);
}

TEST(Title, WithControlCharactersOrTurnedTextIsRefusedByName) {
  EXPECT_THAT(check(titled("a\x07")).error().message, HasSubstr("U+0007"));
  EXPECT_THAT(check(titled("a\nb")).error().message, HasSubstr("U+000A"));
  EXPECT_THAT(check(titled("a\u0085b")).error().message, HasSubstr("U+0085"));
  EXPECT_THAT(check(titled("safe \u202Egpj.exe")).error().message, HasSubstr("U+202E"));
  EXPECT_THAT(check(titled("\u2067abc")).error().message, HasSubstr("turns the direction"));
  EXPECT_EQ(code_of(check(titled(std::string("a\0b", 3)))), "article.title");
}

TEST(Title, ThatWouldBeDrawnOverThePageIsRefused) {
  std::string title = "a";
  for (int i = 0; i < 190; ++i) title += "\u0301";
  EXPECT_THAT(check(titled(title)).error().message, HasSubstr("marks on one letter"));
}

TEST(Title, HasUpToTwoHundredCharactersHoweverManyBytesTheyAre) {
  std::string title;
  for (int i = 0; i < 200; ++i) title += "\U0001F600";
  EXPECT_EQ(must(check(titled("  " + title + " "))).title, title);
  EXPECT_EQ(code_of(check(titled(title + "!"))), "article.title");
  EXPECT_EQ(code_of(check(titled(std::string(10 << 20, 'a')))), "article.title");
}

TEST(Title, KeepsTheMarksOfItsLastLetter) {
  EXPECT_EQ(must(check(titled("I \u2764\ufe0f "))).title, "I \u2764\ufe0f");
  EXPECT_EQ(must(check(titled("\u05e9\u05dc\u05d5\u05dd"))).title, "\u05e9\u05dc\u05d5\u05dd");
}

TEST(Title, ThatIsNotUtf8IsRefused) {
  EXPECT_EQ(code_of(check(titled("\xff\xfe"))), "article.title");
}

TEST(Text, HasLinesAndNoOtherControlCharacters) {
  EXPECT_EQ(must(check(worded("a\r\n\tb\n"))).text, "a\r\n\tb");
  EXPECT_EQ(code_of(check(worded("a\x1b[31m"))), "article.text");
  EXPECT_EQ(code_of(check(worded(std::string(kLongestText + 1, 'a')))), "article.text");
  EXPECT_EQ(must(check(worded(std::string(kLongestText, 'a')))).text.size(), kLongestText);
}

TEST(Draft, HasALinkOrATextOrBoth) {
  EXPECT_EQ(code_of(check(worded("  "))), "article.empty");
  auto both = worded("text");
  both.link = "https://example.org";
  EXPECT_TRUE(check(both).ok());
  both.text.clear();
  EXPECT_TRUE(check(both).ok());
}

TEST(Draft, StandsInOneToFiveGroupsEachOnce) {
  auto draft = titled("title");
  draft.groups.push_back(draft.groups.front());
  EXPECT_EQ(must(check(draft)).groups.size(), 1u);
  draft.groups.clear();
  EXPECT_EQ(code_of(check(draft)), "article.groups");
  for (const char* name : {"aa", "bb", "cc", "dd", "ee"})
    draft.groups.push_back(must(GroupName::parse(name)));
  EXPECT_TRUE(check(draft).ok());
  draft.groups.push_back(must(GroupName::parse("ff")));
  EXPECT_EQ(code_of(check(draft)), "article.groups");
}

TEST(GroupNames, AreShortAndPlain) {
  for (const char* name : {"c", "", "-go", "_x", "Go", "a b", "a:b", "caf\u00e9", "a,b"})
    EXPECT_EQ(code_of(GroupName::parse(name)), "group.name") << name;
  for (const char* name : {"go", "c-lang", "0x", "a_b"}) EXPECT_TRUE(GroupName::parse(name).ok()) << name;
  EXPECT_FALSE(GroupName::parse(std::string(31, 'a')).ok());
}

TEST(Links, AreWrittenInOneWay) {
  EXPECT_EQ(link(" HTTPS://Example.ORG:443/Path?Q=1#Top "), "https://example.org/Path?Q=1#Top");
  EXPECT_EQ(link("http://example.org"), "http://example.org/");
  EXPECT_EQ(link("http://example.org:80?x"), "http://example.org/?x");
  EXPECT_EQ(link("http://example.org:8080/"), "http://example.org:8080/");
  EXPECT_EQ(link("https://example.org:/a"), "https://example.org/a");
  EXPECT_EQ(link("http://[2001:DB8::1]:80/"), "http://[2001:db8::1]/");
  EXPECT_EQ(link("https://ru.wikipedia.org/wiki/\u0421"), "https://ru.wikipedia.org/wiki/%D0%A1");
  EXPECT_EQ(link("https://example.org/a%20b\"<>"), "https://example.org/a%20b%22%3C%3E");
}

TEST(Links, OfOtherSchemesAreRefused) {
  for (const char* text :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,hi", "ftp://example.org",
        "//example.org", "example.org", "http:/example.org", "http:\\\\example.org", "vbscript:x",
        "mailto:a@example.org", "http://", "", "https:"})
    EXPECT_EQ(fault_of_link(text), "article.link") << text;
}

TEST(Links, ThatHideWhereTheyLeadAreRefused) {
  for (const char* text :
       {"https://bank.example@evil.example/", "https://bank.example\\@evil.example/", "https://a b/",
        "https://exa\tmple.org/", "https://example.org/a b", "https://example.org/\x01", "https://.org/",
        "https://a..b/", "https://%65xample.org/", "https://ex\u0430mple.org/", "https://example.org:0/",
        "https://example.org:99999/", "https://example.org:8o/", "https://[::1", "https://[zz::]/",
        "https://\u202Eexample.org/", "https://example.org/\xff"})
    EXPECT_EQ(fault_of_link(text), "article.link") << text;
}

TEST(Links, AreAtMostTwoThousandCharactersLongAsSent) {
  const std::string start = "https://example.org/";
  EXPECT_TRUE(Link::parse(start + std::string(kLongestLink - start.size(), 'a')).ok());
  EXPECT_EQ(fault_of_link(start + std::string(kLongestLink + 1 - start.size(), 'a')), "article.link");
  EXPECT_EQ(fault_of_link(start + std::string(1000, '"')), "article.link");
  EXPECT_EQ(fault_of_link(std::string(10 << 20, 'h')), "article.link");
}

TEST(Links, ToOnePageAreTheSame) {
  const auto hash = [](std::string_view text) { return must(Link::parse(text)).page_hash(); };
  EXPECT_EQ(hash("https://example.org/a#x"), hash("HTTPS://EXAMPLE.org:443/a#y"));
  EXPECT_EQ(hash("https://example.org"), hash("https://example.org/"));
  EXPECT_NE(hash("https://example.org/a"), hash("https://example.org/A"));
  EXPECT_NE(hash("https://example.org/"), hash("http://example.org/"));
  EXPECT_EQ(hash("https://example.org").size(), 32u);
}

RC_GTEST_PROP(Links, WrittenOnceStayAsTheyAre, (const std::string& path)) {
  const auto once = Link::parse("https://Example.org/" + path);
  if (!once.ok()) return;
  RC_ASSERT(must(Link::parse(once->text())).text() == once->text());
  RC_ASSERT(once->text().find_first_of("\"<> \n") == std::string::npos);
}

RC_GTEST_PROP(Links, OfAnythingAreRefusedOrBeginAsTheyMust, (const std::string& text)) {
  const auto parsed = Link::parse(text);
  if (parsed.ok()) RC_ASSERT(parsed->text().starts_with("http"));
}

RC_GTEST_PROP(Positions, OfAListAreReadAsWritten,
              (std::vector<std::uint32_t> ids, bool in_rest, double time)) {
  ScorePosition position;
  position.newest = 1'000'000;
  for (const auto id : ids)
    if (!position.has_shown(id)) position.show(id);
  if (in_rest) position.rest = TimePosition{time, 7};
  RC_ASSERT(must(read_score_position(to_bytes(position))) == position);
  const auto cut = to_bytes(position);
  (void)read_score_position(std::string_view(cut).substr(0, cut.size() / 2));
}

RC_GTEST_PROP(Positions, OfAnyBytesAreReadOrRefused, (const std::string& bytes)) {
  if (const auto read = read_score_position(bytes); !read.ok())
    RC_ASSERT(read.error().code == "records.cursor");
  if (const auto read = read_time_position(bytes); !read.ok())
    RC_ASSERT(read.error().code == "records.cursor");
}

}  // namespace
}  // namespace stoa::feed
