#include "base/json.h"
#include "feed_fixture.h"

#include <set>
#include <thread>

namespace stoa::feed::test {
namespace {
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

INSTANTIATE_TEST_SUITE_P(Engines, FeedOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

const GroupName kOther = group_name("other");

TEST_P(FeedOnEveryEngine, APostedArticleStandsWhereTheSchemaSays) {
  auto draft = link_draft("https://Example.org/a#b", " Title ");
  draft.product = ProductId::make(clock().now());
  const auto posted = must(articles.post(kAnna, draft));
  const ArticleId id = posted.article.id;
  const std::string member = member_of(id);
  EXPECT_EQ(posted.outcome, Posted::Outcome::New);
  EXPECT_EQ(must(read().get(keys::article_counter())), std::to_string(id));
  const auto field = [&](std::string_view name) {
    return must(read().hget(article_key(id), name)).value_or("none");
  };
  EXPECT_EQ(field("title"), "Title");
  EXPECT_EQ(field("link"), "https://example.org/a#b");
  EXPECT_EQ(field("author"), "user:anna");
  EXPECT_EQ(field("votes"), "1");
  EXPECT_EQ(field("product"), draft.product->hex());
  EXPECT_EQ(field("time"), hash_time(clock().now()));
  const double time = to_unix_seconds(clock().now());
  EXPECT_EQ(must(read().zscore(keys::time(), member)), time);
  EXPECT_EQ(must(read().zscore(keys::score(), member)), time + 432);
  EXPECT_EQ(must(read().zscore(keys::user_articles(kAnna.name), member)), time);
  EXPECT_THAT(must(read().smembers(upvoted_key(id))), ElementsAre("user:anna"));
  EXPECT_THAT(must(read().smembers(keys::group("things"))), ElementsAre(member));
  EXPECT_EQ(must(groups.find(kGroup)).articles, 1);
  const Article found = must(articles.find(id));
  EXPECT_EQ(to_json(found), to_json(posted.article));
}

TEST_P(FeedOnEveryEngine, AnArticleNeedsGroupsThatAreThere) {
  EXPECT_EQ(code_of(articles.post(kAnna, text_draft("t", {kGroup, kOther}))), "group.absent");
  EXPECT_EQ(must(read().zcard(keys::time())), 0u);
}

TEST_P(FeedOnEveryEngine, TheSameLinkLeadsToTheArticleThatIsThere) {
  const auto first = must(articles.post(kAnna, link_draft("https://example.org/a")));
  clock().advance(29 * 24h);
  const auto second = must(articles.post(kBoris, link_draft("HTTPS://example.org:443/a#part")));
  EXPECT_EQ(second.outcome, Posted::Outcome::AlreadyThere);
  EXPECT_EQ(second.article.id, first.article.id);
  EXPECT_EQ(second.article.author, kAnna.name);
  EXPECT_EQ(must(read().zcard(keys::time())), 1u);
  EXPECT_EQ(must(articles.post(kBoris, link_draft("https://example.org/b"))).outcome, Posted::Outcome::New);
}

TEST_P(FeedOnEveryEngine, TheSameLinkIsNewAgainAfterThirtyDays) {
  const Time today = clock().now();
  clock().set(today - 30 * 24h - 1s);
  const auto first = must(articles.post(kAnna, link_draft("https://example.org/a")));
  clock().set(today);
  const auto second = must(articles.post(kBoris, link_draft("https://example.org/a")));
  EXPECT_EQ(second.outcome, Posted::Outcome::New);
  EXPECT_NE(second.article.id, first.article.id);
  const auto key = keys::posted_link(must(Link::parse("https://example.org/a")).page_hash());
  EXPECT_EQ(must(read().expiry(key)), std::chrono::floor<std::chrono::milliseconds>(today) + 30 * 24h);
  must(articles.remove(kAnna, first.article.id));
  EXPECT_EQ(must(articles.post(kAnna, link_draft("https://example.org/a"))).article.id, second.article.id);
}

TEST_P(FeedOnEveryEngine, OfManyWhoPostOneLinkAtOnceOneIsNew) {
  std::atomic<int> made{0};
  std::array<ArticleId, 8> ids{};
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < ids.size(); ++i)
      threads.emplace_back([&, i] {
        const DeferredDurability unhurried;
        const auto posted = must(articles.post(voter(i), link_draft("https://example.org/race")));
        made += posted.outcome == Posted::Outcome::New;
        ids[i] = posted.article.id;
      });
  }
  EXPECT_EQ(made, 1);
  EXPECT_EQ(std::set<ArticleId>(ids.begin(), ids.end()).size(), 1u);
  EXPECT_EQ(must(read().zcard(keys::time())), 1u);
  EXPECT_EQ(must(groups.find(kGroup)).articles, 1);
}

TEST_P(FeedOnEveryEngine, PostsAtOnceGetIdsOfTheirOwn) {
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < 8; ++i)
      threads.emplace_back([&, i] {
        const DeferredDurability unhurried;
        for (int n = 0; n < 5; ++n) must(articles.post(voter(i), text_draft()));
      });
  }
  EXPECT_EQ(must(read().zcard(keys::time())), 40u);
  EXPECT_EQ(must(read().scard(keys::group("things"))), 40u);
  EXPECT_EQ(must(groups.find(kGroup)).articles, 40);
}

