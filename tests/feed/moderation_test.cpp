#include "comments_fixture.h"

namespace stoa::feed::test {
namespace {
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class ModerationOnEveryEngine : public TalkOnEveryEngine {
 protected:
  std::vector<std::string> queue(QueueOrder order) {
    std::vector<std::string> things;
    std::string cursor;
    do {
      const auto page = must(reports.queue(order, 2, cursor));
      for (const ReportedThing& each : page.things) things.push_back(each.thing.text());
      cursor = page.next;
    } while (!cursor.empty());
    return things;
  }
  void report(const Thing& thing, const accounts::Identity& by) {
    clock().advance(1s);
    must(reports.report(by.name, thing, ReportReason::Spam, ""));
  }
  std::vector<std::pair<ModerationAction, std::string>> log(
      const std::optional<Thing>& thing = std::nullopt) {
    std::vector<std::pair<ModerationAction, std::string>> done;
    for (const ModerationEntry& each : must(moderation.log(thing, 100, "")).entries)
      done.emplace_back(each.action, each.thing.text());
    return done;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, ModerationOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST(ModeratedThings, AreNamedByTextThatReadsBack) {
  const CommentId comment = CommentId::make(Clock::system().now());
  for (const Thing& thing : {Thing::article(12), Thing::comment(comment), Thing::user(kAnna.name)}) {
    const Thing back = must(Thing::parse(thing.text()));
    EXPECT_EQ(back, thing);
    EXPECT_EQ(back.id(), thing.id());
  }
  for (const char* text : {"", "article:", "article:x", "article:-1", "comment:12", "user:A", "thing:1"})
    EXPECT_EQ(code_of(Thing::parse(text)), "thing.unknown") << text;
}

TEST_P(ModerationOnEveryEngine, APersonReportsAThingOnce) {
  const ArticleId article = post();
  const Thing thing = Thing::article(article);
  must(reports.report(kAnna.name, thing, ReportReason::Other, " because "));
  EXPECT_EQ(code_of(reports.report(kAnna.name, thing, ReportReason::Spam, "")), "report.twice");
  clock().advance(1s);
  must(reports.report(kBoris.name, thing, ReportReason::Illegal, ""));
  const auto page = must(reports.of(thing, 10, ""));
  ASSERT_EQ(page.reports.size(), 2u);
  EXPECT_EQ(page.reports[0].by, kAnna.name);
  EXPECT_EQ(page.reports[0].note, "because");
  EXPECT_EQ(page.reports[1].reason, ReportReason::Illegal);
  const auto waiting = must(reports.queue(QueueOrder::Oldest, 10, "")).things;
  ASSERT_EQ(waiting.size(), 1u);
  EXPECT_EQ(waiting[0].reports, 2);
  EXPECT_EQ(waiting[0].last_at - waiting[0].first_at, 1s);
}

TEST_P(ModerationOnEveryEngine, WhatCannotBeReportedIsRefusedInWords) {
  const ArticleId article = post();
  const auto refusal = [&](const Thing& thing, ReportReason reason, const std::string& note) {
    return code_of(reports.report(kBoris.name, thing, reason, note));
  };
  EXPECT_EQ(refusal(Thing::article(99'999), ReportReason::Spam, ""), "article.absent");
  EXPECT_EQ(refusal(Thing::comment(CommentId::make(clock().now())), ReportReason::Spam, ""),
            "comment.absent");
  EXPECT_EQ(refusal(Thing::user(kAnna.name), ReportReason::Spam, ""), "report.thing");
  EXPECT_EQ(refusal(Thing::article(article), ReportReason::Other, " "), "report.note");
  EXPECT_EQ(refusal(Thing::article(article), ReportReason::Spam, std::string(501, 'a')), "report.note");
  EXPECT_THAT(queue(QueueOrder::Oldest), IsEmpty());
}

TEST_P(ModerationOnEveryEngine, TheQueueIsByReportsOrByAgeAndEmptiesAsItIsDecided) {
  const ArticleId article = post();
  const Thing first = Thing::article(article), second = Thing::comment(say(article)),
              third = Thing::comment(say(article));
  report(first, kBoris);
  report(second, kBoris);
  report(second, kAdmin);
  report(third, kBoris);
  EXPECT_THAT(queue(QueueOrder::MostReported), ElementsAre(second.text(), first.text(), third.text()));
  EXPECT_THAT(queue(QueueOrder::Oldest), ElementsAre(first.text(), second.text(), third.text()));
  must(moderation.hide(kAdmin, second, "spam"));
  must(moderation.dismiss(kAdmin, third, "a joke"));
  EXPECT_THAT(queue(QueueOrder::Oldest), ElementsAre(first.text()));
  report(third, voter(1));
  EXPECT_THAT(queue(QueueOrder::Oldest), ElementsAre(first.text(), third.text()));
  must(comments.remove(kAnna.name, std::get<CommentId>(third.id())));
  EXPECT_THAT(queue(QueueOrder::Oldest), ElementsAre(first.text()));
}

TEST_P(ModerationOnEveryEngine, AHiddenCommentShowsNoTextUntilItIsShownAgain) {
  const ArticleId article = post();
  const CommentId id = say(article);
  const Thing thing = Thing::comment(id);
  must(moderation.hide(kAdmin, thing, "rude"));
  must(moderation.hide(kAdmin, thing, "rude"));
  EXPECT_EQ(count(article), 0);
  EXPECT_EQ(must(pages.branch(id, {}, {})).comments[0].comment.text, "");
  EXPECT_EQ(must(pages.by_author(kAnna.name, "", {})).comments[0].comment.text, "");
  EXPECT_EQ(must(comments.comment(id)).text, "well said");
  EXPECT_EQ(code_of(comments.post(kBoris.name, article, id, "a")), "comment.absent");
  EXPECT_EQ(code_of(comment_votes.vote(kBoris.name, id, Vote::Up)), "comment.absent");
  EXPECT_EQ(code_of(reports.report(kBoris.name, thing, ReportReason::Spam, "")), "comment.absent");
  must(moderation.show(kAdmin, thing, "not so rude"));
  EXPECT_EQ(count(article), 1);
  EXPECT_EQ(must(pages.branch(id, {}, {})).comments[0].comment.text, "well said");
  EXPECT_THAT(log(), ElementsAre(std::pair(ModerationAction::Shown, thing.text()),
                                 std::pair(ModerationAction::Hidden, thing.text())));
  must(moderation.hide(kAdmin, thing, "rude"));
  must(comments.remove(kAnna.name, id));
  EXPECT_EQ(count(article), 0);
  EXPECT_EQ(code_of(moderation.show(kAdmin, thing, "too late")), "comment.absent");
}

TEST_P(ModerationOnEveryEngine, AHiddenArticleIsOutOfSightUntilItIsShownAgain) {
  const ArticleId article = post();
  const CommentId comment = say(article);
  const Thing thing = Thing::article(article);
  must(moderation.hide(kAdmin, thing, "spam"));
  EXPECT_EQ(must(articles.find(article)).state, ArticleState::Hidden);
  EXPECT_EQ(code_of(comments.post(kAnna.name, article, {}, "a")), "article.absent");
  EXPECT_EQ(code_of(comment_votes.vote(kBoris.name, comment, Vote::Up)), "article.absent");
  must(moderation.show(kAdmin, thing, "no spam"));
  must(comment_votes.vote(kBoris.name, comment, Vote::Up));
  EXPECT_EQ(must(articles.find(article)).state, ArticleState::Live);
  expect_agreement(article);
  must(articles.remove(kAnna, article));
  EXPECT_EQ(code_of(moderation.hide(kAdmin, thing, "spam")), "article.absent");
  EXPECT_EQ(code_of(moderation.hide(kAdmin, Thing::article(99'999), "spam")), "article.absent");
  EXPECT_EQ(log().size(), 2u);
}

/// Moderation in a process that dies before the keyspace has heard of what was done.
struct DyingModeration {
  DyingModeration(records::Records& records, keyspace::Keyspace& keyspace, Articles& articles,
                  const Clock& clock)
      : outbox(records, keyspace, clock,
               {{std::string(kThreadChanged), dies}, {std::string(kArticleRemoved), dies}}),
        moderation(records, outbox, articles, clock) {}

  static Result<void> dies(keyspace::Tx&, records::Reader&, const records::Event&) {
    return Error{Error::Kind::Unavailable, "test.died", "it has died"};
  }
  records::Outbox outbox;
  Moderation moderation;
};

TEST_P(ModerationOnEveryEngine, WhatACrashLeftHalfHiddenIsHiddenWhenTheOutboxIsNextDrained) {
  DyingModeration dying(records, keyspace(), articles, clock());
  const ArticleId hidden = post(), locked = post(), removed = post();
  EXPECT_EQ(code_of(dying.moderation.hide(kAdmin, Thing::article(hidden), "spam")), "test.died");
  EXPECT_EQ(code_of(dying.moderation.lock(kAdmin, locked, "a quarrel")), "test.died");
  EXPECT_EQ(code_of(dying.moderation.remove(kAdmin, removed, "spam")), "test.died");
  EXPECT_EQ(log().size(), 3u);
  EXPECT_EQ(must(articles.find(hidden)).state, ArticleState::Live);
  EXPECT_EQ(must(articles.find(locked)).voting, Voting::Open);
  EXPECT_EQ(must(outbox.drain(100)), 3u);
  EXPECT_EQ(must(articles.find(hidden)).state, ArticleState::Hidden);
  EXPECT_EQ(must(articles.find(locked)).voting, Voting::Locked);
  EXPECT_EQ(must(articles.find(removed)).state, ArticleState::Removed);
  EXPECT_EQ(must(outbox.drain(100)), 0u);
}

TEST_P(ModerationOnEveryEngine, AnEventThatComesLateDoesNotHideWhatHasBeenShownAgain) {
  DyingModeration dying(records, keyspace(), articles, clock());
  const ArticleId article = post();
  EXPECT_EQ(code_of(dying.moderation.hide(kAdmin, Thing::article(article), "spam")), "test.died");
  must(moderation.show(kAdmin, Thing::article(article), "no spam"));
  EXPECT_EQ(must(outbox.drain(100)), 1u);
  EXPECT_EQ(must(articles.find(article)).state, ArticleState::Live);
}

/// As after a crash between the log and the keyspace.
TEST_P(ModerationOnEveryEngine, HidingAgainFinishesWhatWasBroken) {
  const ArticleId article = post();
  must(moderation.hide(kAdmin, Thing::article(article), "spam"));
  show(article);
  must(moderation.hide(kAdmin, Thing::article(article), "spam"));
  EXPECT_EQ(must(articles.find(article)).state, ArticleState::Hidden);
  EXPECT_EQ(log().size(), 1u);
}

TEST_P(ModerationOnEveryEngine, ALockedArticleTakesNeitherCommentsNorVotes) {
  const ArticleId article = post();
  const CommentId id = say(article);
  must(moderation.lock(kAdmin, article, "a quarrel"));
  must(moderation.lock(kAdmin, article, "a quarrel"));
  EXPECT_TRUE(must(moderation.is_locked(article)));
  EXPECT_EQ(code_of(comments.post(kAnna.name, article, {}, "a")), "article.locked");
  EXPECT_EQ(code_of(comments.post(kAnna.name, article, id, "a")), "article.locked");
  EXPECT_EQ(code_of(comment_votes.vote(kBoris.name, id, Vote::Up)), "article.locked");
  EXPECT_EQ(code_of(votes.cast(kBoris, article, Vote::Up)), "article.locked");
  EXPECT_EQ(count(article), 1);
  must(moderation.unlock(kAdmin, article, "peace"));
  EXPECT_FALSE(must(moderation.is_locked(article)));
  must(votes.cast(kBoris, article, Vote::Up));
  say(article, id);
  EXPECT_EQ(count(article), 2);
  EXPECT_THAT(log(Thing::article(article)),
              ElementsAre(std::pair(ModerationAction::Unlocked, Thing::article(article).text()),
                          std::pair(ModerationAction::Locked, Thing::article(article).text())));
  EXPECT_FALSE(must(moderation.is_locked(post())));
  EXPECT_EQ(code_of(moderation.lock(kAdmin, 99'999, "x")), "article.absent");
}

TEST_P(ModerationOnEveryEngine, ABanKeepsFromPostingUntilItsTime) {
  const ArticleId article = post();
  const CommentId id = say(article);
  const Time until = clock().now() + 24h;
  must(moderation.ban(kAdmin, kAnna.name, until, "spam"));
  EXPECT_EQ(code_of(moderation.may_post(kAnna.name)), "feed.banned");
  EXPECT_EQ(code_of(comments.post(kAnna.name, article, {}, "a")), "feed.banned");
  EXPECT_EQ(code_of(comments.edit(kAnna.name, id, "a")), "feed.banned");
  must(moderation.may_post(kBoris.name));
  must(comment_votes.vote(kBoris.name, id, Vote::Up));
  clock().advance(24h - 1s);
  EXPECT_EQ(code_of(moderation.may_post(kAnna.name)), "feed.banned");
  clock().advance(1s);
  must(moderation.may_post(kAnna.name));
  must(records.sweep_expired(clock().now(), 10));
  EXPECT_THAT(all<PostingBan>(records::collections::posting_bans()), IsEmpty());
}

TEST_P(ModerationOnEveryEngine, ABanIsReplacedByAnotherAndLifted) {
  must(moderation.ban(kAdmin, kAnna.name, clock().now() + 24h, "spam"));
  must(moderation.ban(kAdmin, kAnna.name, clock().now() + 1h, "less"));
  EXPECT_EQ(must(ban_of(records.read(), kAnna.name, clock().now()))->reason, "less");
  must(moderation.lift_ban(kAdmin, kAnna.name, "sorry"));
  must(moderation.lift_ban(kAdmin, kAnna.name, "sorry"));
  must(moderation.may_post(kAnna.name));
  EXPECT_EQ(log(Thing::user(kAnna.name)).size(), 3u);
  EXPECT_EQ(code_of(moderation.ban(kAdmin, kAnna.name, clock().now(), "x")), "moderation.until");
  EXPECT_EQ(code_of(moderation.ban(kAdmin, kAnna.name, clock().now() + 24h * 4000, "x")), "moderation.until");
}

TEST_P(ModerationOnEveryEngine, OnlyAdminsModerateAndAlwaysSayWhy) {
  const ArticleId article = post();
  const Thing thing = Thing::comment(say(article));
  const Time until = clock().now() + 1h;
  EXPECT_EQ(code_of(moderation.hide(kBoris, thing, "x")), "moderation.admins");
  EXPECT_EQ(code_of(moderation.lock(kBoris, article, "x")), "moderation.admins");
  EXPECT_EQ(code_of(moderation.ban(kBoris, kAnna.name, until, "x")), "moderation.admins");
  EXPECT_EQ(code_of(moderation.remove(kBoris, std::get<CommentId>(thing.id()), "x")), "moderation.admins");
  EXPECT_EQ(code_of(moderation.hide(kAdmin, thing, " ")), "moderation.reason");
  EXPECT_EQ(code_of(moderation.hide(kAdmin, Thing::user(kAnna.name), "x")), "moderation.thing");
  EXPECT_THAT(log(), IsEmpty());
}

TEST_P(ModerationOnEveryEngine, WhatAnAdminRemovesIsGoneAndSaidSoInTheLog) {
  const ArticleId article = post();
  const CommentId id = say(article), reply = say(article, id, kBoris);
  must(moderation.remove(kAdmin, id, "a private address"));
  EXPECT_EQ(stored(id)->text, "");
  EXPECT_EQ(count(article), 1);
  must(moderation.remove(kAdmin, reply, "quoted it"));
  EXPECT_THAT(all_comments(), IsEmpty());
  const auto entries = must(moderation.log(std::nullopt, 1, ""));
  ASSERT_EQ(entries.entries.size(), 1u);
  EXPECT_EQ(entries.entries[0].by, kAdmin.name);
  EXPECT_EQ(entries.entries[0].reason, "quoted it");
  EXPECT_EQ(entries.entries[0].thing, Thing::comment(reply));
  const auto next = must(moderation.log(std::nullopt, 1, entries.next));
  EXPECT_EQ(next.entries[0].thing, Thing::comment(id));
  EXPECT_EQ(next.next, "");
}

}  // namespace
}  // namespace stoa::feed::test
