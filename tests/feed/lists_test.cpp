#include "feed_fixture.h"
#include "keyspace/keyspace_between.h"

#include <rapidcheck/gtest.h>

#include <functional>
#include <random>
#include <set>
#include <thread>

namespace stoa::feed::test {
namespace {
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

using List = std::function<Result<ArticlePage>(std::string_view cursor)>;

std::vector<ArticleId> ids_of(const ArticlePage& page) {
  std::vector<ArticleId> ids;
  for (const Article& article : page.articles) ids.push_back(article.id);
  return ids;
}

/// All pages, with something done after each.
std::vector<ArticleId> walk(
    const List& list, const std::function<void()>& between = [] {}) {
  std::vector<ArticleId> ids;
  std::string cursor;
  do {
    const auto page = must(list(cursor));
    for (const Article& article : page.articles) ids.push_back(article.id);
    cursor = page.next;
    between();
  } while (!cursor.empty());
  return ids;
}

class ListsOnEveryEngine : public FeedOnEveryEngine {
 protected:
  std::vector<ArticleId> post_some(int count) {
    std::vector<ArticleId> ids;
    for (int i = 0; i < count; ++i) ids.push_back(post());
    return ids;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, ListsOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(ListsOnEveryEngine, NewestComesNewestFirstPageByPage) {
  auto expected = post_some(60);
  std::ranges::reverse(expected);
  const auto first = must(lists.newest(25, ""));
  EXPECT_EQ(first.articles.size(), 25u);
  std::vector<std::size_t> sizes;
  const auto seen = walk([&](std::string_view cursor) {
    auto page = lists.newest(25, cursor);
    sizes.push_back(page->articles.size());
    return page;
  });
  EXPECT_EQ(seen, expected);
  EXPECT_THAT(sizes, ElementsAre(25, 25, 10));
}

TEST_P(ListsOnEveryEngine, AListThatFillsItsLastPageHasNoEmptyOneAfterIt) {
  post_some(50);
  for (const List& list : {List([&](auto cursor) { return lists.newest(25, cursor); }),
                           List([&](auto cursor) { return lists.by_score(25, cursor); }),
                           List([&](auto cursor) { return lists.of_group_by_score(kGroup, 25, cursor); })}) {
    const auto first = must(list(""));
    EXPECT_EQ(first.articles.size(), 25u);
    const auto second = must(list(first.next));
    EXPECT_EQ(second.articles.size(), 25u);
    EXPECT_EQ(second.next, "");
  }
}

TEST_P(ListsOnEveryEngine, AnEmptyFeedHasEmptyLists) {
  EXPECT_THAT(must(lists.newest(25, "")).articles, IsEmpty());
  EXPECT_THAT(must(lists.by_score(25, "")).articles, IsEmpty());
  EXPECT_EQ(must(lists.by_score(25, "")).next, "");
  EXPECT_THAT(must(lists.of_author(kAnna.name, 25, "")).articles, IsEmpty());
  EXPECT_THAT(must(lists.of_group_by_score(group_name("nowhere"), 25, "")).articles, IsEmpty());
}

TEST_P(ListsOnEveryEngine, ArticlesOfOneMomentAreNeitherSkippedNorRepeated) {
  std::set<ArticleId> expected;
  for (int i = 0; i < 23; ++i) expected.insert(must(articles.post(kAnna, text_draft())).article.id);
  const auto seen = walk([&](std::string_view cursor) { return lists.newest(4, cursor); });
  EXPECT_EQ(std::set<ArticleId>(seen.begin(), seen.end()), expected);
  EXPECT_EQ(seen.size(), expected.size());
  const auto first = must(lists.newest(4, ""));
  must(articles.remove(kAnna, first.articles.back().id));
  const auto second = must(lists.newest(4, first.next));
  EXPECT_EQ(ids_of(second), std::vector(seen.begin() + 4, seen.begin() + 8));
}

TEST_P(ListsOnEveryEngine, VotesLiftAnArticle) {
  const auto ids = post_some(3);
  must(votes.cast(kBoris, ids[0], Vote::Up));
  must(votes.cast(kBoris, ids[2], Vote::Down));
  EXPECT_THAT(ids_of(must(lists.by_score(25, ""))), ElementsAre(ids[0], ids[1], ids[2]));
  EXPECT_THAT(ids_of(must(lists.of_group_by_score(kGroup, 25, ""))), ElementsAre(ids[0], ids[1], ids[2]));
}

TEST_P(ListsOnEveryEngine, ThereAreListsOfAnAuthorAndOfAGroup) {
  const GroupName other = group_name("other");
  must(groups.create(kAdmin, {other, ""}));
  const ArticleId a = post(kAnna), b = post(kBoris, {other}), c = post(kAnna, {kGroup, other});
  EXPECT_THAT(ids_of(must(lists.of_author(kAnna.name, 25, ""))), ElementsAre(c, a));
  EXPECT_THAT(ids_of(must(lists.of_author(kBoris.name, 25, ""))), ElementsAre(b));
  EXPECT_THAT(ids_of(must(lists.of_group_newest(other, 25, ""))), ElementsAre(c, b));
  EXPECT_THAT(ids_of(must(lists.of_group_by_score(other, 25, ""))), ElementsAre(c, b));
  EXPECT_THAT(ids_of(must(lists.of_group_by_score(kGroup, 25, ""))), ElementsAre(c, a));
}

TEST_P(ListsOnEveryEngine, HiddenAndRemovedArticlesArePassedOver) {
  const auto ids = post_some(8);
  must(lists.of_group_by_score(kGroup, 3, ""));
  for (const std::size_t i : {1u, 2u, 6u}) hide(ids[i]);
  must(articles.remove(kAnna, ids[4]));
  const std::vector<ArticleId> expected{ids[7], ids[5], ids[3], ids[0]};
  EXPECT_EQ(walk([&](auto cursor) { return lists.newest(2, cursor); }), expected);
  EXPECT_EQ(walk([&](auto cursor) { return lists.by_score(2, cursor); }), expected);
  EXPECT_EQ(walk([&](auto cursor) { return lists.of_group_by_score(kGroup, 2, cursor); }), expected);
  EXPECT_EQ(walk([&](auto cursor) { return lists.of_author(kAnna.name, 2, cursor); }), expected);
  show(ids[1]);
  EXPECT_EQ(must(lists.newest(25, "")).articles.size(), 5u);
}

TEST_P(ListsOnEveryEngine, ACursorIsGoodForItsOwnListOnly) {
  post_some(5);
  const auto page = must(lists.by_score(2, ""));
  EXPECT_EQ(code_of(lists.newest(2, page.next)), "records.cursor");
  EXPECT_EQ(code_of(lists.of_group_by_score(kGroup, 2, page.next)), "records.cursor");
  const auto of_group = must(lists.of_group_by_score(kGroup, 2, ""));
  EXPECT_EQ(code_of(lists.of_group_by_score(group_name("other"), 2, of_group.next)), "records.cursor");
  auto forged = page.next;
  forged.back() = forged.back() == 'A' ? 'B' : 'A';
  EXPECT_EQ(code_of(lists.by_score(2, forged)), "records.cursor");
  EXPECT_EQ(code_of(lists.by_score(2, "nonsense")), "records.cursor");
}

TEST_P(ListsOnEveryEngine, ACursorOfFortyPagesFitsIntoAnAddress) {
  ScorePosition position;
  position.newest = 5'000'000;
  for (ArticleId i = 1; i <= 1000; ++i) position.show(i * 4999);
  position.rest.emplace();
  EXPECT_LT(records::write_cursor(records::CursorKey::make(), "feed.score", to_bytes(position)).size(),
            3000u);
}

TEST_P(ListsOnEveryEngine, AGroupsRankingIsKeptForAMinute) {
  const auto ids = post_some(2);
  must(lists.of_group_by_score(kGroup, 25, ""));
  const auto expires = must(read().expiry(keys::score("things")));
  ASSERT_TRUE(expires);
  EXPECT_EQ(*expires, std::chrono::floor<std::chrono::milliseconds>(clock().now()) + 60s);
  must(votes.cast(kBoris, ids[0], Vote::Up));
  must(lists.of_group_by_score(kGroup, 25, ""));
  EXPECT_EQ(ranking.made(), 1u);
}

TEST_P(ListsOnEveryEngine, AGroupsRankingIsMadeOnceForAllWhoAsk) {
  post_some(30);
  std::atomic<std::size_t> seen{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] { seen += must(lists.of_group_by_score(kGroup, 25, "")).articles.size(); });
  }
  EXPECT_EQ(seen, 8u * 25u);
  EXPECT_EQ(ranking.made(), 1u);
}

/// Holds back whoever makes a ranking until all have found it missing.
class HeldBack final : public stoa::test::KeyspaceBetween {
 public:
  HeldBack(keyspace::Keyspace& inner, int looks) : KeyspaceBetween(inner), missing_looks_(looks) {}
  keyspace::Reader& read() override {
    if (missing_looks_.load() > 0) --missing_looks_;
    missing_looks_.notify_all();
    return KeyspaceBetween::read();
  }
  Result<void> intersect_into(const keyspace::SortedSetKey& into, const keyspace::SetKey& members,
                              const keyspace::SortedSetKey& scores, Time expires) override {
    for (int left = missing_looks_.load(); left > 0; left = missing_looks_.load()) missing_looks_.wait(left);
    ++made;
    return KeyspaceBetween::intersect_into(into, members, scores, expires);
  }
  std::atomic<int> made{0};

