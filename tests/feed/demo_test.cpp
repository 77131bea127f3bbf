#include "feed/demo.h"

#include "articles_import_fixture.h"
#include "feed/comment_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stoa::feed::test {
namespace {
using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

std::vector<DemoProduct> some_products() {
  std::vector<DemoProduct> products;
  for (const DemoTopic& topic : demo_topics())
    for (const auto category : topic.categories)
      products.push_back(
          {ProductId::make(Time{}), fmt::format("the best of {}", category), std::string(category)});
  return products;
}

Time this_moment() {
  return std::chrono::floor<std::chrono::milliseconds>(Clock::system().now());
}

/// One demo, which the tests look at.
class FilledFeed {
 public:
  explicit FilledFeed(Time moment = this_moment())
      : clock(moment),
        now(moment),
        open_(clock),
        records(open_.records()),
        outbox_(records, engine_.keyspace(), clock, all_listeners()),
        accounts_(must(accounts::Accounts::open(engine_.keyspace(), records, outbox_, clock,
                                                {.cost = {.memory_bytes = 8192, .passes = 1}}))),
        feed(engine_.keyspace(), records, outbox_, clock, records::CursorKey::make()) {
    summary = must(Demo(feed, *accounts_, clock, 3)
                       .fill(now, {person("demo"), person("demo_admin", accounts::Role::Admin)},
                             some_products(), [](auto&&...) {}));
  }

  keyspace::Reader& read() { return engine_.keyspace().read(); }
  std::vector<Article> all_articles() {
    std::vector<Article> all;
    for (ArticleId id = 1; id <= 2000; ++id) all.push_back(must(feed.articles.find(id)));
    return all;
  }
  template <class T>
  std::vector<T> all(const records::Collection& collection) {
    return stoa::test::all_of<T>(records.read(), collection);
  }

  FakeClock clock;
  const Time now;

 private:
  static std::map<std::string, records::Outbox::Listener, std::less<>> all_listeners() {
    auto all = accounts::listeners();
    all.merge(feed::listeners());
    return all;
  }
  DeferredDurability unhurried_;
  keyspace::OpenEmbedded engine_;
  stoa::test::OpenRecords open_;

 public:
  records::Records& records;

 private:
  records::Outbox outbox_;
  std::unique_ptr<accounts::Accounts> accounts_;

