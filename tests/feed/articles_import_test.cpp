#include "articles_import_fixture.h"
#include "feed/comment_thread.h"
#include "keyspace/engines.h"

#include <fmt/format.h>

namespace stoa::feed::test {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class ArticlesImportOnEveryEngine : public testing::TestWithParam<keyspace::Engine>, protected ImportingFeed {
 protected:
  ArticlesImportOnEveryEngine() : ImportingFeed(GetParam().open()) {}

  void expect_report(const ImportReport& report, std::uint64_t created, std::uint64_t changed,
                     std::uint64_t unchanged, std::uint64_t refused) {
    EXPECT_EQ(report.created, created);
    EXPECT_EQ(report.changed, changed);
    EXPECT_EQ(report.unchanged, unchanged);
    EXPECT_EQ(report.rejected, refused);
  }
};

const std::string kLink =
    R"({"title":"A kiln","link":"https://kiln.example.org/a","groups":["clay"],"author":"anna",)"
    R"("time":"2021-05-01T10:00:00Z","votes":17})";
const std::string kTalk =
    R"({"id":"t-9","title":"On handles","text":"Pull them *wet*.","groups":["clay","things"],"author":"boris",)"
    R"("time":"2021-05-02T10:00:00Z","comments":[)"
    R"({"id":"a","author":"anna","time":"2021-05-02T11:00:00Z","text":"Why?","votes":3},)"
    R"({"id":"b","parent":"a","author":"boris","time":"2021-05-02T12:00:00Z","text":"They crack."},)"
    R"({"author":"anna","time":"2021-05-02T13:00:00Z","text":"I see."}]})";

TEST_P(ArticlesImportOnEveryEngine, AFileIsTakenAndASecondRunChangesNothing) {
  expect_report(import(kLink + "\n" + kTalk + "\n"), 2, 0, 0, 0);
  const Article kiln = must(articles.find(1)), handles = must(articles.find(2));
  EXPECT_EQ(kiln.title, "A kiln");
  EXPECT_EQ(kiln.votes, 17);
  EXPECT_EQ(kiln.voting, Voting::Closed);
  EXPECT_EQ(kiln.author->text(), "anna");
  EXPECT_EQ(hash_time(kiln.time), "1619863200.000000");
  EXPECT_EQ(must(read().zscore(keys::score(), "article:1")), score_of(kiln));
  EXPECT_EQ(handles.votes, 1);
  EXPECT_THAT(handles.groups, ElementsAre(group_name("clay"), group_name("things")));
  EXPECT_EQ(must(groups.find(group_name("clay"))).articles, 2);
  EXPECT_EQ(count(2), 3);
  expect_comments_agree();
  const auto before = all_comments();
  expect_report(import(kLink + "\n" + kTalk + "\n"), 0, 0, 2, 0);
  EXPECT_EQ(all_comments(), before);
  EXPECT_EQ(must(read().get(keys::article_counter())), "2");
}

TEST_P(ArticlesImportOnEveryEngine, CommentsStandBelowWhatTheyAnswer) {
  import(kTalk);
  std::map<std::string, Comment> by_text;
  for (const Comment& comment : all_comments()) by_text[comment.text] = comment;
  ASSERT_EQ(by_text.size(), 3U);
  EXPECT_EQ(by_text["They crack."].parent, by_text["Why?"].id);
  EXPECT_EQ(by_text["They crack."].depth, 1);
  EXPECT_EQ(by_text["Why?"].replies, 1);
  EXPECT_EQ(by_text["Why?"].votes, 3);
  EXPECT_FALSE(by_text["I see."].parent);
}

TEST_P(ArticlesImportOnEveryEngine, ALineThatSaysSomethingElseChangesWhatIsThere) {
  import(kTalk);
  expect_report(
      import(
          R"({"id":"t-9","title":"On handles, again","link":"https://h.example.org/","groups":["things"],"author":"boris",)"
          R"("votes":5,"comments":[{"id":"a","author":"anna","time":"2021-05-02T11:00:00Z","text":"Why so?"},)"
          R"({"id":"c","parent":"a","author":"boris","time":"2021-06-02T12:00:00Z","text":"Late."}]})"),
      0, 1, 0, 0);
  const Article changed = must(articles.find(1));
  EXPECT_EQ(changed.title, "On handles, again");
  EXPECT_EQ(changed.text, "");
  EXPECT_EQ(changed.votes, 5);
  EXPECT_EQ(hash_time(changed.time), "1619949600.000000");
  EXPECT_THAT(changed.groups, ElementsAre(group_name("things")));
  EXPECT_EQ(must(groups.find(group_name("clay"))).articles, 0);
  EXPECT_FALSE(must(read().sismember(keys::group("clay"), "article:1")));
  EXPECT_EQ(must(read().zscore(keys::score(), "article:1")), score_of(changed));
  EXPECT_EQ(count(1), 4);
  expect_comments_agree();
}

TEST_P(ArticlesImportOnEveryEngine, WhatWasChangedHereSinceStaysWhenTheFileComesAgain) {
  import(kTalk);
  must(articles.remove(kAdmin, 1));
  expect_report(import(kTalk), 0, 0, 1, 0);
  EXPECT_EQ(must(articles.find(1)).state, ArticleState::Removed);
  import(kLink);
  must(moderation.hide(kAdmin, Thing::article(2), "spam"));
  expect_report(import(kLink), 0, 0, 1, 0);
  EXPECT_EQ(must(articles.find(2)).state, ArticleState::Hidden);
}

TEST_P(ArticlesImportOnEveryEngine, ALineThatCannotBeTakenChangesNothingAndTellsWhy) {
  const auto report = import(
      "{\"title\":\"no author\",\"text\":\"x\",\"groups\":[\"lost\"]}\n"
      "\n"
      R"({"title":" ","text":"x","groups":["lost"],"author":"anna"})"
      "\n"
      R"({"title":"t","link":"javascript:alert","groups":["lost"],"author":"anna"})"
      "\n"
      R"({"title":"t","text":"x","groups":["lost"],"author":"nobody_here"})"
      "\n"
      R"({"title":"t","text":"x","groups":["lost"],"author":"anna","time":"2999-01-01T00:00:00Z"})"
      "\n"
      R"({"title":"t","text":"x","groups":["lost"],"author":"anna","comments":[{"parent":"7","author":"anna",)"
      R"("text":"x","time":"2021-01-01T00:00:00Z"}]})"
      "\n"
      R"({"title":"t","text":"x","groups":["lost"],"author":"anna","colour":"red"})"
      "\nno json\n");
  EXPECT_EQ(report.rejected, 8U);
  EXPECT_THAT(rejected,
              ElementsAre(Pair(1, HasSubstr("author")), Pair(3, HasSubstr("the title")),
                          Pair(4, HasSubstr("http")), Pair(5, HasSubstr("--add-authors")),
                          Pair(6, HasSubstr("still to come")), Pair(7, HasSubstr("no comment '7' before")),
                          Pair(8, HasSubstr("colour")), Pair(9, testing::_)));
  EXPECT_EQ(code_of(groups.find(group_name("lost"))), "group.absent");
  EXPECT_EQ(must(read().zcard(keys::time())), 0U);
  EXPECT_THAT(all_comments(), IsEmpty());
}

TEST_P(ArticlesImportOnEveryEngine, AuthorsAreAddedWhereThatIsAskedFor) {
  const std::string line =
      R"({"title":"t","text":"x","groups":["clay"],"author":"carla","comments":[)"
      R"({"author":"dora","text":"x","time":"2021-01-01T00:00:00Z"},{"author":"dora","text":"y","time":"2021-01-01T00:00:00Z"}]})";
  expect_report(import(line, Absent::Add), 1, 0, 0, 0);
  EXPECT_THAT(added, ElementsAre("carla", "dora"));
  EXPECT_TRUE(must(accounts().users().find(must(Shortcode::parse("dora")))));
}

TEST_P(ArticlesImportOnEveryEngine, ALineThatIsRefusedLeavesNeitherAccountsNorGroups) {
  must(articles.post(kAnna, link_draft("https://kiln.example.org/a")));
  const std::string named = R"({"id":"7","title":"t","text":"x","groups":["things"],"author":"anna"})";
  expect_report(import(named), 1, 0, 0, 0);
  for (const std::string line :
       {R"({"title":"Mine","link":"https://kiln.example.org/a","groups":["clay"],"author":"carla"})",
        R"({"id":"7","title":"t","text":"x","groups":["clay"],"author":"carla"})",
        R"({"title":"t","text":"x","groups":["clay","new"],"author":"carla"})"})
    expect_report(import(line, Absent::Add), 0, 0, 0, 1);
  EXPECT_THAT(added, IsEmpty());
  EXPECT_FALSE(must(accounts().users().find(must(Shortcode::parse("carla")))));
  EXPECT_EQ(code_of(groups.find(group_name("clay"))), "group.absent");
}

TEST_P(ArticlesImportOnEveryEngine, ALinkThatWasPostedHereIsThatArticleIfItsAuthorIsTheSame) {
  const auto posted = must(articles.post(kAnna, link_draft("https://kiln.example.org/a#top"))).article.id;
  const std::string by_boris =
      R"({"title":"Mine","link":"https://kiln.example.org/a","groups":["things"],"author":"boris"})";
  expect_report(import(by_boris), 0, 0, 0, 1);
  EXPECT_THAT(rejected, ElementsAre(Pair(1, HasSubstr("by anna"))));
  expect_report(
      import(R"({"title":"Better","link":"https://kiln.example.org/a","groups":["things"],"author":"anna"})"),
      0, 1, 0, 0);
  EXPECT_EQ(must(articles.find(posted)).title, "Better");
  expect_agreement(posted);
}

TEST_P(ArticlesImportOnEveryEngine, ANewArticleWithoutVotesIsVotedOnLikeAnyOther) {
  expect_report(import(R"({"title":"New","text":"x","groups":["things"],"author":"anna"})"), 1, 0, 0, 0);
  EXPECT_EQ(must(votes.cast(kBoris, 1, Vote::Up)).votes, 2);
  expect_agreement(1);
  import(R"({"title":"New","text":"changed","groups":["things"],"author":"anna"})");
  EXPECT_EQ(must(articles.find(1)).votes, 2);
  expect_agreement(1);
  import(kLink);
  EXPECT_EQ(code_of(votes.cast(kBoris, 2, Vote::Up)), "vote.closed");
}

TEST_P(ArticlesImportOnEveryEngine, ManyLinesAreFoundInTheListsInTheirOrder) {
  std::string file;
  for (int i = 0; i < 60; ++i)
    file += fmt::format(
        R"({{"id":"{0}","title":"Number {0}","text":"x","groups":["clay"],"author":"anna","time":"2021-05-01T10:00:{0:02}Z"}})"
        "\n",
        i);
  expect_report(import(file), 60, 0, 0, 0);
  auto page = must(lists.newest(100, ""));
  ASSERT_EQ(page.articles.size(), 60U);
  EXPECT_EQ(page.articles.front().title, "Number 59");
  EXPECT_EQ(must(lists.of_group_by_score(group_name("clay"), 100, "")).articles.size(), 60U);
  EXPECT_EQ(must(lists.of_author(kAnna.name, 100, "")).articles.back().title, "Number 0");
}

INSTANTIATE_TEST_SUITE_P(Engines, ArticlesImportOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

}  // namespace
}  // namespace stoa::feed::test
