#include "feed/api.h"

#include "base/json.h"
#include "comments_fixture.h"
#include "http/asked.h"
#include "http/site.h"
#include "shop/known_sessions.h"

namespace stoa::feed::test {
namespace {
using http::Method;
using http::Response;
using namespace http::test;
using testing::HasSubstr;

class FeedApi : public testing::Test, protected Talk {
 protected:
  FeedApi() : Talk(std::make_unique<keyspace::OpenEmbedded>()) {
    http::SiteOptions options{.secret = http::Secret::random()};
    options.routes = api_routes({feed_});
    options.buckets = bucket_rules();
    options.sessions = &sessions_;
    options.records = &records;
    options.clock = &clock();
    site_.emplace(std::move(options));
  }
  Response ask(Method method, std::string_view target, const std::optional<Token>& who = std::nullopt,
               std::string_view json = {}) {
    Asked asked(method, target);
    if (!json.empty()) asked.json(json);
    if (who) asked.header("Authorization", "Bearer " + who->text());
    return answer_of(*site_, asked);
  }
  /// Its path.
  std::string posted(std::string_view link = "https://example.org/") {
    const Response answer =
        ask(Method::Post, "/api/articles", anna_,
            "{\"title\":\"T\",\"groups\":[\"things\"],\"link\":\"" + std::string(link) + "\"}");
    EXPECT_EQ(answer.status, 201) << body_of(answer);
    return header_of(answer, "Location");
  }

  Feed feed_{keyspace(), records, clock(), records::CursorKey::make()};
  shop::test::KnownSessions sessions_;
  std::optional<http::Site> site_;
  Token anna_ = sessions_.log_in("anna", http::Role::Member);
  Token boris_ = sessions_.log_in("boris", http::Role::Member);
  Token warden_ = sessions_.log_in("warden", http::Role::Admin);
};

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

TEST_F(FeedApi, BadArticlesAreRefused) {
  for (const char* bad :
       {R"({"link":"javascript:alert","title":"T","groups":["things"]})",
        R"({"link":"data:text/html,x","title":"T","groups":["things"]})",
        R"({"text":"x","title":"   ","groups":["things"]})",
        R"({"text":"x","title":"a\u202eb","groups":["things"]})", R"({"text":"x","title":"T","groups":[]})",
        R"({"title":"T","groups":["things"]})", R"({"text":"x","title":"T","groups":["Not A Name"]})"})
    EXPECT_EQ(ask(Method::Post, "/api/articles", anna_, bad).status, 400) << bad;
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
  const ArticleId id = std::stoll(path.substr(path.rfind('/') + 1));
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
  must(moderation.ban(kAdmin, kAnna.name, clock().now() + std::chrono::hours(1), "spam"));
  EXPECT_EQ(
      ask(Method::Post, "/api/articles", anna_, R"({"title":"T","text":"x","groups":["things"]})").status,
      403);
  EXPECT_EQ(ask(Method::Post, "/api/groups", anna_, R"({"name":"mine"})").status, 403);
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
       {"limit=0", "limit=101", "order=best", "group=A", "cursor=xyz", "author=anna&group=things"})
    EXPECT_EQ(ask(Method::Get, std::string("/api/articles?") + bad).status, 400) << bad;
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