 private:
  std::atomic<int> missing_looks_;
};

/// Makes the ranking between another's look for entries and the one for the key.
class Overtaken final : public stoa::test::KeyspaceBetween {
 public:
  Overtaken(keyspace::Keyspace& inner, std::function<void()> overtake)
      : KeyspaceBetween(inner), overtake_(std::move(overtake)) {}
  keyspace::Reader& read() override {
    if (++looks_ == 2) overtake_();
    return KeyspaceBetween::read();
  }

 private:
  const std::function<void()> overtake_;
  int looks_ = 0;
};

TEST_P(ListsOnEveryEngine, ARankingThatIsMadeWhileSomebodyLooksForItIsSeen) {
  post_some(30);
  GroupRanking quicker(keyspace(), clock());
  Overtaken overtaken(keyspace(), [&] { must(quicker.range(kGroup, 0, 24)); });
  EXPECT_EQ(must(GroupRanking(overtaken, clock()).range(kGroup, 0, 24)).size(), 25u);
}

TEST_P(ListsOnEveryEngine, ThoseWhoFindAGroupsRankingMissingWaitForTheOneWhoMakesIt) {
  post_some(30);
  constexpr int kAskers = 6;
  // Each looks for entries and for the key, and the one who makes it once more for the key.
  HeldBack held(keyspace(), 2 * kAskers + 1);
  GroupRanking guarded(held, clock());
  std::atomic<std::size_t> seen{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kAskers; ++i)
      threads.emplace_back([&] { seen += must(guarded.range(kGroup, 0, 24)).size(); });
  }
  EXPECT_EQ(held.made, 1);
  EXPECT_EQ(seen, 25u * kAskers);
}

TEST_P(ListsOnEveryEngine, PagesReadWhileOthersVoteNeitherSkipNorRepeat) {
  const auto ids = post_some(60);
  std::jthread voting([&](const std::stop_token& stop) {
    const DeferredDurability unhurried;
    std::mt19937 random(7);
    while (!stop.stop_requested()) {
      const auto vote = std::array{Vote::Up, Vote::Down, Vote::None}[random() % 3];
      must(votes.cast(voter(random() % 5), ids[random() % ids.size()], vote));
    }
  });
  for (int round = 0; round < 20; ++round) {
    auto seen = walk([&](auto cursor) { return lists.by_score(7, cursor); });
    std::ranges::sort(seen);
    EXPECT_EQ(seen, ids);
  }
}

/// Redis says how many messages it has read.
class RoundTrips : public testing::Test, protected World {
 protected:
  RoundTrips() : World(std::make_unique<keyspace::OpenRedis>()) {}
  int reads_so_far() {
    const std::string info = other_.command({"INFO", "stats"}).text;
    const std::string name = "total_reads_processed:";
    return std::stoi(info.substr(info.find(name) + name.size()));
  }
  /// One more is the question itself.
  template <class Work>
  int cost_of(Work work) {
    const int before = reads_so_far();
    must(work());
    return reads_so_far() - before - 1;
  }

