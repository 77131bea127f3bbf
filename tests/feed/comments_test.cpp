#include "comments_fixture.h"

namespace stoa::feed::test {
namespace {
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class CommentsOnEveryEngine : public TalkOnEveryEngine {
 protected:
  std::vector<CommentId> ids(const CommentPage& page) {
    std::vector<CommentId> found;
    for (const ShownComment& each : page.comments) found.push_back(each.comment.id);
    return found;
  }
  CommentPage newest(ArticleId article) {
    return must(pages.page(article, CommentOrder::Newest, "", std::nullopt));
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, CommentsOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(CommentsOnEveryEngine, AThreadIsReadEachCommentBeforeItsReplies) {
  const ArticleId article = post();
  const CommentId a = say(article), b = say(article), a1 = say(article, a), a2 = say(article, a),
                  a11 = say(article, a1);
  const auto page = newest(article);
  EXPECT_THAT(ids(page), ElementsAre(b, a, a1, a11, a2));
  EXPECT_EQ(page.thread.comments, 5);
  EXPECT_EQ(page.next, "");
  EXPECT_EQ(page.comments[3].comment.depth, 2);
  EXPECT_EQ(page.comments[3].comment.parent, a1);
  EXPECT_EQ(page.comments[0].comment.author, kAnna.name);
  EXPECT_EQ(page.comments[0].comment.text, "well said");
  EXPECT_THAT(newest(post()).comments, IsEmpty());
}

TEST_P(CommentsOnEveryEngine, ByVotesNoneIsMissedAndNoneComesTwiceWhateverVotesAreCast) {
  const ArticleId article = post();
  std::vector<CommentId> said;
  const auto talk = [&](int times) {
    for (int i = 0; i < times; ++i) said.push_back(say(article));
  };
  talk(290);
  const std::set<CommentId> all(said.begin(), said.end());
  std::vector<CommentId> read;
  std::string cursor;
  std::size_t moved = 0;
  do {
    const auto page = must(pages.page(article, CommentOrder::Best, cursor, std::nullopt));
    EXPECT_LE(page.comments.size(), kTopsAPage);
    for (const ShownComment& each : page.comments) read.push_back(each.comment.id);
    cursor = page.next;
    // Some that were shown fall, some that were not rise, and others come.
    for (const CommentId& id : {read.front(), read.back(), read[read.size() / 2]})
      must(comment_votes.vote(kBoris.name, id, Vote::Down));
    for (int i = 0; i < 7 && moved < said.size(); ++i, ++moved)
      must(comment_votes.vote(kBoris.name, said[said.size() - 1 - moved], Vote::Up));
    talk(2);
  } while (!cursor.empty());
  const std::set<CommentId> seen(read.begin(), read.end());
  EXPECT_EQ(seen.size(), read.size()) << "none twice";
  for (const CommentId& id : all) EXPECT_TRUE(seen.contains(id)) << id.hex();
  EXPECT_EQ(code_of(pages.page(article, CommentOrder::Best, "0123456", std::nullopt)), "records.cursor");
  EXPECT_EQ(code_of(pages.page(article, CommentOrder::Best, "01234567.x", std::nullopt)), "records.cursor");
}

TEST_P(CommentsOnEveryEngine, ByVotesTheBestComeFirst) {
  const ArticleId article = post();
  const CommentId a = say(article), b = say(article), c = say(article);
  must(comment_votes.vote(kBoris.name, b, Vote::Up));
  must(comment_votes.vote(kBoris.name, a, Vote::Down));
  EXPECT_THAT(ids(must(pages.page(article, CommentOrder::Best, "", std::nullopt))), ElementsAre(b, c, a));
}

TEST_P(CommentsOnEveryEngine, AReplyToTheDeepestStandsBesideIt) {
  const ArticleId article = post();
  std::optional<CommentId> last;
  for (int level = 0; level <= kDeepestComment; ++level) last = say(article, last);
  const Comment deepest = must(comments.comment(*last));
  EXPECT_EQ(deepest.depth, kDeepestComment);
  const Comment beside = must(comments.post(kBoris.name, article, last, "and I"));
  EXPECT_EQ(beside.depth, kDeepestComment);
  EXPECT_EQ(beside.parent, deepest.parent);
  EXPECT_EQ(beside.answers, deepest.id);
  EXPECT_EQ(newest(article).comments.size(), static_cast<std::size_t>(kDeepestComment) + 2);
}

TEST_P(CommentsOnEveryEngine, WhatCannotBeSaidIsRefusedInWords) {
  const ArticleId article = post(), other = post(), gone = post(), hidden = post();
  const CommentId elsewhere = say(other), stone = say(article);
  say(article, stone);
  must(comments.remove(kAnna.name, stone));
  must(articles.remove(kAnna, gone));
  hide(hidden);
  const auto refusal = [&](ArticleId on, std::optional<CommentId> answered, std::string text) {
    return code_of(comments.post(kAnna.name, on, answered, std::move(text)));
  };
  EXPECT_EQ(refusal(99'999, {}, "a"), "article.absent");
  EXPECT_EQ(refusal(gone, {}, "a"), "article.absent");
  EXPECT_EQ(refusal(hidden, {}, "a"), "article.absent");
  EXPECT_EQ(refusal(article, elsewhere, "a"), "comment.absent");
  EXPECT_EQ(refusal(article, stone, "a"), "comment.absent");
  EXPECT_EQ(refusal(article, CommentId::make(clock().now()), "a"), "comment.absent");
  EXPECT_EQ(refusal(article, {}, " \n\t"), "comment.empty");
  EXPECT_EQ(refusal(article, {}, "\xE2\x80\x8B\xE2\x80\xAE"), "comment.empty");
  EXPECT_EQ(refusal(article, {}, std::string(kMostComment + 1, 'a')), "comment.too_long");
  EXPECT_EQ(refusal(article, {}, "a\x07"), "comment.unreadable");
  EXPECT_EQ(refusal(article, {}, "a\u0301\u0301\u0301\u0301\u0301"), "comment.unreadable");
  EXPECT_EQ(refusal(article, {}, std::string(1'000'000, '[')), "markdown.too_long");
  EXPECT_EQ(refusal(article, {}, std::string(5000, '>')), "markdown.too_deep");
  EXPECT_EQ(refusal(article, {}, "\xFF"), "markdown.not_text");
  EXPECT_EQ(count(article), 1);
}

TEST_P(CommentsOnEveryEngine, ALongCommentIsAsLongInEveryLanguage) {
  std::string cyrillic;
  for (std::size_t i = 0; i < kMostComment; ++i) cyrillic += "ё";
  const ArticleId article = post();
  EXPECT_EQ(stored(say(article, std::nullopt, kAnna, cyrillic))->text, cyrillic);
  EXPECT_EQ(code_of(comments.post(kAnna.name, article, {}, cyrillic + "ё")), "comment.too_long");
}

TEST_P(CommentsOnEveryEngine, AnAuthorChangesACommentForAnHour) {
  const ArticleId article = post();
  const CommentId id = say(article);
  clock().advance(1h);
  EXPECT_EQ(must(comments.edit(kAnna.name, id, "better said")).text, "better said");
  EXPECT_EQ(stored(id)->edited_at, clock().now());
  EXPECT_EQ(code_of(comments.edit(kBoris.name, id, "x")), "comment.not_yours");
  EXPECT_EQ(code_of(comments.edit(kAnna.name, id, " ")), "comment.empty");
  clock().advance(1s);
  EXPECT_EQ(code_of(comments.edit(kAnna.name, id, "x")), "comment.too_late");
  EXPECT_EQ(stored(id)->text, "better said");
}

TEST_P(CommentsOnEveryEngine, ADeletedCommentIsGoneUnlessOthersAnswered) {
  const ArticleId article = post();
  const CommentId alone = say(article), answered = say(article), reply = say(article, answered, kBoris);
  EXPECT_EQ(code_of(comments.remove(kBoris.name, alone)), "comment.not_yours");
  must(comments.remove(kAnna.name, alone));
  EXPECT_EQ(stored(alone), std::nullopt);
  EXPECT_EQ(code_of(comments.remove(kAnna.name, alone)), "comment.absent");

  must(comments.remove(kAnna.name, answered));
  EXPECT_EQ(count(article), 1);
  const auto page = newest(article);
  ASSERT_THAT(ids(page), ElementsAre(answered, reply));
  EXPECT_EQ(page.comments[0].comment.state, CommentState::Deleted);
  EXPECT_EQ(page.comments[0].comment.author, std::nullopt);
  EXPECT_EQ(page.comments[0].comment.text, "");
  EXPECT_EQ(code_of(comments.comment(answered)), "comment.absent");
  expect_comments_agree();

  must(comments.remove(kBoris.name, reply));
  EXPECT_THAT(all_comments(), IsEmpty());
  EXPECT_EQ(count(article), 0);
}

TEST_P(CommentsOnEveryEngine, TheLastReplyTakesTheStonesAboveItAlong) {
  const ArticleId article = post();
  const CommentId top = say(article), a = say(article, top), b = say(article, a), c = say(article, b);
  must(comments.remove(kAnna.name, b));
  must(comments.remove(kAnna.name, a));
  EXPECT_EQ(all_comments().size(), 4u);
  must(comments.remove(kAnna.name, c));
  EXPECT_THAT(ids(newest(article)), ElementsAre(top));
  expect_comments_agree();
}

TEST_P(CommentsOnEveryEngine, WhenOneOfTheFirstRepliesGoesTheNextComesUp) {
  const ArticleId article = post();
  const CommentId top = say(article);
  std::vector<CommentId> replies;
  for (std::size_t i = 0; i < kFirstReplies + 2; ++i) replies.push_back(say(article, top));
  auto page = newest(article);
  EXPECT_EQ(page.comments.size(), 1 + kFirstReplies);
  EXPECT_EQ(page.comments[0].more, 2);
  EXPECT_EQ(page.comments[0].last_reply, replies[kFirstReplies - 1]);
  must(comments.remove(kAnna.name, replies[1]));
  page = newest(article);
  EXPECT_EQ(page.comments[0].more, 1);
  EXPECT_EQ(page.comments[0].last_reply, replies[kFirstReplies]);
  expect_comments_agree();
}

TEST_P(CommentsOnEveryEngine, APermalinkShowsACommentWithWhatIsBelow) {
  const ArticleId article = post();
  const CommentId top = say(article), a = say(article, top), b = say(article, a);
  say(article, top);
  const auto page = must(pages.branch(a, std::nullopt, std::nullopt));
  EXPECT_THAT(ids(page), ElementsAre(a, b));
  EXPECT_EQ(page.comments[0].more, 0);
  EXPECT_EQ(page.thread.comments, 4);
  EXPECT_EQ(code_of(pages.branch(CommentId::make(clock().now()), {}, {})), "comment.absent");
}

TEST_P(CommentsOnEveryEngine, WhatSomebodyWroteIsListedNewestFirst) {
  const ArticleId article = post(), other = post();
  std::vector<CommentId> written;
  for (std::size_t i = 0; i < kTopsAPage + 1; ++i) written.push_back(say(i % 2 ? article : other));
  say(article, std::nullopt, kBoris);
  const auto first = must(pages.by_author(kAnna.name, "", std::nullopt));
  ASSERT_EQ(first.comments.size(), kTopsAPage);
  EXPECT_EQ(first.comments[0].comment.id, written.back());
  EXPECT_THAT(ids(must(pages.by_author(kAnna.name, first.next, std::nullopt))), ElementsAre(written.front()));
  EXPECT_EQ(code_of(pages.by_author(kBoris.name, first.next, std::nullopt)), "records.cursor");
}

TEST_P(CommentsOnEveryEngine, APersonHasOneVoteThatCanBeSwitchedAndTakenBack) {
  const CommentId id = say(post());
  const auto after = [&](Vote vote) { return must(comment_votes.vote(kBoris.name, id, vote)).votes; };
  EXPECT_EQ(after(Vote::None), 0);
  EXPECT_EQ(after(Vote::Up), 1);
  EXPECT_EQ(after(Vote::Up), 1);
  EXPECT_EQ(after(Vote::Down), -1);
  EXPECT_EQ(after(Vote::Down), -1);
  EXPECT_EQ(must(comment_votes.vote(kAdmin.name, id, Vote::Up)).votes, 0);
  const auto seen = must(pages.branch(id, std::nullopt, kBoris.name)).comments[0];
  EXPECT_EQ(seen.mine, Vote::Down);
  EXPECT_EQ(seen.comment.votes, 0);
  EXPECT_EQ(after(Vote::None), 1);
  EXPECT_EQ(must(pages.branch(id, std::nullopt, kBoris.name)).comments[0].mine, Vote::None);
}

TEST_P(CommentsOnEveryEngine, VotesAreRefusedToTheAuthorAndAfterAWeek) {
  const ArticleId article = post();
  const CommentId id = say(article), stone = say(article);
  say(article, stone);
  must(comments.remove(kAnna.name, stone));
  EXPECT_EQ(code_of(comment_votes.vote(kAnna.name, id, Vote::Up)), "comment.own_vote");
  EXPECT_EQ(code_of(comment_votes.vote(kBoris.name, stone, Vote::Up)), "comment.absent");
  must(comment_votes.vote(kBoris.name, id, Vote::Up));
  clock().advance(kVotingLasts - 1s);
  must(records.sweep_expired(clock().now(), 100));
  EXPECT_EQ(must(comment_votes.vote(kAdmin.name, id, Vote::Up)).votes, 2);
  clock().advance(1s);
  EXPECT_EQ(code_of(comment_votes.vote(kBoris.name, id, Vote::Down)), "comment.votes_closed");
  must(records.sweep_expired(clock().now(), 100));
  EXPECT_THAT(all<CastVote>(records::collections::comment_votes()), IsEmpty());
  EXPECT_EQ(stored(id)->votes, 2);
}

TEST_P(CommentsOnEveryEngine, CountsOfManyArticlesComeInOneRead) {
  const ArticleId first = post(), silent = post(), last = post();
  say(first);
  say(last);
  say(last);
  const int before = records.counted();
  const std::vector<ArticleId> asked{last, silent, first};
  const auto threads = must(threads_of(records.read(), asked));
  EXPECT_EQ(records.counted(), before + 1);
  EXPECT_EQ(threads[0].comments, 2);
  EXPECT_EQ(threads[1], Thread{silent});
  EXPECT_EQ(threads[2].comments, 1);
}

}  // namespace
}  // namespace stoa::feed::test
