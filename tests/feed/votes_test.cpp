#include "clockwork/clockwork.h"
#include "feed/jobs.h"
#include "feed_fixture.h"

#include <rapidcheck/gtest.h>

#include <latch>
#include <map>
#include <random>
#include <thread>

namespace stoa::feed::test {
namespace {
using namespace std::chrono_literals;

class VotesOnEveryEngine : public FeedOnEveryEngine {};
INSTANTIATE_TEST_SUITE_P(Engines, VotesOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(VotesOnEveryEngine, AVoteIsCastSwitchedAndTakenBack) {
  const ArticleId id = post();
  EXPECT_EQ(must(votes.cast(kBoris, id, Vote::Up)).votes, 2);
  EXPECT_EQ(must(votes.cast(kBoris, id, Vote::Up)).votes, 2);
  EXPECT_EQ(must(votes.of(kBoris.name, id)), Vote::Up);
  const auto switched = must(votes.cast(kBoris, id, Vote::Down));
  EXPECT_EQ(switched.votes, 0);
  EXPECT_EQ(switched.yours, Vote::Down);
  expect_agreement(id);
  EXPECT_EQ(must(votes.cast(kBoris, id, Vote::None)).votes, 1);
  EXPECT_EQ(must(votes.of(kBoris.name, id)), Vote::None);
  EXPECT_EQ(must(votes.cast(kAnna, id, Vote::None)).votes, 0);
  EXPECT_EQ(must(votes.cast(kAnna, id, Vote::Down)).votes, -1);
  expect_agreement(id);
  EXPECT_EQ(code_of(votes.cast(kBoris, 4711, Vote::Up)), "article.absent");
  hide(id);
  EXPECT_EQ(code_of(votes.cast(kBoris, id, Vote::Up)), "article.absent");
  show(id);
  EXPECT_EQ(must(votes.cast(kBoris, id, Vote::Up)).votes, 0);
}

TEST_P(VotesOnEveryEngine, VotingClosesSevenDaysAfterPosting) {
  const ArticleId id = post();
  clock().advance(7 * 24h - 1s);
  must(votes.cast(kBoris, id, Vote::Up));
  clock().advance(1s);
  EXPECT_EQ(code_of(votes.cast(kBoris, id, Vote::Down)), "vote.closed");
  EXPECT_EQ(must(articles.find(id)).votes, 2);
}

TEST_P(VotesOnEveryEngine, WhatIsClosedForgetsWhoVotedAndKeepsTheVotes) {
  const ArticleId old = post();
  must(votes.cast(kBoris, old, Vote::Up));
  clock().advance(24h);
  const ArticleId young = post();
  EXPECT_EQ(must(votes.close_due(10)), 0u);
  clock().advance(6 * 24h);
  EXPECT_EQ(must(votes.close_due(10)), 1u);
  EXPECT_EQ(must(votes.close_due(10)), 0u);
  EXPECT_FALSE(must(read().exists(upvoted_key(old))));
  EXPECT_FALSE(must(read().exists(downvoted_key(old))));
  EXPECT_EQ(must(articles.find(old)).votes, 2);
  EXPECT_EQ(must(articles.find(old)).voting, Voting::Closed);
  EXPECT_EQ(must(read().zscore(keys::score(), member_of(old))), score_of(must(articles.find(old))));
  EXPECT_TRUE(must(read().exists(upvoted_key(young))));
  // A node whose clock is behind.
  clock().advance(-24h);
  EXPECT_EQ(code_of(votes.cast(kBoris, old, Vote::Up)), "vote.closed");
}

TEST_P(VotesOnEveryEngine, TheJobClosesAllThatAreDue) {
  for (int i = 0; i < 230; ++i) post();
  clock().advance(8 * 24h);
  FakeClock steady;
  clockwork::Options options;
  options.steady = &steady;
  clockwork::Clockwork clockwork(keyspace(), {close_votes(votes, clockwork::Scope::Node)}, options);
  must(clockwork.run_now("feed.close_votes"));
  for (int i = 0; i < 3000 && must(read().zcard(keys::voting())) > 0; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(must(read().zcard(keys::voting())), 0u);
  EXPECT_EQ(must(read().zcard(keys::score())), 230u);
}

/// One thing that one of a few people does with one of two articles.
struct Step {
  std::size_t voter;
  std::size_t article;
  Vote vote;
};
void showValue(const Step& step, std::ostream& out) {
  out << "{voter " << step.voter << ", article " << step.article << ", vote " << static_cast<int>(step.vote)
      << "}";
}

TEST_P(VotesOnEveryEngine, WhateverPeopleSayTheCountIsWhatTheySaidLast) {
  const bool held = rc::check([&] {
    const auto steps = *rc::gen::container<std::vector<Step>>(rc::gen::construct<Step>(
        rc::gen::element<std::size_t>(0, 1, 2, 3, 4), rc::gen::element<std::size_t>(0, 1),
        rc::gen::element(Vote::None, Vote::Up, Vote::Down)));
    const ArticleId ids[] = {post(), post()};
    std::map<std::size_t, Vote> said[2];
    for (const Step& step : steps) {
      must(votes.cast(voter(step.voter), ids[step.article], step.vote));
      said[step.article][step.voter] = step.vote;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      std::int64_t expected = 1;
      for (const auto& [who, vote] : said[i]) {
        expected += vote == Vote::Up ? 1 : vote == Vote::Down ? -1 : 0;
        RC_ASSERT(must(votes.of(voter(who).name, ids[i])) == vote);
      }
      RC_ASSERT(must(articles.find(ids[i])).votes == expected);
      expect_agreement(ids[i]);
    }
  });
  EXPECT_TRUE(held);
}

/// Whoever finds an article too busy asks again, as a browser would.
Voted cast_patiently(Votes& votes, const accounts::Identity& who, ArticleId id, Vote vote) {
  for (;;) {
    auto voted = votes.cast(who, id, vote);
    if (code_of(voted) != "keyspace.contended") return must(std::move(voted));
  }
}

TEST_P(VotesOnEveryEngine, TwoHundredPeopleAtOnceLeaveEverythingInAgreement) {
  constexpr std::size_t kPeople = 200;
  constexpr int kVotesEach = 4;
  const ArticleId ids[] = {post(), post()};
  std::array<std::array<Vote, 2>, kPeople> last{};
  std::latch all_here(kPeople);
  {
    std::vector<std::jthread> people;
    for (std::size_t who = 0; who < kPeople; ++who)
      people.emplace_back([&, who] {
        const DeferredDurability unhurried;
        std::mt19937 random(static_cast<unsigned>(who));
        all_here.arrive_and_wait();
        for (int i = 0; i < kVotesEach; ++i) {
          const std::size_t article = random() % 2;
          const auto vote = std::array{Vote::Up, Vote::Down, Vote::None}[random() % 3];
          cast_patiently(votes, voter(who), ids[article], vote);
          last[who][article] = vote;
        }
      });
  }
  for (std::size_t article = 0; article < 2; ++article) {
    std::int64_t expected = 1;
    for (const auto& votes_of_one : last)
      expected += votes_of_one[article] == Vote::Up ? 1 : votes_of_one[article] == Vote::Down ? -1 : 0;
    EXPECT_EQ(must(articles.find(ids[article])).votes, expected);
    expect_agreement(ids[article]);
  }
}

TEST_P(VotesOnEveryEngine, VotesThatMeetARemovalLeaveNothingBehind) {
  for (int round = 0; round < 10; ++round) {
    const ArticleId id = post();
    {
      std::jthread remover([&] {
        const DeferredDurability unhurried;
        must(articles.remove(kAnna, id));
      });
      std::vector<std::jthread> voters;
      for (std::size_t i = 0; i < 3; ++i)
        voters.emplace_back([&, i] {
          const DeferredDurability unhurried;
          (void)votes.cast(voter(i), id, Vote::Up);
        });
    }
    EXPECT_FALSE(must(read().exists(upvoted_key(id))));
    EXPECT_EQ(must(read().zscore(keys::score(), member_of(id))), std::nullopt);
  }
}

}  // namespace
}  // namespace stoa::feed::test
