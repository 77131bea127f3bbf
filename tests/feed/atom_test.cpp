#include "feed/atom_document.h"
#include "pages_fixture.h"
#include "support/child_process.h"
#include "support/temporary_directory.h"

#include <fstream>
#include <set>

namespace stoa::feed::test {
namespace {
using http::Method;
using http::test::Asked;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::SizeIs;
using testing::StartsWith;

/// A line of what read_atom.py says.
using Facts = std::vector<std::string>;

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(at), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// What an XML parser makes of the document. Fails the test when it is none, or lacks what Atom asks for.
struct Read {
  Facts feed;
  std::vector<Facts> entries;
};
Read read_by_a_parser(const std::string& document) {
  const stoa::test::TemporaryDirectory directory;
  const auto path = directory.path() / "atom.xml";
  std::ofstream(path, std::ios::binary) << document;
  stoa::test::ChildProcess python(
      {"/usr/bin/python3", STOA_TESTS_DIRECTORY "/feed/read_atom.py", path.string()}, {"PYTHONUTF8=1"});
  EXPECT_EQ(python.wait(std::chrono::seconds(20)), 0) << python.output() << document;
  Read read;
  for (const std::string& line : split(python.output(), '\n')) {
    Facts facts = split(line + "\t", '\t');
    (facts[0] == "feed" ? read.feed : read.entries.emplace_back()) = std::move(facts);
  }
  return read;
}

class AtomFeeds : public FeedPages {
 protected:
  http::Response fetch(std::string_view path, std::string_view has = {},
                       http::Scheme scheme = http::Scheme::Https) {
    Asked asked(Method::Get, path);
    asked.over(scheme).header("Host", "stoa.example:8443").header("Accept", "application/atom+xml");
    if (!has.empty()) asked.header("If-None-Match", has);
    return answer(asked);
  }
  Read read(std::string_view path) {
    const http::Response response = fetch(path);
    EXPECT_EQ(response.status, 200) << path;
    EXPECT_EQ(response.content_type, "application/atom+xml; charset=utf-8");
    return read_by_a_parser(body_of(response));
  }
  ArticleId post_link(std::string link, std::string title) {
    clock().advance(std::chrono::seconds(1));
    return must(articles.post(kAnna, {std::move(title), std::move(link), "and *why*", {kGroup}})).article.id;
  }
  static std::vector<std::string> titles(const Read& read) {
    std::vector<std::string> titles;
    for (const Facts& entry : read.entries) titles.push_back(entry.at(2));
    return titles;
  }
};

TEST_F(AtomFeeds, HaveWhatAFeedReaderNeeds) {
  const ArticleId id = post_link("https://example.org/a?b=1&c=2", "Fish & <chips>");
  const Read got = read("/feed/newest/atom.xml");
  EXPECT_THAT(got.feed.at(1), MatchesRegex("urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
  EXPECT_EQ(got.feed.at(2), "Stoa: the newest");
  EXPECT_EQ(got.feed.at(4), "https://stoa.example:8443/feed/newest/atom.xml");
  EXPECT_EQ(got.feed.at(5), "https://stoa.example:8443/feed/newest");
  ASSERT_THAT(got.entries, SizeIs(1));
  const Facts& entry = got.entries[0];
  EXPECT_THAT(entry.at(1), StartsWith("urn:uuid:"));
  EXPECT_NE(entry.at(1), got.feed.at(1));
  EXPECT_EQ(entry.at(2), "Fish & <chips>");
  EXPECT_EQ(entry.at(3), "anna");
  EXPECT_EQ(entry.at(4), "https://stoa.example:8443" + path_of(id));
  EXPECT_EQ(entry.at(5), "https://example.org/a?b=1&c=2");
  EXPECT_EQ(entry.at(6), "things");
  EXPECT_THAT(entry.at(7), HasSubstr("<a href=\"https://example.org/a?b=1&amp;c=2\""));
  EXPECT_THAT(entry.at(7), HasSubstr("<em>why</em>"));
}

TEST_F(AtomFeeds, FollowTheLists) {
  must(groups.create(kAnna, {group_name("books"), ""}));
  const auto post = [&](const accounts::Identity& who, std::string title, std::vector<GroupName> into) {
    clock().advance(std::chrono::seconds(1));
    return must(articles.post(who, text_draft(std::move(title), std::move(into)))).article.id;
  };
  const ArticleId old = post(kAnna, "old", {kGroup});
  post(kBoris, "book", {group_name("books")});
  const ArticleId hidden = post(kBoris, "hidden", {kGroup});
  post(kAnna, "new", {kGroup});
  must(votes.cast(kBoris, old, Vote::Up));
  hide(hidden);
  EXPECT_THAT(titles(read("/feed/atom.xml")), ElementsAre("old", "new", "book"));
  EXPECT_THAT(titles(read("/feed/newest/atom.xml")), ElementsAre("new", "book", "old"));
  EXPECT_THAT(titles(read("/feed/groups/books/atom.xml")), ElementsAre("book"));
  EXPECT_THAT(titles(read("/feed/by/anna/atom.xml")), ElementsAre("new", "old"));
  EXPECT_THAT(titles(read("/feed/by/boris/atom.xml")), ElementsAre("book"));
  EXPECT_EQ(read("/feed/by/boris/atom.xml").feed.at(2), "Stoa: articles by boris");
}

TEST_F(AtomFeeds, AreValidWhenNothingWasPosted) {
  EXPECT_THAT(read("/feed/atom.xml").entries, IsEmpty());
  EXPECT_THAT(read("/feed/newest/atom.xml").entries, IsEmpty());
  EXPECT_THAT(read("/feed/groups/things/atom.xml").entries, IsEmpty());
}

TEST_F(AtomFeeds, OfWhatIsNotThereAreNotFound) {
  for (const char* path : {"/feed/groups/nowhere/atom.xml", "/feed/groups/No%20Name/atom.xml",
                           "/feed/by/nobody/atom.xml", "/feed/by/X/atom.xml"})
    EXPECT_EQ(fetch(path).status, 404) << path;
}

TEST_F(AtomFeeds, ThatAReaderHasAlreadyAreNotSentAgain) {
  post_link("https://example.org/a", "One");
  for (const char* path : {"/feed/atom.xml", "/feed/newest/atom.xml", "/feed/groups/things/atom.xml",
                           "/feed/by/anna/atom.xml"}) {
    const http::Response first = fetch(path);
    const std::string tag = header_of(first, "ETag");
    EXPECT_FALSE(tag.empty()) << path;
    const http::Response again = fetch(path, tag);
    EXPECT_EQ(again.status, 304) << path;
    EXPECT_EQ(again.body_size(), 0u) << path;
    EXPECT_EQ(header_of(again, "ETag"), tag) << path;
  }
  const std::string before = header_of(fetch("/feed/atom.xml"), "ETag");
  post_link("https://example.org/b", "Two");
  EXPECT_EQ(fetch("/feed/atom.xml", before).status, 200);
}

TEST_F(AtomFeeds, NameTheSchemeThatTheVisitorCameBy) {
  const std::string plain = body_of(fetch("/feed/atom.xml", "", http::Scheme::Http));
  EXPECT_THAT(plain, HasSubstr("href=\"http://stoa.example:8443/feed\""));
}

/// What no form of ours takes, and another program may have put into the store.
TEST_F(AtomFeeds, AreWellFormedWhateverStandsInTheStore) {
  const std::string hostile =
      std::string("]]>&<script>\x01\x0b\x7f \xff\xfe \xed\xa0\x80 \xef\xbf\xbe\xef\xbf\xbf \"' -->") +
      "\xe2\x80\xae"
      "desrever\xe2\x81\xa6 \xd0\xb8";
  const ArticleId id = World::post();
  must(keyspace().transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    for (const char* field : {"title", "text", "author"}) tx.hset(article_key(id), field, hostile);
    tx.hset(article_key(id), "link", "javascript:alert(1)");
    tx.hset(article_key(id), "groups", "things,\"><x>");
    return {};
  }));
  const Read got = read("/feed/newest/atom.xml");
  ASSERT_THAT(got.entries, SizeIs(1));
  const std::string& title = got.entries[0].at(2);
  EXPECT_THAT(title, HasSubstr("]]>&<script>"));
  EXPECT_THAT(title, HasSubstr("desrever"));
  EXPECT_THAT(title, Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(title, Not(HasSubstr("\xe2\x81\xa6")));
  EXPECT_EQ(got.entries[0].at(5), "");
  EXPECT_THAT(got.entries[0].at(7), Not(HasSubstr("<script>")));
}

TEST_F(AtomFeeds, HaveTheSameIdsAtEveryAddressOfTheSite) {
  post_link("https://example.org/a", "One");
  std::set<std::string> ids;
  for (const char* host : {"[::1]:8080", "a b", "evil\"><x>", "STOA.example", "www.stoa.example"}) {
    Asked asked(Method::Get, "/feed/newest/atom.xml");
    asked.header("Host", host);
    const std::string document = body_of(answer(asked));
    EXPECT_THAT(document, Not(HasSubstr("<x>"))) << host;
    for (auto at = document.find("<id>"); at != std::string::npos; at = document.find("<id>", at + 1))
      ids.insert(document.substr(at, document.find("</id>", at) - at));
  }
  EXPECT_EQ(ids.size(), 2u) << "the feed's and the article's";
}

TEST(AtomDocument, HasOtherIdsOnAnotherSite) {
  Article article;
  article.id = 1;
  const auto id = [&](std::string site) {
    const std::string document = atom_document(
        {.page = "/feed", .origin = "http://a.example", .site = std::move(site), .articles = {article}});
    return document.substr(document.find("<id>"), 60);
  };
  EXPECT_EQ(id("one"), id("one"));
  EXPECT_NE(id("one"), id("other"));
}

}  // namespace
}  // namespace stoa::feed::test