TEST_P(FeedOnEveryEngine, TheAuthorChangesAnArticleForAnHour) {
  const ArticleId id = post();
  clock().advance(59min);
  const Article changed = must(articles.edit(kAnna, id, {" Better ", "More"}));
  EXPECT_EQ(changed.title, "Better");
  EXPECT_EQ(must(articles.find(id)).text, "More");
  EXPECT_EQ(must(articles.find(id)).edited, clock().now());
  EXPECT_EQ(code_of(articles.edit(kBoris, id, {"Worse", "x"})), "article.not_yours");
  EXPECT_EQ(code_of(articles.edit(kAdmin, id, {"Worse", "x"})), "article.not_yours");
  EXPECT_EQ(code_of(articles.edit(kAnna, id, {"Empty", ""})), "article.empty");
  EXPECT_EQ(code_of(articles.edit(kAnna, id, {"\u202e", "x"})), "article.title");
  EXPECT_EQ(code_of(articles.edit(kAnna, 999, {"Title", "x"})), "article.absent");
  clock().advance(1min);
  EXPECT_EQ(code_of(articles.edit(kAnna, id, {"Late", "x"})), "article.too_late");
  EXPECT_EQ(must(articles.find(id)).title, "Better");
}

TEST_P(FeedOnEveryEngine, ARemovedArticleLeavesAStone) {
  must(groups.create(kAdmin, {kOther, ""}));
  auto draft = link_draft("https://example.org/a");
  draft.groups = {kGroup, kOther};
  draft.text = "Words";
  const ArticleId id = must(articles.post(kAnna, draft)).article.id;
  must(votes.cast(kBoris, id, Vote::Down));
  EXPECT_EQ(code_of(articles.remove(kBoris, id)), "article.not_yours");
  must(articles.remove(kAnna, id));
  must(articles.remove(kAdmin, id));
  const Article stone = must(articles.find(id));
  EXPECT_EQ(stone.state, ArticleState::Removed);
  EXPECT_EQ(stone.title + stone.link + stone.text, "");
  EXPECT_FALSE(stone.author);
  EXPECT_THAT(stone.groups, IsEmpty());
  for (const auto& key : {keys::time(), keys::score(), keys::voting(), keys::time("things"),
                          keys::time("other"), keys::user_articles(kAnna.name)})
    EXPECT_EQ(must(read().zcard(key)), 0u) << key.name();
  for (const auto& key : {keys::group("things"), keys::group("other"), upvoted_key(id), downvoted_key(id)})
    EXPECT_EQ(must(read().scard(key)), 0u) << key.name();
  EXPECT_EQ(must(groups.find(kOther)).articles, 0);
  EXPECT_EQ(code_of(votes.cast(kBoris, id, Vote::Up)), "article.absent");
  EXPECT_EQ(code_of(articles.edit(kAnna, id, {"Title", "x"})), "article.absent");
  EXPECT_EQ(code_of(articles.put_into(kAnna, id, kGroup)), "article.absent");
  EXPECT_EQ(must(articles.post(kBoris, link_draft("https://example.org/a"))).outcome, Posted::Outcome::New);
}

