#include "api_fixture.h"

namespace stoa::feed::test {
namespace {

TEST_F(FeedApi, AnArticleIsPostedShownChangedAndRemoved) {
  const std::string path = posted();
  EXPECT_THAT(body_of(ask(Method::Get, path)), HasSubstr("\"author\":\"anna\""));
  EXPECT_THAT(body_of(ask(Method::Put, path, anna_, R"({"title":"Better","text":"x"})")),
              HasSubstr("Better"));
  EXPECT_EQ(ask(Method::Put, path, boris_, R"({"title":"Worse"})").status, 403);
  EXPECT_EQ(ask(Method::Delete, path, boris_).status, 403);
  EXPECT_EQ(ask(Method::Delete, path, warden_).status, 204);
  EXPECT_THAT(body_of(ask(Method::Get, path)), HasSubstr("\"removed\""));
  EXPECT_EQ(ask(Method::Get, "/api/articles/4711").status, 404);
}

TEST_F(FeedApi, APostedLinkLeadsToTheArticleThatIsThere) {
  const std::string path = posted("https://example.org/a");
  const Response again = ask(Method::Post, "/api/articles", boris_,
                             R"({"title":"T","groups":["things"],"link":"https://EXAMPLE.org/a#x"})");
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(header_of(again, "Location"), path);
}

TEST_F(FeedApi, AnArticleComesWithItsHtmlItsCommentsAndWhatTheViewerVoted) {
  const std::string path = posted();
  const ArticleId id = id_in(path);
  asked(200, Method::Put, path, anna_, R"({"title":"T","text":"*so* <b>"})");
  say(id);
  must(votes.cast(kBoris, id, Vote::Down));
  const auto to_guest = got(path), to_boris = got(path, boris_);
  EXPECT_EQ(text(to_guest, "text"), "*so* <b>");
  EXPECT_EQ(text(to_guest, "html"), "<p><em>so</em> &lt;b&gt;</p>\n");
  EXPECT_EQ(to_guest.at("comments").as_int64(), 1);
  EXPECT_FALSE(to_guest.as_object().contains("yours"));
  EXPECT_FALSE(to_guest.as_object().contains("locked_at"));
  EXPECT_EQ(text(to_boris, "yours"), "down");
  must(moderation.lock(kAdmin, id, "enough"));
  EXPECT_TRUE(got(path).as_object().contains("locked_at"));
}

TEST_F(FeedApi, AListHasCountsAndVotesAndCostsAsManyReadsForManyAsForOne) {
  const auto reads_of = [&](std::string_view target) {
    const int before = records.counted();
    got(target, boris_);
    return records.counted() - before;
  };
  const ArticleId first = World::post();
  const int for_one = reads_of("/api/articles");
  EXPECT_EQ(for_one, 1);
  for (int i = 0; i < 20; ++i) say(World::post());
  EXPECT_EQ(reads_of("/api/articles"), for_one);
  must(votes.cast(kBoris, first, Vote::Up));
  const auto page = got("/api/articles", boris_);
  const auto& articles_shown = page.at("articles").as_array();
  ASSERT_EQ(articles_shown.size(), 21u);
  EXPECT_EQ(text(articles_shown[0], "yours"), "up");
  EXPECT_EQ(articles_shown[0].at("comments").as_int64(), 0);
  EXPECT_EQ(text(articles_shown[1], "yours"), "none");
  EXPECT_EQ(articles_shown[1].at("comments").as_int64(), 1);
  EXPECT_FALSE(articles_shown[1].as_object().contains("html"));
}

TEST_F(FeedApi, AnArticleNamesAProductThatTheShopHas) {
  const auto draft = [](const std::string& product) {
    return R"({"title":"T","text":"x","groups":["things"],"product":")" + product + "\"}";
  };
  EXPECT_EQ(refused(400, Method::Post, "/api/articles", anna_, draft("5f0000000000000000000002")),
            "article.product");
  EXPECT_EQ(refused(400, Method::Post, "/api/articles", anna_, draft("lamp")), "request.bad_value");
  asked(201, Method::Post, "/api/articles", anna_, draft(kProduct.hex()));
  EXPECT_EQ(got("/api/articles?product=" + kProduct.hex()).at("articles").as_array().size(), 1u);
  EXPECT_EQ(got("/api/articles?product=5f0000000000000000000002").at("articles").as_array().size(), 0u);
}

TEST_F(FeedApi, BadArticlesAreRefused) {
  for (const char* bad :
       {R"({"link":"javascript:alert","title":"T","groups":["things"]})",
        R"({"link":"data:text/html,x","title":"T","groups":["things"]})",
        R"({"text":"x","title":"   ","groups":["things"]})",
        R"({"text":"x","title":"a\u202eb","groups":["things"]})", R"({"text":"x","title":"T","groups":[]})",
        R"({"title":"T","groups":["things"]})", R"({"text":"x","title":"T","groups":["Not A Name"]})"})
    EXPECT_EQ(ask(Method::Post, "/api/articles", anna_, bad).status, 400) << bad;
}

TEST_F(FeedApi, ArticlesThatAreTooLargeOrMadeToBreakAParserAreRefusedInWords) {
  const auto code_for = [&](const std::string& field, const std::string& value) {
    const std::string title = field == "title" ? "" : R"("title":"T",)";
    const std::string text = field == "link" ? R"("text":"x",)" : "";
    return refused(400, Method::Post, "/api/articles", anna_,
                   "{" + title + text + R"("groups":["things"],")" + field + "\":\"" + value + "\"}");
  };
  EXPECT_EQ(code_for("link", "https://example.org/" + std::string(1981, 'a')), "request.bad_length");
  EXPECT_EQ(code_for("title", "a\\u0007"), "article.title");
  EXPECT_EQ(code_for("title", std::string(1'000'000, 'a')), "request.bad_length");
  EXPECT_EQ(code_for("text", std::string(1'000'000, '[')), "request.bad_length");
  EXPECT_EQ(code_for("text", std::string(20'000, '>')), "markdown.too_deep");
}

TEST_F(FeedApi, WhatIsNotPostedCostsNothingOfWhatOneMayPost) {
  const std::string there = R"({"title":"T","groups":["things"],"link":"https://example.org/"})";
  posted("https://example.org/");
  for (int i = 0; i < 15; ++i) {
    asked(400, Method::Post, "/api/articles", anna_, R"({"title":" ","text":"x","groups":["things"]})");
    asked(200, Method::Post, "/api/articles", anna_, there);
    asked(409, Method::Post, "/api/groups", anna_, R"({"name":"things"})");
  }
  posted("https://example.org/other");
}

TEST_F(FeedApi, GuestsReadAndDoNotWrite) {
  const std::string path = posted();
  EXPECT_EQ(ask(Method::Post, "/api/articles", std::nullopt, R"({"title":"T"})").status, 401);
  EXPECT_EQ(ask(Method::Put, path + "/vote", std::nullopt, R"({"vote":"up"})").status, 401);
  EXPECT_EQ(ask(Method::Get, "/api/articles/mine").status, 401);
  EXPECT_EQ(ask(Method::Get, "/api/articles").status, 200);
}

TEST_F(FeedApi, VotesAreCastSwitchedAndTakenBack) {
  const std::string vote = posted() + "/vote";
  EXPECT_THAT(body_of(ask(Method::Put, vote, boris_, R"({"vote":"up"})")), HasSubstr("\"votes\":2"));
  EXPECT_THAT(body_of(ask(Method::Put, vote, boris_, R"({"vote":"down"})")), HasSubstr("\"votes\":0"));
  EXPECT_THAT(body_of(ask(Method::Get, vote, boris_)), HasSubstr("\"yours\":\"down\""));
  EXPECT_THAT(body_of(ask(Method::Put, vote, boris_, R"({"vote":"none"})")), HasSubstr("\"votes\":1"));
  EXPECT_EQ(ask(Method::Put, vote, boris_, R"({"vote":"twice"})").status, 400);
}

TEST_F(FeedApi, WhatIsLockedTakesNoVotesAndWhatIsHiddenIsSeenByItsAuthor) {
  const std::string path = posted();
  const ArticleId id = id_in(path);
  must(moderation.lock(kAdmin, id, "enough"));
  EXPECT_EQ(ask(Method::Put, path + "/vote", boris_, R"({"vote":"up"})").status, 409);
  must(moderation.hide(kAdmin, Thing::article(id), "enough"));
  EXPECT_EQ(ask(Method::Get, path).status, 404);
  EXPECT_EQ(ask(Method::Get, path, boris_).status, 404);
  EXPECT_EQ(ask(Method::Get, path, anna_).status, 200);
  EXPECT_EQ(ask(Method::Get, path, warden_).status, 200);
  EXPECT_EQ(ask(Method::Post, "/api/articles", boris_,
                R"({"title":"T","groups":["things"],"link":"https://example.org/"})")
                .status,
            409);
}

TEST_F(FeedApi, WhoIsBannedDoesNotPost) {
  const std::string own = posted();
  ASSERT_EQ(ask(Method::Post, "/api/groups", anna_, R"({"name":"lamps"})").status, 201);
  must(moderation.ban(kAdmin, kAnna.name, clock().now() + std::chrono::hours(1), "spam"));
  EXPECT_EQ(
      ask(Method::Post, "/api/articles", anna_, R"({"title":"T","text":"x","groups":["things"]})").status,
      403);
  EXPECT_EQ(ask(Method::Post, "/api/groups", anna_, R"({"name":"mine"})").status, 403);
  EXPECT_EQ(refused(403, Method::Put, "/api/groups/lamps", anna_, R"({"description":"Buy"})"), "feed.banned");
  EXPECT_EQ(refused(403, Method::Put, own + "/groups/lamps", anna_), "feed.banned");
  EXPECT_EQ(refused(403, Method::Delete, own + "/groups/things", anna_), "feed.banned");
  EXPECT_EQ(must(groups.find(group_name("lamps"))).description, "");
  EXPECT_THAT(must(articles.find(id_in(own))).groups, testing::ElementsAre(kGroup));
}

TEST_F(FeedApi, ListsComeInPages) {
  for (int i = 0; i < 3; ++i) post();
  for (const std::string list :
       {"?", "?order=newest&", "?group=things&", "?group=things&order=newest&", "?author=anna&", "/mine?"}) {
    const Response first = ask(Method::Get, "/api/articles" + list + "limit=2", anna_);
    EXPECT_EQ(first.status, 200) << list;
    const std::string body = body_of(first);
    const auto at = body.find("\"next\":\"") + 8;
    const std::string cursor = body.substr(at, body.find('"', at) - at);
    EXPECT_FALSE(cursor.empty()) << list;
    const Response second = ask(Method::Get, "/api/articles" + list + "limit=2&cursor=" + cursor, anna_);
    EXPECT_THAT(body_of(second), HasSubstr("\"next\":\"\"")) << list;
  }
  for (const char* bad :
       {"limit=0", "limit=101", "order=best", "group=A", "cursor=xyz", "author=anna&group=things",
        "author=anna&product=5f0000000000000000000001", "product=x"})
    EXPECT_EQ(ask(Method::Get, std::string("/api/articles?") + bad).status, 400) << bad;
}

TEST_F(FeedApi, GroupsComeInPagesTheLargestFirst) {
  for (int i = 0; i < 4; ++i) must(groups.create(kAdmin, {group_name("group_" + std::to_string(i)), ""}));
  World::post(kAnna, {group_name("group_2")});
  std::vector<std::string> names;
  std::string cursor;
  do {
    const auto page = got("/api/groups?limit=2&cursor=" + cursor);
    EXPECT_LE(page.at("groups").as_array().size(), 2u);
    for (const auto& group : page.at("groups").as_array()) names.push_back(text(group, "name"));
    cursor = text(page, "next");
  } while (!cursor.empty());
  EXPECT_EQ(names.front(), "group_2");
  EXPECT_THAT(names, testing::UnorderedElementsAre("group_0", "group_1", "group_2", "group_3", "things"));
  for (const char* bad : {"cursor=x", "cursor=-1", "cursor=99999999999999999999", "limit=0"})
    EXPECT_EQ(ask(Method::Get, std::string("/api/groups?") + bad).status, 400) << bad;
}

TEST_F(FeedApi, GroupsAreCreatedDescribedAndFilled) {
  EXPECT_EQ(ask(Method::Post, "/api/groups", anna_, R"({"name":"books","description":"To read"})").status,
            201);
  EXPECT_EQ(ask(Method::Post, "/api/groups", boris_, R"({"name":"books"})").status, 409);
  EXPECT_EQ(ask(Method::Put, "/api/groups/books", boris_, R"({"description":"x"})").status, 403);
  EXPECT_EQ(ask(Method::Put, "/api/groups/books", anna_, R"({"description":"Read"})").status, 200);
  const std::string path = posted();
  EXPECT_EQ(ask(Method::Put, path + "/groups/books", anna_).status, 200);
  EXPECT_THAT(body_of(ask(Method::Get, "/api/groups/books")), HasSubstr("\"articles\":1"));
  EXPECT_EQ(ask(Method::Delete, path + "/groups/things", anna_).status, 200);
  EXPECT_EQ(ask(Method::Delete, path + "/groups/books", anna_).status, 409);
  EXPECT_THAT(body_of(ask(Method::Get, "/api/groups")), HasSubstr("\"name\":\"books\""));
  EXPECT_EQ(ask(Method::Get, "/api/groups/nowhere").status, 404);
}

}  // namespace
}  // namespace stoa::feed::test