 public:
  Feed feed;
  DemoSummary summary;
};

class FeedOfTheDemo : public testing::Test, protected FilledFeed {};

TEST_F(FeedOfTheDemo, HasTwoThousandArticlesInFifteenGroupsOfNinetyDays) {
  EXPECT_EQ(summary.articles, 2000U);
  const auto groups = must(feed.groups.largest(100));
  EXPECT_EQ(groups.size(), 15U);
  for (const Group& group : groups) EXPECT_THAT(group.articles, Ge(20)) << group.name.text();
  std::set<std::string> titles;
  std::size_t with_product = 0, russian = 0;
  for (const Article& article : all_articles()) {
    titles.insert(article.title);
    with_product += article.product.has_value();
    russian += article.title.find("\xD0") != article.title.npos;
    EXPECT_THAT(now - article.time, AllOf(Ge(Duration(0)), Le(std::chrono::days(91))));
    if (!article.link.empty()) {
      EXPECT_THAT(article.link, HasSubstr(".example."));
    }
  }
  EXPECT_EQ(titles.size(), 2000U);
  EXPECT_GT(with_product, 100U);
  EXPECT_GT(russian, 50U);
  EXPECT_EQ(clock.now(), now);
}

TEST_F(FeedOfTheDemo, HasVotesThatAgreeAndAFrontPageThatIsAlive) {
  const double closing = to_unix_seconds(now - kVotingLasts);
  for (const Article& article : all_articles()) {
    EXPECT_EQ(must(read().zscore(keys::score(), member_of(article.id))), score_of(article));
    const auto ups = must(read().scard(upvoted_key(article.id)));
    const auto downs = must(read().scard(downvoted_key(article.id)));
    if (article.voting == Voting::Closed) {
      EXPECT_EQ(ups + downs, 0U);
    } else {
      EXPECT_EQ(article.votes, static_cast<std::int64_t>(ups) - static_cast<std::int64_t>(downs));
      EXPECT_GT(to_unix_seconds(article.time), closing - 86'400);
    }
  }
  const auto front = must(feed.lists.by_score(25, "")).articles;
  ASSERT_EQ(front.size(), 25U);
  const auto [least, most] = std::ranges::minmax(front, {}, &Article::votes);
  EXPECT_GT(most.votes, 50);
  EXPECT_LT(least.votes, 20);
}

TEST_F(FeedOfTheDemo, HasThreadsOfDifferentDepthAndALongOne) {
  const auto comments = all<Comment>(records::collections::comments());
  EXPECT_EQ(comments.size(), summary.comments);
  EXPECT_GT(comments.size(), 4000U);
  std::map<ArticleId, std::int64_t> counted;
  std::int32_t deepest = 0;
  for (const Comment& comment : comments) {
    counted[comment.article] += comment.state == CommentState::Shown;
    deepest = std::max(deepest, comment.depth);
    EXPECT_LE(comment.posted_at, now);
  }
  EXPECT_EQ(deepest, kDeepestComment);
  std::int64_t longest = 0;
  for (const Thread& thread : all<Thread>(records::collections::threads())) {
    EXPECT_EQ(thread.comments, counted[thread.article]);
    longest = std::max(longest, thread.comments);
  }
  EXPECT_GT(longest, 200);
}

TEST_F(FeedOfTheDemo, LeavesSomethingForModeratorsAndALogOfWhatTheyDid) {
  EXPECT_GE(must(feed.reports.queue(QueueOrder::Oldest, 50, "")).things.size(), 2U);
  std::set<ModerationAction> actions;
  for (const ModerationEntry& entry : must(feed.moderation.log(std::nullopt, 50, "")).entries)
    actions.insert(entry.action);
  for (const auto action : {ModerationAction::Hidden, ModerationAction::Locked, ModerationAction::Banned})
    EXPECT_TRUE(actions.contains(action));
  const auto hidden = std::ranges::count(all_articles(), ArticleState::Hidden, &Article::state);
  EXPECT_EQ(hidden, 1);
}

TEST(DemoFeed, IsTheSameForTheSameSeed) {
  const auto products = some_products();
  DemoWriting one(5, products), again(5, products), other(6, products);
  std::size_t differing = 0;
  for (int i = 0; i < 300; ++i) {
    const auto first = one.article(), second = again.article(), third = other.article();
    EXPECT_EQ(first.draft.title, second.draft.title);
    EXPECT_EQ(first.draft.text, second.draft.text);
    EXPECT_EQ(first.draft.link, second.draft.link);
    EXPECT_TRUE(check(first.draft).ok()) << first.draft.title;
    differing += first.draft.title != third.draft.title;
    const auto said = one.comment(*first.topic, DemoWriting::Place::Answer);
    EXPECT_EQ(said, again.comment(*second.topic, DemoWriting::Place::Answer));
    EXPECT_TRUE(check_comment_text(said).ok()) << said;
  }
  EXPECT_GT(differing, 250U);
}

TEST(DemoFeed, OfTheSameSeedAndMomentHasTheSameArticlesAndVotes) {
  const Time moment = this_moment();
  FilledFeed one(moment), again(moment);
  const auto first = one.all_articles(), second = again.all_articles();
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].title, second[i].title);
    EXPECT_EQ(first[i].votes, second[i].votes);
  }
  EXPECT_EQ(one.summary.comments, again.summary.comments);
}

}  // namespace
}  // namespace stoa::feed::test
