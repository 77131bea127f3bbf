#include "api_fixture.h"
#include "base/rfc3339.h"

namespace stoa::feed::test {
namespace {
using testing::ElementsAre;

class ModerationApi : public FeedApi {
 protected:
  int report(const Token& who, const std::string& thing, std::string_view reason = "spam") {
    return ask(Method::Post, "/api/reports", who,
               "{\"thing\":\"" + thing + "\",\"reason\":\"" + std::string(reason) + "\"}")
        .status;
  }
  static std::string decision(std::string_view measure, const std::string& thing,
                              const std::string& more = {}) {
    return "{\"measure\":\"" + std::string(measure) + "\",\"thing\":\"" + thing +
           "\",\"reason\":\"because\"" + more + "}";
  }
  std::string until(std::chrono::hours later) {
    return ",\"until\":\"" + to_rfc3339(clock().now() + later) + "\"";
  }
  void decide(std::string_view measure, const std::string& thing, const std::string& more = {}) {
    asked(204, Method::Post, "/api/admin/moderation", warden_, decision(measure, thing, more));
  }
  std::string refused_decision(int status, std::string_view measure, const std::string& thing,
                               const std::string& more = {}) {
    return refused(status, Method::Post, "/api/admin/moderation", warden_, decision(measure, thing, more));
  }
  std::vector<std::string> logged(const std::string& query = {}) {
    std::vector<std::string> actions;
    const auto log = got("/api/moderation/log" + query);
    for (const auto& entry : log.at("entries").as_array())
      actions.push_back(text(entry, "action") + " " + text(entry, "thing"));
    return actions;
  }
  std::vector<std::string> waiting(const std::string& query = {}) {
    std::vector<std::string> things;
    const auto queue = got("/api/admin/reports" + query, warden_);
    for (const auto& thing : queue.at("things").as_array()) things.push_back(text(thing, "thing"));
    return things;
  }