TEST_P(FeedOnEveryEngine, AnAdminRemovesAnArticleOfSomebody) {
  const ArticleId id = post();
  must(articles.remove(kAdmin, id));
  EXPECT_EQ(must(articles.find(id)).state, ArticleState::Removed);
  EXPECT_EQ(code_of(articles.remove(kAdmin, 12345)), "article.absent");
}

TEST_P(FeedOnEveryEngine, AnArticleMovesInAndOutOfGroups) {
  must(groups.create(kAdmin, {kOther, ""}));
  const ArticleId id = post();
  must(articles.put_into(kAnna, id, kOther));
  must(articles.put_into(kAdmin, id, kOther));
  EXPECT_THAT(must(articles.find(id)).groups, ElementsAre(kOther, kGroup));
  EXPECT_EQ(must(groups.find(kOther)).articles, 1);
  EXPECT_TRUE(must(read().sismember(keys::group("other"), member_of(id))));
  must(articles.take_out_of(kAnna, id, kGroup));
  must(articles.take_out_of(kAnna, id, kGroup));
  EXPECT_EQ(must(groups.find(kGroup)).articles, 0);
  EXPECT_FALSE(must(read().exists(keys::group("things"))));
  EXPECT_EQ(code_of(articles.take_out_of(kAnna, id, kOther)), "article.groups");
  EXPECT_EQ(code_of(articles.put_into(kBoris, id, kGroup)), "article.not_yours");
  EXPECT_EQ(code_of(articles.take_out_of(kBoris, id, kOther)), "article.not_yours");
  EXPECT_EQ(code_of(articles.put_into(kAnna, id, group_name("nowhere"))), "group.absent");
}

TEST_P(FeedOnEveryEngine, AnArticleIsInAtMostFiveGroups) {
  const ArticleId id = post();
  for (const char* name : {"aa", "bb", "cc", "dd", "ee"}) must(groups.create(kAdmin, {group_name(name), ""}));
  for (const char* name : {"aa", "bb", "cc", "dd"}) must(articles.put_into(kAnna, id, group_name(name)));
  EXPECT_EQ(code_of(articles.put_into(kAnna, id, group_name("ee"))), "article.groups");
}

TEST_P(FeedOnEveryEngine, GroupsAreCreatedOnceAndListedWithTheirSizes) {
  must(groups.create(kAnna, {kOther, " Of others "}));
  EXPECT_EQ(code_of(groups.create(kBoris, {kOther, ""})), "group.taken");
  EXPECT_EQ(code_of(groups.create(kBoris, {group_name("turned"), "\u202e"})), "group.description");
  post();
  post();
  const auto listed = must(groups.largest(10));
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0].name, kGroup);
  EXPECT_EQ(listed[0].articles, 2);
  EXPECT_EQ(listed[1].name, kOther);
  EXPECT_EQ(listed[1].description, "Of others");
  EXPECT_EQ(listed[1].creator, kAnna.name);
  EXPECT_EQ(listed[1].articles, 0);
  EXPECT_EQ(must(groups.largest(1)).size(), 1u);
  EXPECT_THAT(must(groups.largest(0)), IsEmpty());
  EXPECT_EQ(code_of(groups.change(kBoris, kOther, "Mine")), "group.not_yours");
  EXPECT_EQ(must(groups.change(kAnna, kOther, "Ours")).description, "Ours");
  EXPECT_EQ(must(groups.change(kAdmin, kOther, "Theirs")).creator, kAnna.name);
  EXPECT_EQ(code_of(groups.change(kAdmin, group_name("nowhere"), "")), "group.absent");
}

TEST_P(FeedOnEveryEngine, APersonCreatesUpToTenGroupsAlsoAtOnce) {
  std::atomic<int> created{0}, refused{0};
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        const DeferredDurability unhurried;
        for (int i = 0; i < 4; ++i) {
          const auto name = "group" + std::to_string(thread) + std::to_string(i);
          const auto made = groups.create(kAnna, {group_name(name), ""});
          created += made.ok();
          refused += code_of(made) == "group.limit";
        }
      });
  }
  EXPECT_EQ(created, kMostGroupsCreated);
  EXPECT_EQ(refused, 16 - kMostGroupsCreated);
  for (int i = 0; i < 12; ++i) must(groups.create(kAdmin, {group_name("admin" + std::to_string(i)), ""}));
}

}  // namespace
}  // namespace stoa::feed::test
