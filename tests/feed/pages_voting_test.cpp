#include "pages_fixture.h"

namespace stoa::feed::test {
namespace {

using testing::AllOf;

class VotingPages : public FeedPages {
 protected:
  std::int64_t count(ArticleId id) { return must(articles.find(id)).votes; }
};

TEST_F(VotingPages, AVoteIsCastSwitchedAndTakenBack) {
  const ArticleId id = post();
  for (const auto& [vote, expected] :
       std::vector<std::pair<std::string, std::int64_t>>{{"up", 2}, {"up", 2}, {"down", 0}, {"none", 1}}) {
    EXPECT_EQ(send(path_of(id) + "/vote", "vote=" + vote, boris_).status, 303);
    EXPECT_EQ(count(id), expected) << vote;
  }
}

TEST_F(VotingPages, WithoutScriptsOneComesBackToWhereOneWas) {
  const ArticleId id = post();
  http::test::Asked asked(http::Method::Post, path_of(id) + "/vote");
  asked.cookie("stoa_session", boris_.text()).header("Host", "stoa.example").header("Accept", "text/html");
  asked.header("Referer", "https://stoa.example/feed/newest?cursor=abc#x");
  asked.form("csrf=" + http::Csrf(secret_).token(boris_.text()) + "&vote=up");
  EXPECT_EQ(location(answer(asked)), "/feed/newest?cursor=abc#article-" + std::to_string(id));
  EXPECT_EQ(location(send(path_of(id) + "/vote", "vote=up", boris_)), path_of(id));
}

TEST_F(VotingPages, ARefererLeadsToNoOtherSite) {
  const ArticleId id = post();
  http::test::Asked asked(http::Method::Post, path_of(id) + "/vote");
  asked.cookie("stoa_session", boris_.text()).header("Accept", "text/html");
  asked.header("Sec-Fetch-Site", "same-origin").header("Referer", "https://stoa.example//evil.example/");
  asked.form("csrf=" + http::Csrf(secret_).token(boris_.text()) + "&vote=up");
  EXPECT_THAT(location(answer(asked)), testing::StartsWith(path_of(id)));
}

TEST_F(VotingPages, HtmxGetsTheControlAsItIsThen) {
  const ArticleId id = post();
  const std::string html = body_of(send(path_of(id) + "/vote", "vote=up", boris_, By::Htmx));
  EXPECT_THAT(html, AllOf(HasSubstr("value=\"none\" aria-label=\"Vote up\" aria-pressed=\"true\""),
                          HasSubstr("value=\"down\""), HasSubstr("hx-swap-oob"),
                          HasSubstr("You voted up: 2 votes"), Not(HasSubstr("<html"))));
}

TEST_F(VotingPages, ListsShowMyVote) {
  const ArticleId id = post();
  must(votes.cast(kBoris, id, Vote::Down));
  EXPECT_THAT(page("/feed", boris_),
              HasSubstr("value=\"none\" aria-label=\"Vote down\" aria-pressed=\"true\""));
  EXPECT_THAT(page(path_of(id), boris_),
              HasSubstr("value=\"none\" aria-label=\"Vote down\" aria-pressed=\"true\""));
  EXPECT_THAT(page("/feed", warden_), Not(HasSubstr("aria-pressed=\"true\"")));
}

TEST_F(VotingPages, AGuestIsLedToTheLogInAndBack) {
  const ArticleId id = post();
  EXPECT_THAT(page("/feed/newest"),
              AllOf(HasSubstr("/login?next=%2Ffeed%2Fnewest"), Not(HasSubstr("<form class=\"vote\""))));
  http::test::Asked asked(http::Method::Post, path_of(id) + "/vote");
  asked.header("Accept", "text/html").form("vote=up");
  EXPECT_THAT(location(answer(asked)), testing::StartsWith("/login"));
  EXPECT_EQ(count(id), 1);
}

TEST_F(VotingPages, AfterAWeekTheCountStandsAlone) {
  const ArticleId id = post();
  clock().advance(kVotingLasts);
  EXPECT_THAT(page("/feed", boris_), AllOf(HasSubstr("vote closed"), Not(HasSubstr("name=\"vote\""))));
  EXPECT_EQ(send(path_of(id) + "/vote", "vote=up", boris_).status, 409);
  const http::Response part = send(path_of(id) + "/vote", "vote=up", boris_, By::Htmx);
  EXPECT_EQ(part.status, 409);
  EXPECT_THAT(body_of(part), AllOf(HasSubstr("vote closed"), HasSubstr("Voting is over")));
  EXPECT_EQ(count(id), 1);
}

TEST_F(VotingPages, BadVotesChangeNothing) {
  const ArticleId id = post();
  EXPECT_EQ(send(path_of(id) + "/vote", "vote=twice", boris_).status, 400);
  EXPECT_EQ(send(path_of(id) + "/vote", "", boris_).status, 400);
  EXPECT_EQ(send("/feed/4711/vote", "vote=up", boris_).status, 404);
  http::test::Asked foreign(http::Method::Post, path_of(id) + "/vote");
  foreign.cookie("stoa_session", boris_.text()).header("Accept", "text/html").form("vote=up");
  EXPECT_EQ(answer(foreign).status, 403);
  EXPECT_EQ(count(id), 1);
}

TEST_F(VotingPages, CommentsAreVotedOnToo) {
  const CommentId comment = say(post());
  const std::string path = path_of(comment) + "/vote";
  EXPECT_EQ(send(path, "vote=up", boris_).status, 303);
  EXPECT_EQ(must(comments.comment(comment)).votes, 1);
  EXPECT_THAT(body_of(send(path, "vote=down", boris_, By::Htmx)),
              AllOf(HasSubstr("You voted down: −1"), HasSubstr("aria-pressed=\"true\"")));
  EXPECT_EQ(send(path, "vote=up", anna_).status, 403);
  EXPECT_EQ(must(comments.comment(comment)).votes, -1);
}

TEST_F(VotingPages, TooManyVotesAreRefused) {
  const ArticleId id = post();
  http::Response last;
  for (int i = 0; i < 130; ++i) last = send(path_of(id) + "/vote", "vote=up", boris_);
  EXPECT_EQ(last.status, 429);
}

}  // namespace
}  // namespace stoa::feed::test
