#include "comments_fixture.h"

#include <rapidcheck/gtest.h>

#include <random>

namespace stoa::feed::test {
namespace {

class CommentsAtOnceOnEveryEngine : public TalkOnEveryEngine {
 protected:
  /// Runs `step(worker, random)` in eight threads, `times` in each.
  template <class Step>
  void at_once(int times, Step step) {
    std::vector<std::jthread> threads;
    for (unsigned worker = 0; worker < 8; ++worker)
      threads.emplace_back([&, worker] {
        const DeferredDurability unhurried;
        std::mt19937 random(worker + 1);
        for (int i = 0; i < times; ++i) step(worker, random);
      });
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, CommentsAtOnceOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(CommentsAtOnceOnEveryEngine, VotesThatMoveAtTheSameTimeAddUp) {
  const ArticleId article = post();
  const std::vector<CommentId> said{say(article), say(article)};
  // A voter is shared by several threads, so that the same vote is cast and taken back at once.
  at_once(100, [&](unsigned, std::mt19937& random) {
    const auto vote = std::array{Vote::None, Vote::Up, Vote::Down}[random() % 3];
    must(comment_votes.vote(voter(random() % 25).name, said[random() % 2], vote));
  });
  std::map<std::string, std::int64_t> cast;
  for (const CastVote& vote : all<CastVote>(records::collections::comment_votes()))
    cast[vote.id.substr(0, 24)] += vote.vote == Vote::Up ? 1 : -1;
  EXPECT_EQ(cast.size(), 2u);
  for (const CommentId& id : said) EXPECT_EQ(stored(id)->votes, cast[id.hex()]);
}

TEST_P(CommentsAtOnceOnEveryEngine, WhatIsSaidAndDeletedAtTheSameTimeIsCountedExactly) {
  const ArticleId article = post();
  for (int i = 0; i < 5; ++i) say(article);
  at_once(60, [&](unsigned, std::mt19937& random) {
    const auto there = must(pages.page(article, CommentOrder::Newest, "", std::nullopt)).comments;
    if (there.empty() || random() % 5 == 0) {
      say(article);
      return;
    }
    // Another may have deleted it since it was read: a refusal is an answer too.
    const CommentId any = there[random() % there.size()].comment.id;
    if (random() % 3 == 0)
      (void)comments.remove(kAnna.name, any);
    else
      (void)comments.post(kAnna.name, article, any, "at once");
  });
  EXPECT_GT(all_comments().size(), 20u);
  expect_comments_agree();
}

struct Step {
  enum class Kind { Say, Answer, Remove, Hide, Show };
  Kind kind;
  int who;
  int which;
};

void showValue(const Step& step, std::ostream& out) {
  out << "{kind " << static_cast<int>(step.kind) << ", who " << step.who << ", which " << step.which << "}";
}

TEST(CommentsOfAnyThread, WhateverIsDoneCountsAndRepliesAgreeAndAllIsReached) {
  Talk talk(keyspace::every_engine().front().open());
  std::size_t seen = 0;
  const bool held = rc::check([&] {
    using enum Step::Kind;
    const auto steps = *rc::gen::container<std::vector<Step>>(rc::gen::construct<Step>(
        rc::gen::element(Say, Answer, Answer, Answer, Answer, Remove, Remove, Hide, Show),
        rc::gen::element(0, 1), rc::gen::inRange(0, 20)));
    const ArticleId article = talk.post();
    std::vector<CommentId> said;
    for (const Step& step : steps) {
      const auto& who = step.who == 0 ? kAnna : kBoris;
      if (step.kind == Say || said.empty()) {
        said.push_back(talk.say(article, std::nullopt, who));
        continue;
      }
      const CommentId& id = said[static_cast<std::size_t>(step.which) % said.size()];
      if (step.kind == Answer) {
        const auto made = talk.comments.post(who.name, article, id, "so be it");
        if (made.ok()) said.push_back(made->id);
      } else if (step.kind == Remove) {
        (void)talk.comments.remove(who.name, id);
      } else if (step.kind == Hide) {
        (void)talk.moderation.hide(kAdmin, Thing::comment(id), "why not");
      } else {
        (void)talk.moderation.show(kAdmin, Thing::comment(id), "why not");
      }
    }
    talk.expect_comments_agree();
    std::multiset<CommentId> there;
    for (const Comment& comment : talk.all_comments())
      if (comment.article == article) there.insert(comment.id);
    RC_ASSERT(talk.read_all(article, CommentOrder::Newest) == there);
    RC_ASSERT(talk.read_all(article, CommentOrder::Best) == there);
    seen += there.size();
    must(talk.records.transact([&](records::Tx& tx) -> Result<void> {
      for (const CommentId& id : there) STOA_TRY(tx.remove(records::collections::comments(), id));
      STOA_TRY(tx.remove(records::collections::threads(), article));
      return {};
    }));
  });
  EXPECT_TRUE(held);
  EXPECT_GT(seen, 500u);
}

/// A thread of ten thousand, with one comment that has thousands of replies and one that is answered as deep
/// as it goes.
TEST(CommentsOfAnyThread, TenThousandCostAsManyReadsAsAHundred) {
  Talk talk(keyspace::every_engine().front().open());
  const auto fill = [&](std::size_t size) {
    const ArticleId article = talk.post();
    std::vector<CommentId> said;
    std::mt19937 random(7);
    while (said.size() < size) {
      std::optional<CommentId> answered;
      const auto kind = random() % 10;
      if (kind < 4 && !said.empty()) answered = said.front();
      if (kind >= 4 && kind < 9 && !said.empty()) answered = said[random() % said.size()];
      said.push_back(talk.say(article, answered));
    }
    return std::pair(article, said);
  };
  const auto reads_of = [&](const auto& read) {
    const int before = talk.records.counted();
    const CommentPage page = read();
    EXPECT_LE(page.comments.size(), kMostCommentsAPage);
    EXPECT_GE(page.comments.size(), kTopsAPage);
    return talk.records.counted() - before;
  };
  constexpr int kMostReads = kDeepestComment + 3;
  for (const std::size_t size : {300u, 10'000u}) {
    const auto filled = fill(size);
    const ArticleId article = filled.first;
    const std::vector<CommentId>& said = filled.second;
    EXPECT_EQ(talk.count(article), static_cast<std::int64_t>(size));
    for (const CommentOrder order : {CommentOrder::Best, CommentOrder::Newest}) {
      std::string next;
      EXPECT_LE(reads_of([&] {
                  auto page = must(talk.pages.page(article, order, "", kBoris.name));
                  next = page.next;
                  return page;
                }),
                kMostReads);
      EXPECT_LE(reads_of([&] { return must(talk.pages.page(article, order, next, kBoris.name)); }),
                kMostReads);
    }
    EXPECT_LE(reads_of([&] { return must(talk.pages.branch(said.front(), std::nullopt, kBoris.name)); }),
              kMostReads);
    EXPECT_LE(reads_of([&] { return must(talk.pages.branch(said.front(), said[size / 2], kBoris.name)); }),
              kMostReads);
    if (size == 10'000u) {
      const auto seen = talk.read_all(article, CommentOrder::Newest);
      EXPECT_EQ(seen.size(), size);
      EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), size);
    }
  }
}

}  // namespace
}  // namespace stoa::feed::test