 private:
  stoa::test::RedisClient other_{keyspace::shared_redis_server().socket()};
};

TEST_F(RoundTrips, OfAPageAreAsManyForAFewArticlesAndForHundreds) {
  for (const int more : {30, 300}) {
    for (int i = 0; i < more; ++i) post();
    EXPECT_EQ(cost_of([&] { return lists.newest(25, ""); }), 2);
    EXPECT_EQ(cost_of([&] { return lists.by_score(25, ""); }), 3);
    must(lists.of_group_by_score(kGroup, 25, ""));
    EXPECT_EQ(cost_of([&] { return lists.of_group_by_score(kGroup, 25, ""); }), 3);
    EXPECT_EQ(cost_of([&] { return lists.of_author(kAnna.name, 25, ""); }), 2);
  }
}

TEST_F(RoundTrips, OfTheListOfGroupsAreTwo) {
  for (const int more : {3, 100}) {
    for (int i = 0; i < more; ++i)
      must(groups.create(kAdmin, {group_name(std::to_string(more) + "-" + std::to_string(i)), ""}));
    EXPECT_EQ(cost_of([&] { return groups.largest(1000); }), 2);
    EXPECT_EQ(cost_of([&] { return groups.page(100, ""); }), 2);
    EXPECT_EQ(cost_of([&] { return groups.page(100, ".bb"); }), 2);
  }
}

class GroupListOnEveryEngine : public testing::TestWithParam<keyspace::Engine>, protected World {
 protected:
  GroupListOnEveryEngine() : World(GetParam().open()) {}

