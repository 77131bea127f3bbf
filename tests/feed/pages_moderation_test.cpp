#include "base/rfc3339.h"
#include "pages_fixture.h"

namespace stoa::feed::test {
namespace {
using http::Response;
using namespace testing;
using namespace std::chrono_literals;

class ModerationPages : public FeedPages {
 protected:
  static std::string report_form(const Thing& thing, std::string_view reason, std::string_view note = "") {
    return field("thing", thing.text()) + "&reason=" + std::string(reason) + "&" + field("note", note);
  }
  Response decide(const Thing& thing, std::string_view action, std::string_view more = "", Who who = {}) {
    return send("/admin/moderate",
                field("thing", thing.text()) + "&action=" + std::string(action) + "&reason=because" +
                    std::string(more),
                who.value_or(warden_));
  }
  std::string day(Duration from_now) { return to_rfc3339(clock().now() + from_now).substr(0, 10); }
  std::size_t waiting() { return must(reports.queue(QueueOrder::Oldest, 10, "")).things.size(); }
  std::size_t logged() { return must(moderation.log(std::nullopt, 100, "")).entries.size(); }

  ArticleId article_ = post(kAnna);
  Thing thing_ = Thing::article(article_);
};

TEST_F(ModerationPages, AnArticleAndACommentAreReported) {
  const CommentId comment = say(article_, std::nullopt, kAnna, "rude <b>words</b>");
  EXPECT_EQ(get("/feed/report?thing=" + thing_.text()).status, 303);
  EXPECT_THAT(page("/feed/report?thing=" + thing_.text(), boris_), HasSubstr("A title"));
  EXPECT_THAT(page("/feed/report?thing=" + Thing::comment(comment).text(), boris_),
              HasSubstr("rude &lt;b&gt;words&lt;/b&gt;"));
  EXPECT_EQ(location(send("/feed/report", report_form(thing_, "spam"), boris_)), path_of(article_));
  EXPECT_EQ(location(send("/feed/report", report_form(Thing::comment(comment), "other", "look"), boris_)),
            path_of(comment));
  EXPECT_EQ(waiting(), 2u);
}

TEST_F(ModerationPages, BadReportsAreRefusedAndWhatWasTypedIsKept) {
  const Response none = send("/feed/report", field("thing", thing_.text()) + "&note=kept", boris_);
  EXPECT_EQ(none.status, 422);
  EXPECT_THAT(body_of(none), AllOf(HasSubstr("Choose what is wrong"), HasSubstr(">kept</textarea>")));
  EXPECT_EQ(send("/feed/report", report_form(thing_, "boring"), boris_).status, 422);
  const Response other = send("/feed/report", report_form(thing_, "other"), boris_);
  EXPECT_EQ(other.status, 422);
  EXPECT_THAT(body_of(other),
              AllOf(HasSubstr("Say what is wrong"), HasSubstr("value=\"other\" required checked")));
  EXPECT_EQ(send("/feed/report", report_form(thing_, "spam", std::string(501, 'x')), boris_).status, 422);
  EXPECT_EQ(send("/feed/report", "thing=nothing&reason=spam", boris_).status, 400);
  EXPECT_EQ(send("/feed/report", "thing=user:anna&reason=spam", boris_).status, 400);
  EXPECT_EQ(send("/feed/report", "thing=article:4711&reason=spam", boris_).status, 404);
  EXPECT_EQ(get("/feed/report?thing=article:4711", boris_).status, 404);
  EXPECT_EQ(waiting(), 0u);
  EXPECT_EQ(send("/feed/report", report_form(thing_, "spam"), boris_).status, 303);
  const Response twice = send("/feed/report", report_form(thing_, "abuse"), boris_);
  EXPECT_EQ(twice.status, 409);
  EXPECT_THAT(body_of(twice), HasSubstr("You have reported this already"));
}

TEST_F(ModerationPages, WhatIsHiddenOrGoneCannotBeReportedOrRead) {
  must(moderation.hide(kAdmin, thing_, "spam"));
  EXPECT_EQ(get("/feed/report?thing=" + thing_.text(), boris_).status, 404);
  EXPECT_EQ(send("/feed/report", report_form(thing_, "spam"), boris_).status, 404);
}

TEST_F(ModerationPages, TheQueueShowsWhatWasSaidInBothOrdersAndLanguages) {
  const CommentId comment = say(article_, std::nullopt, kAnna, "rude words");
  must(reports.report(kBoris.name, Thing::comment(comment), ReportReason::Abuse, "Read <i>this</i>"));
  clock().advance(1s);
  must(reports.report(kBoris.name, thing_, ReportReason::Spam, ""));
  must(reports.report(kAdmin.name, thing_, ReportReason::OffTopic, ""));
  const std::string most = page("/admin/reports", warden_);
  EXPECT_THAT(most, AllOf(HasSubstr("rude words"), HasSubstr("Read &lt;i&gt;this&lt;/i&gt;"),
                          HasSubstr("What I have to say"), HasSubstr("2 reports"),
                          HasSubstr("Spam or advertising"), HasSubstr("Does not belong here")));
  EXPECT_LT(most.find("What I have to say"), most.find("rude words"));
  const std::string oldest = page("/admin/reports?order=oldest", warden_);
  EXPECT_LT(oldest.find("rude words"), oldest.find("What I have to say"));
  EXPECT_THAT(page("/admin/reports", warden_, "ru"), HasSubstr("2 жалобы"));
  EXPECT_EQ(get("/admin/reports?order=worst", warden_).status, 400);
}

TEST_F(ModerationPages, TheDeskIsForAdminsOnly) {
  for (const std::string path : {"/admin/reports", "/admin/bans", "/admin/moderate?thing=user:anna"}) {
    EXPECT_EQ(get(path).status, 303) << path;
    EXPECT_EQ(get(path, anna_).status, 403) << path;
    EXPECT_EQ(get(path, warden_).status, 200) << path;
  }
  EXPECT_EQ(decide(thing_, "hide", "", boris_).status, 403);
  EXPECT_EQ(must(articles.find(article_)).state, ArticleState::Live);
  EXPECT_EQ(logged(), 0u);
}

TEST_F(ModerationPages, AnArticleIsHiddenShownLockedAndUnlocked) {
  EXPECT_EQ(decide(thing_, "hide").status, 303);
  EXPECT_EQ(must(articles.find(article_)).state, ArticleState::Hidden);
  EXPECT_THAT(page("/admin/moderate?thing=" + thing_.text(), warden_),
              AllOf(HasSubstr("value=\"show\""), Not(HasSubstr("value=\"hide\"")), HasSubstr("because")));
  EXPECT_EQ(decide(thing_, "show").status, 303);
  EXPECT_EQ(must(articles.find(article_)).state, ArticleState::Live);
  EXPECT_EQ(decide(thing_, "lock").status, 303);
  EXPECT_TRUE(must(moderation.is_locked(article_)));
  EXPECT_THAT(page("/admin/moderate?thing=" + thing_.text(), warden_), HasSubstr("value=\"unlock\""));
  EXPECT_EQ(decide(thing_, "unlock").status, 303);
  EXPECT_FALSE(must(moderation.is_locked(article_)));
}

TEST_F(ModerationPages, WhatIsDecidedInTheQueueLeavesItAndLeadsBack) {
  const CommentId removed = say(article_), hidden = say(article_), fine = say(article_);
  for (const CommentId& comment : {removed, hidden, fine})
    must(reports.report(kBoris.name, Thing::comment(comment), ReportReason::Spam, ""));
  EXPECT_EQ(location(decide(Thing::comment(removed), "remove", "&back=queue")), "/admin/reports");
  EXPECT_EQ(location(decide(Thing::comment(hidden), "hide", "&back=queue")), "/admin/reports");
  EXPECT_EQ(location(decide(Thing::comment(fine), "dismiss", "&back=queue")), "/admin/reports");
  EXPECT_EQ(waiting(), 0u);
  EXPECT_THAT(page("/admin/reports", warden_), HasSubstr("Nothing waits"));
  EXPECT_EQ(stored(removed), std::nullopt);
  EXPECT_EQ(stored(hidden)->state, CommentState::Hidden);
  EXPECT_EQ(stored(fine)->state, CommentState::Shown);
}

TEST_F(ModerationPages, WhoWroteItIsBannedAndTheBanIsLifted) {
  EXPECT_EQ(decide(thing_, "ban", "&until=" + day(72h)).status, 303);
  EXPECT_EQ(code_of(moderation.may_post(kAnna.name)), "feed.banned");
  const std::string bans = page("/admin/bans", warden_);
  EXPECT_THAT(bans, AllOf(HasSubstr("anna"), HasSubstr("because"), HasSubstr("value=\"user:anna\"")));
  EXPECT_THAT(page("/admin/moderate?thing=" + thing_.text(), warden_), HasSubstr("value=\"lift\""));
  EXPECT_EQ(location(decide(Thing::user(kAnna.name), "lift", "&back=bans")), "/admin/bans");
  EXPECT_TRUE(moderation.may_post(kAnna.name).ok());
  EXPECT_THAT(page("/admin/bans", warden_), HasSubstr("Everybody may post"));
}

TEST_F(ModerationPages, APersonIsFoundByName) {
  EXPECT_EQ(location(get("/admin/bans?name=boris", warden_)), "/admin/moderate?thing=user%3Aboris");
  const Response wrong = get("/admin/bans?name=B!", warden_);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(body_of(wrong), AllOf(HasSubstr("This is no user name"), HasSubstr("value=\"B!\"")));
}

TEST_F(ModerationPages, BadDecisionsChangeNothingAndKeepWhatWasTyped) {
  const auto decide_so = [&](std::string_view fields) {
    return send("/admin/moderate", field("thing", thing_.text()) + "&" + std::string(fields), warden_);
  };
  const Response no_reason = decide_so("action=hide&reason=+");
  EXPECT_EQ(no_reason.status, 422);
  EXPECT_THAT(body_of(no_reason), HasSubstr("Say why, in at most 500 characters"));
  for (const std::string& until : {std::string(), std::string("soon"), day(-48h), day(24h * 5000)}) {
    const Response wrong = decide_so("action=ban&reason=kept+words&until=" + until);
    EXPECT_EQ(wrong.status, 422) << until;
    EXPECT_THAT(body_of(wrong), AllOf(HasSubstr("A ban ends on a day to come"), HasSubstr("kept words")));
  }
  EXPECT_EQ(decide_so("action=praise&reason=x").status, 400);
  EXPECT_EQ(decide_so("reason=x").status, 400);
  EXPECT_EQ(send("/admin/moderate", "thing=user:anna&action=remove&reason=x", warden_).status, 400);
  EXPECT_EQ(send("/admin/moderate", "thing=article:4711&action=hide&reason=x", warden_).status, 404);
  EXPECT_EQ(send("/admin/moderate", "thing=nothing&action=hide&reason=x", warden_).status, 400);
  EXPECT_EQ(get("/admin/moderate?thing=nothing", warden_).status, 400);
  EXPECT_EQ(must(articles.find(article_)).state, ArticleState::Live);
  EXPECT_TRUE(moderation.may_post(kAnna.name).ok());
  EXPECT_EQ(logged(), 0u);
}

TEST_F(ModerationPages, TheLogSaysToAllWhatWasDoneAndWhy) {
  const CommentId comment = say(article_);
  EXPECT_THAT(page("/feed/log"), HasSubstr("Nothing had to be done yet"));
  must(moderation.lock(kAdmin, article_, "too <b>loud</b>"));
  must(moderation.hide(kAdmin, Thing::comment(comment), "rude"));
  must(moderation.ban(kAdmin, kBoris.name, clock().now() + 48h, "spam"));
  const std::string log = page("/feed/log");
  EXPECT_THAT(log, AllOf(HasSubstr("too &lt;b&gt;loud&lt;/b&gt;"), HasSubstr(path_of(article_)),
                         HasSubstr("A title"), HasSubstr(path_of(comment)), HasSubstr("/feed/by/boris"),
                         HasSubstr("banned from posting"), HasSubstr("warden")));
  EXPECT_LT(log.find("/feed/by/boris"), log.find(path_of(article_)));
  EXPECT_THAT(page("/feed/log", {}, "ru"), HasSubstr("запрет публиковать"));
  EXPECT_THAT(page("/feed/log?thing=" + thing_.text()), AllOf(HasSubstr("loud"), Not(HasSubstr("rude"))));
  EXPECT_EQ(get("/feed/log?thing=nothing").status, 400);
}

TEST_F(ModerationPages, TheLogDoesNotRepeatTheTitleOfWhatIsHidden) {
  must(moderation.hide(kAdmin, thing_, "enough"));
  EXPECT_THAT(page("/feed/log"),
              AllOf(HasSubstr("Article " + std::to_string(article_)), Not(HasSubstr("A title"))));
}

TEST_F(ModerationPages, ALongLogComesPageByPage) {
  for (int i = 0; i < 15; ++i) {
    must(moderation.lock(kAdmin, article_, "lock " + std::to_string(i) + "."));
    must(moderation.unlock(kAdmin, article_, "again"));
  }
  const std::string first = page("/feed/log");
  EXPECT_THAT(first, AllOf(HasSubstr("lock 14."), Not(HasSubstr("lock 0."))));
  const auto at = first.find("/feed/log?cursor=");
  ASSERT_NE(at, first.npos);
  const std::string next = first.substr(at, first.find('"', at) - at);
  EXPECT_THAT(page(next), AllOf(HasSubstr("lock 0."), Not(HasSubstr("lock 14."))));
}

}  // namespace
}  // namespace stoa::feed::test