  const ArticleId article_ = World::post();
  const CommentId comment_ = say(article_);
  const std::string thing_ = member_of(article_), said_ = "comment:" + comment_.hex();
};

TEST_F(ModerationApi, WhatIsReportedWaitsUntilAModeratorDecides) {
  EXPECT_EQ(report(boris_, thing_), 204);
  clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(report(boris_, said_, "abuse"), 204);
  clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(report(anna_, said_, "off_topic"), 204);
  EXPECT_EQ(report(anna_, said_), 409);
  EXPECT_THAT(waiting(), ElementsAre(said_, thing_));
  EXPECT_THAT(waiting("?order=oldest"), ElementsAre(thing_, said_));
  const auto page = got("/api/admin/reports?limit=1", warden_);
  EXPECT_THAT(waiting("?limit=1&cursor=" + text(page, "next")), ElementsAre(thing_));
  const auto reports_of = got("/api/admin/reports/" + said_, warden_);
  ASSERT_EQ(reports_of.at("reports").as_array().size(), 2u);
  EXPECT_EQ(text(reports_of.at("reports").as_array()[0], "reason"), "abuse");
  EXPECT_EQ(text(reports_of.at("reports").as_array()[0], "by"), "boris");
  decide("hide", thing_);
  decide("dismiss", said_);
  EXPECT_THAT(waiting(), ElementsAre());
  EXPECT_THAT(logged(), ElementsAre("dismissed " + said_, "hidden " + thing_));
}

TEST_F(ModerationApi, BadReportsAreRefused) {
  EXPECT_EQ(refused(400, Method::Post, "/api/reports", boris_, R"({"thing":"user:anna","reason":"spam"})"),
            "report.thing");
  for (const char* bad :
       {R"({"thing":"article:x","reason":"spam"})", R"({"thing":"article:1","reason":"boring"})",
        R"({"reason":"spam"})", R"({"thing":"article:1"})"})
    EXPECT_EQ(ask(Method::Post, "/api/reports", boris_, bad).status, 400) << bad;
  EXPECT_EQ(refused(400, Method::Post, "/api/reports", boris_,
                    "{\"thing\":\"" + thing_ + "\",\"reason\":\"other\"}"),
            "report.note");
  EXPECT_EQ(refused(404, Method::Post, "/api/reports", boris_, R"({"thing":"article:4711","reason":"spam"})"),
            "article.absent");
  EXPECT_EQ(refused(401, Method::Post, "/api/reports", std::nullopt, "{}"), "http.unauthorized");
  EXPECT_THAT(waiting(), ElementsAre());
}

TEST_F(ModerationApi, EveryMeasureIsTakenAndLogged) {
  decide("hide", said_);
  decide("show", said_);
  decide("lock", thing_);
  EXPECT_TRUE(must(moderation.is_locked(article_)));
  decide("unlock", thing_);
  EXPECT_FALSE(must(moderation.is_locked(article_)));
  decide("ban", "user:boris", until(std::chrono::hours(5)));
  EXPECT_EQ(text(got("/api/admin/bans/boris", warden_), "reason"), "because");
  EXPECT_EQ(got("/api/admin/bans", warden_).at("bans").as_array().size(), 1u);
  decide("lift", "user:boris");
  EXPECT_EQ(refused(404, Method::Get, "/api/admin/bans/boris", warden_), "ban.absent");
  EXPECT_EQ(got("/api/admin/bans", warden_).at("bans").as_array().size(), 0u);
  decide("remove", said_);
  EXPECT_EQ(stored(comment_), std::nullopt);
  const std::vector<std::string> all{"removed " + said_,   "ban_lifted user:boris", "banned user:boris",
                                     "unlocked " + thing_, "locked " + thing_,      "shown " + said_,
                                     "hidden " + said_};
  EXPECT_EQ(logged(), all);
  EXPECT_THAT(logged("?thing=" + thing_), ElementsAre(all[3], all[4]));
  const auto first = got("/api/moderation/log?limit=2");
  EXPECT_THAT(logged("?limit=2&cursor=" + text(first, "next")), ElementsAre(all[2], all[3]));
  EXPECT_EQ(text(first.at("entries").as_array()[0], "reason"), "because");
  EXPECT_EQ(text(first.at("entries").as_array()[0], "by"), "warden");
}

TEST_F(ModerationApi, WhatAnAdminDeletesOfAnothersIsInTheLogWithItsReason) {
  const std::string path = "/api/articles/" + std::to_string(article_);
  EXPECT_EQ(report(boris_, thing_), 204);
  asked(204, Method::Delete, path + "?reason=an%20advert", warden_);
  EXPECT_EQ(text(got(path), "state"), "removed");
  asked(204, Method::Delete, path, warden_);
  EXPECT_THAT(waiting(), ElementsAre());
  EXPECT_THAT(logged(), ElementsAre("removed " + thing_));
  EXPECT_EQ(text(got("/api/moderation/log").at("entries").as_array()[0], "reason"), "an advert");

  const ArticleId other = World::post();
  decide("remove", member_of(other));
  EXPECT_EQ(must(articles.find(other)).state, ArticleState::Removed);
  const ArticleId own = World::post();
  asked(204, Method::Delete, "/api/articles/" + std::to_string(own), anna_);
  EXPECT_THAT(logged(), ElementsAre("removed " + member_of(other), "removed " + thing_));
}

TEST_F(ModerationApi, WhatItsAuthorDeletesWaitsForNoModerator) {
  EXPECT_EQ(report(boris_, thing_), 204);
  EXPECT_EQ(report(boris_, said_), 204);
  asked(204, Method::Delete, "/api/articles/" + std::to_string(article_), anna_);
  EXPECT_THAT(waiting(), ElementsAre(said_));
  EXPECT_EQ(refused(404, Method::Post, "/api/reports", warden_,
                    "{\"thing\":\"" + thing_ + "\",\"reason\":\"spam\"}"),
            "article.absent");
  EXPECT_THAT(logged(), ElementsAre());
}

TEST_F(ModerationApi, WhatDoesNotFitIsRefusedAndNotLogged) {
  EXPECT_EQ(refused_decision(400, "lock", said_), "moderation.thing");
  EXPECT_EQ(refused_decision(400, "hide", "user:anna"), "moderation.thing");
  EXPECT_EQ(refused_decision(404, "ban", "user:nobody_here", until(std::chrono::hours(5))), "person.absent");
  EXPECT_EQ(refused_decision(400, "ban", "user:anna"), "moderation.until");
  EXPECT_EQ(refused_decision(400, "ban", "user:anna", until(std::chrono::hours(-1))), "moderation.until");
  EXPECT_EQ(refused_decision(404, "hide", "article:4711"), "article.absent");
  EXPECT_EQ(refused(400, Method::Post, "/api/admin/moderation", warden_,
                    "{\"measure\":\"hide\",\"thing\":\"" + thing_ + "\",\"reason\":\"  \"}"),
            "moderation.reason");
  EXPECT_EQ(refused(400, Method::Get, "/api/moderation/log?thing=nothing"), "request.query");
  EXPECT_EQ(refused(400, Method::Get, "/api/admin/reports/nothing", warden_), "thing.unknown");
  EXPECT_THAT(logged(), ElementsAre());
}

TEST_F(ModerationApi, OnlyAdminsModerateAndEverybodyReadsTheLog) {
  decide("lock", thing_);
  for (const char* path :
       {"/api/admin/reports", "/api/admin/reports/article:1", "/api/admin/bans", "/api/admin/bans/boris"}) {
    EXPECT_EQ(ask(Method::Get, path).status, 401) << path;
    EXPECT_EQ(ask(Method::Get, path, anna_).status, 403) << path;
  }
  EXPECT_EQ(ask(Method::Post, "/api/admin/moderation", anna_, decision("hide", thing_)).status, 403);
  EXPECT_EQ(logged().size(), 1u);
}

}  // namespace
}  // namespace stoa::feed::test
