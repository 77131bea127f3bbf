#include "api_fixture.h"

namespace stoa::feed::test {
namespace {
using testing::ElementsAre;

class CommentApi : public FeedApi {
 protected:
  std::string comments_path() const { return article_ + "/comments"; }
  static std::string body(std::string_view text) { return "{\"text\":\"" + std::string(text) + "\"}"; }
  /// Its path.
  std::string said(const Token& who, std::string_view text, std::string path = {}) {
    const Response answer = ask(Method::Post, path.empty() ? comments_path() : path, who, body(text));
    EXPECT_EQ(answer.status, 201) << body_of(answer);
    return header_of(answer, "Location");
  }
  static std::vector<std::string> texts(const boost::json::value& page) {
    std::vector<std::string> texts;
    for (const auto& comment : page.at("comments").as_array()) texts.push_back(text(comment, "text"));
    return texts;
  }

  const std::string article_ = posted();
  const ArticleId id_ = id_in(article_);
};

TEST_F(CommentApi, ACommentIsPostedAnsweredReadChangedAndDeleted) {
  const std::string first = said(anna_, "*First*");
  const std::string reply = said(boris_, "Indeed", first + "/replies");
  const auto page = got(comments_path());
  EXPECT_THAT(texts(page), ElementsAre("*First*", "Indeed"));
  EXPECT_EQ(page.at("thread").at("comments").as_int64(), 2);
  EXPECT_EQ(text(page, "next"), "");
  const auto& top = page.at("comments").as_array()[0];
  EXPECT_EQ(text(top, "html"), "<p><em>First</em></p>\n");
  EXPECT_EQ(text(top, "author"), "anna");
  EXPECT_EQ(top.at("replies").as_int64(), 1);
  EXPECT_EQ(top.at("more").as_int64(), 0);
  EXPECT_EQ(page.at("comments").as_array()[1].at("depth").as_int64(), 1);

  EXPECT_EQ(text(asked(200, Method::Put, first, anna_, body("Better")), "html"), "<p>Better</p>\n");
  EXPECT_EQ(refused(403, Method::Put, first, boris_, body("Worse")), "comment.not_yours");
  EXPECT_EQ(refused(403, Method::Delete, first, boris_), "comment.not_yours");
  asked(204, Method::Delete, first, anna_);
  EXPECT_THAT(texts(got(first)), ElementsAre("", "Indeed"));
  EXPECT_EQ(text(got(first).at("comments").as_array()[0], "state"), "deleted");
  asked(204, Method::Delete, reply, boris_);
  EXPECT_EQ(refused(404, Method::Get, first), "comment.absent");
  expect_comments_agree();
}

TEST_F(CommentApi, ALongThreadComesInPagesAndBranches) {
  for (int i = 0; i < 25; ++i) {
    clock().advance(std::chrono::seconds(1));
    say(id_, std::nullopt, kAnna, std::to_string(i));
  }
  const auto newest = got(comments_path() + "?order=newest");
  ASSERT_EQ(newest.at("comments").as_array().size(), 20u);
  EXPECT_EQ(texts(newest).front(), "24");
  const auto rest = got(comments_path() + "?order=newest&cursor=" + text(newest, "next"));
  EXPECT_THAT(texts(rest), ElementsAre("4", "3", "2", "1", "0"));
  EXPECT_EQ(refused(400, Method::Get, comments_path() + "?cursor=xyz"), "records.cursor");
  EXPECT_EQ(refused(400, Method::Get, comments_path() + "?order=worst"), "request.query");

  const CommentId top = say(id_);
  for (int i = 0; i < 23; ++i) {
    clock().advance(std::chrono::seconds(1));
    say(id_, top, kBoris, "reply");
  }
  const std::string path = "/api/comments/" + top.hex();
  const auto branch = got(path);
  ASSERT_EQ(branch.at("comments").as_array().size(), 21u);
  const auto& head = branch.at("comments").as_array()[0];
  EXPECT_EQ(head.at("more").as_int64(), 3);
  const auto more = got(path + "?after=" + text(head, "last_reply"));
  EXPECT_EQ(more.at("comments").as_array().size(), 4u);
  EXPECT_EQ(refused(400, Method::Get, path + "?after=x"), "request.query");
}

TEST_F(CommentApi, MembersVoteOnOthersCommentsAndSeeWhatTheyVoted) {
  const std::string path = said(anna_, "Well");
  const auto voted = asked(200, Method::Put, path + "/vote", boris_, R"({"vote":"up"})");
  EXPECT_EQ(voted.at("votes").as_int64(), 1);
  EXPECT_EQ(text(voted, "yours"), "up");
  EXPECT_EQ(text(got(comments_path(), boris_).at("comments").as_array()[0], "yours"), "up");
  EXPECT_EQ(text(got(comments_path(), anna_).at("comments").as_array()[0], "yours"), "none");
  EXPECT_FALSE(got(comments_path()).at("comments").as_array()[0].as_object().contains("yours"));
  EXPECT_EQ(asked(200, Method::Put, path + "/vote", boris_, R"({"vote":"down"})").at("votes").as_int64(), -1);
  EXPECT_EQ(asked(200, Method::Put, path + "/vote", boris_, R"({"vote":"none"})").at("votes").as_int64(), 0);
  EXPECT_EQ(refused(403, Method::Put, path + "/vote", anna_, R"({"vote":"up"})"), "comment.own_vote");
  clock().advance(kVotingLasts);
  EXPECT_EQ(refused(409, Method::Put, path + "/vote", boris_, R"({"vote":"up"})"), "comment.votes_closed");
}

TEST_F(CommentApi, AnAuthorsCommentsComeNewestFirst) {
  said(anna_, "one");
  said(boris_, "not mine");
  clock().advance(std::chrono::seconds(1));
  said(anna_, "two");
  EXPECT_THAT(texts(got("/api/comments?author=anna")), ElementsAre("two", "one"));
  EXPECT_THAT(texts(got("/api/comments?author=nobody")), ElementsAre());
  EXPECT_EQ(refused(400, Method::Get, "/api/comments"), "request.query");
  EXPECT_EQ(refused(400, Method::Get, "/api/comments?author=X"), "request.query");
}

TEST_F(CommentApi, WhatIsSaidUnderAHiddenArticleIsHiddenToo) {
  const std::string path = said(anna_, "Well");
  must(moderation.hide(kAdmin, Thing::article(id_), "spam"));
  EXPECT_EQ(refused(404, Method::Get, comments_path(), boris_), "article.absent");
  EXPECT_EQ(refused(404, Method::Get, path), "comment.absent");
  EXPECT_EQ(refused(404, Method::Post, path + "/replies", boris_, body("x")), "article.absent");
  EXPECT_EQ(refused(404, Method::Put, path + "/vote", boris_, R"({"vote":"up"})"), "comment.absent");
  EXPECT_THAT(texts(got("/api/comments?author=anna")), ElementsAre());
  EXPECT_THAT(texts(got("/api/comments?author=anna", warden_)), ElementsAre("Well"));
  EXPECT_THAT(texts(got(path, warden_)), ElementsAre("Well"));
}

TEST_F(CommentApi, AHiddenCommentHasNoText) {
  const std::string path = said(anna_, "Rude");
  must(moderation.hide(kAdmin, Thing::comment(must(CommentId::parse(path.substr(path.rfind('/') + 1)))),
                       "rude"));
  const auto page = got(comments_path());
  EXPECT_THAT(texts(page), ElementsAre(""));
  EXPECT_EQ(text(page.at("comments").as_array()[0], "html"), "");
}

TEST_F(CommentApi, WhoMayNotIsToldWhy) {
  const std::string path = said(anna_, "Well");
  EXPECT_EQ(refused(401, Method::Post, comments_path(), std::nullopt, body("x")), "http.unauthorized");
  EXPECT_EQ(refused(401, Method::Put, path + "/vote", std::nullopt, R"({"vote":"up"})"), "http.unauthorized");
  EXPECT_EQ(refused(404, Method::Post, "/api/articles/4711/comments", anna_, body("x")), "article.absent");
  EXPECT_EQ(refused(404, Method::Get, "/api/articles/4711/comments"), "article.absent");
  EXPECT_EQ(refused(404, Method::Post, "/api/comments/5f0000000000000000000009/replies", anna_, body("x")),
            "comment.absent");
  for (const std::string& bad :
       {std::string(R"({"text":""})"), std::string(R"({"text":"  \n "})"), std::string("{}"),
        std::string(R"({"text":7})"), body(std::string(10'001, 'x')), body(std::string(9'000, '>')),
        std::string(R"({"text":"x","surprise":1})")})
    EXPECT_EQ(ask(Method::Post, comments_path(), anna_, bad).status, 400) << bad.substr(0, 60);
  must(moderation.lock(kAdmin, id_, "enough"));
  EXPECT_EQ(refused(409, Method::Post, comments_path(), anna_, body("x")), "article.locked");
  EXPECT_EQ(refused(409, Method::Put, path + "/vote", boris_, R"({"vote":"up"})"), "article.locked");
  must(moderation.ban(kAdmin, kAnna.name, clock().now() + std::chrono::hours(1), "spam"));
  EXPECT_EQ(refused(403, Method::Put, path, anna_, body("x")), "feed.banned");
  EXPECT_EQ(count(id_), 1);
}

TEST_F(CommentApi, ACommentThatIsSentTwiceUnderOneKeyIsPostedOnce) {
  const auto send = [&](std::string_view text) {
    http::test::Asked asked(Method::Post, comments_path());
    asked.json(body(text)).header("Idempotency-Key", "once");
    asked.header("Authorization", "Bearer " + anna_.text());
    return http::test::answer_of(*site_, asked);
  };
  const Response first = send("Well"), again = send("Well");
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(header_of(again, "Location"), header_of(first, "Location"));
  EXPECT_EQ(header_of(again, "Idempotent-Replayed"), "true");
  EXPECT_EQ(send("Other").status, 422);
  EXPECT_EQ(count(id_), 1);
}

TEST_F(CommentApi, NobodyCommentsWithoutEnd) {
  int status = 201;
  for (int i = 0; i < 100 && status == 201; ++i)
    status = ask(Method::Post, comments_path(), anna_, body("again")).status;
  EXPECT_EQ(status, 429);
}

/// With replies to each the reads follow the depth, never the number.
TEST_F(CommentApi, APageOfALongThreadCostsAConstantNumberOfReads) {
  const auto reads_of = [&] {
    const int before = records.counted();
    got(comments_path(), boris_);
    return records.counted() - before;
  };
  say(id_, say(id_));
  const int few = reads_of();
  for (int i = 0; i < 60; ++i) say(id_, say(id_));
  EXPECT_EQ(reads_of(), few);
}

}  // namespace
}  // namespace stoa::feed::test