  std::vector<GroupName> create_some(int count) {
    std::vector<GroupName> names;
    const DeferredDurability unhurried;
    for (; count > 0; --count) {
      names.push_back(group_name("group-" + std::to_string(created_++ * 7919 % 10'007)));
      must(groups.create(kAdmin, {names.back(), ""}));
    }
    return names;
  }
  /// Articles come and go.
  void resize(const GroupName& group, int by) {
    must(keyspace().transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
      tx.zincrement(keys::group_sizes(), group.text(), by);
      return {};
    }));
  }
  std::vector<GroupName> walk_groups(
      std::size_t limit, const std::function<void()>& between = [] {}) {
    std::vector<GroupName> seen;
    std::string cursor;
    do {
      const GroupPage page = must(groups.page(limit, cursor));
      EXPECT_LE(page.groups.size(), limit);
      for (const Group& group : page.groups) seen.push_back(group.name);
      cursor = page.next;
      EXPECT_LT(cursor.size(), 3000u);
      between();
    } while (!cursor.empty());
    return seen;
  }

 private:
  int created_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Engines, GroupListOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(GroupListOnEveryEngine, HasThoseWithMostArticlesFirst) {
  const auto names = create_some(5);
  resize(names[3], 2);
  resize(names[1], 1);
  const GroupPage first = must(groups.page(2, ""));
  ASSERT_EQ(first.groups.size(), 2u);
  EXPECT_EQ(first.groups[0].name, names[3]);
  EXPECT_EQ(first.groups[0].articles, 2);
  EXPECT_EQ(first.groups[1].name, names[1]);
  EXPECT_EQ(must(groups.page(6, "")).next, "");
}

TEST_P(GroupListOnEveryEngine, NeitherSkipsNorRepeatsWhileCountsChange) {
  auto there = create_some(430);
  there.push_back(kGroup);
  std::ranges::sort(there);
  std::mt19937 random(7);
  for (const std::size_t limit : {7u, 25u, 100u}) {
    auto seen = walk_groups(limit, [&] {
      for (int i = 0; i < 40; ++i)
        resize(there[random() % there.size()], static_cast<int>(random() % 9) - 4);
    });
    std::ranges::sort(seen);
    EXPECT_EQ(seen, there) << limit;
  }
}

TEST_P(GroupListOnEveryEngine, HasGroupsThatAreCreatedMeanwhileAtMostOnce) {
  auto there = create_some(230);
  auto seen = walk_groups(25, [&] { create_some(3); });
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
  for (const GroupName& name : there) EXPECT_TRUE(std::ranges::binary_search(seen, name)) << name.text();
}

TEST_P(GroupListOnEveryEngine, GoesOnBehindWhatOnlyAnotherProgramKnows) {
  const auto names = create_some(3);
  for (int i = 0; i < 5; ++i) resize(group_name("stray-" + std::to_string(i)), 9);
  EXPECT_EQ(walk_groups(2).size(), names.size() + 1);
}

TEST_P(GroupListOnEveryEngine, RefusesWhatIsNoCursorOfIt) {
  create_some(5);
  for (const char* bad : {"x", "-1", "2", "01234567.A", "01234567.bb.cc"})
    EXPECT_EQ(code_of(groups.page(2, bad)), "records.cursor") << bad;
  EXPECT_EQ(code_of(groups.page(2, std::string(8 * 301, '0'))), "records.cursor");
}

/// Pages of four, of which few come by score, so that every way to go on is taken.
class MovingLists : public testing::TestWithParam<keyspace::Engine>, protected World {
 protected:
  MovingLists() : World(GetParam().open(), {.most_by_score = 10, .most_looked_at = 40}) {}

  /// Somebody votes, posts, or a minute passes and the group is ranked anew.
  void disturb(const std::vector<ArticleId>& ids) {
    const int times = *rc::gen::element(0, 1, 3, 8);
    for (int i = 0; i < times; ++i) {
      const ArticleId id = *rc::gen::elementOf(ids);
      const auto who = *rc::gen::element<std::size_t>(0, 1, 2, 3);
      (void)votes.cast(voter(who), id, *rc::gen::element(Vote::Up, Vote::Down, Vote::None));
    }
    for (int i = *rc::gen::element(0, 0, 1, 2); i > 0; --i) post(kBoris);
    if (*rc::gen::element(true, false)) forget_ranking();
  }
  void forget_ranking() {
    must(keyspace().transact(Durability::Relaxed, [](keyspace::Tx& tx) -> Result<void> {
      tx.del(keys::score("things"));
      return {};
    }));
  }
  void check(const List& list) {
    for (const ArticleId id : posted_) must(articles.remove(kAdmin, id));
    forget_ranking();
    posted_.clear();
    const int count = *rc::gen::element(0, 1, 4, 5, 9, 11, 18, 26);
    for (int i = 0; i < count; ++i) posted_.push_back(post());
    const std::vector<ArticleId> there = posted_;
    std::set<ArticleId> removed;
    const auto seen = walk(list, [&] {
      if (there.empty()) return;
      disturb(there);
      if (*rc::gen::element(false, false, true)) {
        removed.insert(*rc::gen::elementOf(there));
        must(articles.remove(kAdmin, *removed.rbegin()));
      }
    });
    const std::set<ArticleId> once(seen.begin(), seen.end());
    RC_ASSERT(once.size() == seen.size());
    for (const ArticleId id : there) RC_ASSERT(once.contains(id) || removed.contains(id));
    for (const ArticleId id : once) RC_ASSERT(std::ranges::binary_search(there, id));
    for (const auto& left : must(read().zrange(keys::time(), 0, -1, keyspace::Order::Ascending)))
      must(articles.remove(kAdmin, *article_of(left.member)));
  }

 private:
  std::vector<ArticleId> posted_;
};
INSTANTIATE_TEST_SUITE_P(Engines, MovingLists, testing::ValuesIn(keyspace::every_engine()), engine_name);

TEST_P(MovingLists, ByScoreNeitherSkipNorRepeat) {
  EXPECT_TRUE(rc::check([&] { check([&](auto cursor) { return lists.by_score(4, cursor); }); }));
}

TEST_P(MovingLists, OfAGroupByScoreNeitherSkipNorRepeat) {
  EXPECT_TRUE(
      rc::check([&] { check([&](auto cursor) { return lists.of_group_by_score(kGroup, 4, cursor); }); }));
}

TEST_P(MovingLists, ByTimeNeitherSkipNorRepeat) {
  EXPECT_TRUE(rc::check([&] { check([&](auto cursor) { return lists.newest(4, cursor); }); }));
}

}  // namespace
}  // namespace stoa::feed::test
