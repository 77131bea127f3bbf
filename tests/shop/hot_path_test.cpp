#include "base/json.h"
#include "keyspace/keyspace_between.h"
#include "shop_fixture.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;
namespace keys = keyspace::keys;

class HotPathOnEveryEngine : public ShopOnEveryEngine {
 protected:
  ProductId item() { return ProductId::make(clock().now()); }
  void look(const ProductId& id, int times = 1) {
    for (int i = 0; i < times; ++i) must(shop().popularity.record_view(Token::make(), id));
  }
  std::optional<double> score(const keyspace::SortedSetKey& key, const ProductId& id) {
    return must(keyspace().read().zscore(key, id.hex()));
  }
  bool cached(const ProductId& id, std::string_view variant) {
    return must(keyspace().read().exists(keys::cached_page(PageCache::hash_of(id, variant))));
  }
  std::string page(const ProductId& id, std::string_view query = {}, std::string_view variant = "en") {
    const auto render = [&] { return "render " + std::to_string(++renders_); };
    const auto kept =
        must(shop().pages.page(id, variant, query, [&]() -> Result<std::string> { return render(); }));
    return kept ? (*kept)->text() : render();
  }
  std::atomic<int> renders_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Engines, HotPathOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(HotPathOnEveryEngine, ASessionsViewsAreKeptNewestFirstEachOnce) {
  const Token token = Token::make();
  std::vector<ProductId> items;
  for (int i = 0; i < 30; ++i) items.push_back(item());
  for (const ProductId& each : items) must(shop().popularity.record_view(token, each));
  must(shop().popularity.record_view(token, items[20]));
  const auto viewed = must(shop().popularity.viewed(token));
  ASSERT_EQ(viewed.size(), 25u);
  EXPECT_EQ(viewed[0], items[20]);
  EXPECT_EQ(viewed[1], items[29]);
  EXPECT_EQ(viewed[24], items[5]);
  EXPECT_EQ(std::set(viewed.begin(), viewed.end()).size(), 25u);
  EXPECT_EQ(score(keys::viewed(), items[20]), -2);
  EXPECT_EQ(score(keys::viewed(), items[0]), -1);
}

TEST_P(HotPathOnEveryEngine, WhatWasViewedComesAlongToTheNextToken) {
  const Token before = Token::make(), after = Token::make();
  const ProductId a = item(), b = item();
  must(shop().popularity.record_view(before, a));
  must(shop().popularity.record_view(before, b));
  must(shop().popularity.bring_along(before, after));
  EXPECT_THAT(must(shop().popularity.viewed(after)), ElementsAre(b, a));
  EXPECT_THAT(must(shop().popularity.viewed(before)), IsEmpty());
}

TEST_P(HotPathOnEveryEngine, RescalingDropsBeyondRankTwentyThousandThenHalves) {
  must(keyspace().transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    for (int i = 0; i < 20'003; ++i) tx.zadd(keys::viewed(), std::to_string(i), -100'000 + i);
    return {};
  }));
  EXPECT_EQ(must(shop().popularity.rescale()), 20'000u);
  EXPECT_EQ(must(keyspace().read().zscore(keys::viewed(), "0")), -50'000);
  EXPECT_EQ(must(keyspace().read().zscore(keys::viewed(), "19999")), (-100'000 + 19'999) / 2.0);
  EXPECT_EQ(must(keyspace().read().zscore(keys::viewed(), "20000")), std::nullopt);
}

TEST_P(HotPathOnEveryEngine, TopListsAreByViewsOverallAndPerCategory) {
  const Product lamp = product("lamp", 1, 0, "Lamps"), desk = product("desk", 1, 0, "Desks"),
                torch = product("torch", 1, 0, "Lamps"), retired = product("retired", 1, 0, "Lamps");
  look(lamp.id, 3);
  look(desk.id, 2);
  look(torch.id, 1);
  look(retired.id, 5);
  must(shop().catalogue.retire(retired.id));
  EXPECT_THAT(must(shop().popularity.top(2)), ElementsAre(retired.id, lamp.id));
  const auto names = [&](std::size_t count, std::optional<std::string> category) {
    std::vector<std::string> found;
    for (const Product& each : must(shop().popularity.top_products(count, category)))
      found.push_back(each.name);
    return found;
  };
  EXPECT_THAT(names(10, std::nullopt), ElementsAre("lamp", "desk", "torch"));
  EXPECT_THAT(names(2, std::nullopt), ElementsAre("lamp", "desk"));
  EXPECT_THAT(names(10, "Lamps"), ElementsAre("lamp", "torch"));
  EXPECT_EQ(must(shop().popularity.rank(lamp.id)), 1u);
}

TEST_P(HotPathOnEveryEngine, ARowIsCopiedNowAndThenEachDelay) {
  const Product lamp = product("lamp", 1234, 7);
  must(shop().rows.keep(lamp.id, 10s));
  EXPECT_EQ(must(shop().rows.work(100)), 1u);
  EXPECT_EQ(must(shop().rows.work(100)), 0u);
  auto row = must(shop().rows.row(lamp.id));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->name, "lamp");
  EXPECT_EQ(row->price, Money::literal(1234));
  EXPECT_EQ(row->qty, 7);
  EXPECT_EQ(row->cached_at, clock().now());
  const Shopper anna = user();
  must(shop().carts.add(anna, lamp.id, 2));
  order(anna);
  clock().advance(9s);
  EXPECT_EQ(must(shop().rows.work(100)), 0u);
  EXPECT_EQ(must(shop().rows.row(lamp.id))->qty, 7);
  clock().advance(1s);
  EXPECT_EQ(must(shop().rows.work(100)), 1u);
  EXPECT_EQ(must(shop().rows.row(lamp.id))->qty, 5);
}

TEST_P(HotPathOnEveryEngine, ARowWithoutADelayOrAProductLeavesAllThreeKeys) {
  const Product lamp = product("lamp", 1);
  const ProductId nothing = item();
  must(shop().rows.keep(lamp.id, 10s));
  must(shop().rows.keep(nothing, 10s));
  must(shop().rows.work(100));
  EXPECT_FALSE(score(keys::schedule(), nothing));
  EXPECT_FALSE(score(keys::delay(), nothing));
  must(shop().rows.keep(lamp.id, 0s));
  EXPECT_TRUE(must(shop().rows.row(lamp.id)));
  must(shop().rows.work(100));
  EXPECT_FALSE(must(shop().rows.row(lamp.id)));
  EXPECT_FALSE(score(keys::schedule(), lamp.id));
  EXPECT_FALSE(score(keys::delay(), lamp.id));
}

TEST_P(HotPathOnEveryEngine, AChangedProductsRowIsDueAtOnce) {
  const Product lamp = product("lamp", 100), other = product("other", 100);
  must(shop().rows.keep(lamp.id, 3600s));
  must(shop().rows.work(100));
  price(lamp, 200);
  price(other, 200);
  EXPECT_EQ(must(shop().rows.work(100)), 1u);
  EXPECT_EQ(must(shop().rows.row(lamp.id))->price, Money::literal(200));
  EXPECT_FALSE(score(keys::schedule(), other.id));
}

TEST_P(HotPathOnEveryEngine, AChangedProductsOldCopyIsGoneBeforeTheNextIsMade) {
  const Product lamp = product("lamp", 100, 7);
  must(shop().rows.keep(lamp.id, 3600s));
  must(shop().rows.work(100));
  must(shop().stock.set(lamp.id, kMoscow, 0, std::nullopt));
  EXPECT_FALSE(must(shop().rows.row(lamp.id)));
  EXPECT_EQ(score(keys::delay(), lamp.id), 3600);
  must(shop().rows.work(100));
  EXPECT_EQ(must(shop().rows.row(lamp.id))->qty, 0);
}

/// Lets something happen right before the next transaction.
class Interrupted final : public stoa::test::KeyspaceBetween {
 public:
  using KeyspaceBetween::KeyspaceBetween;
  std::function<void()> before;

 private:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    if (before) std::exchange(before, {})();
    return KeyspaceBetween::run(durability, body);
  }
};

TEST_P(HotPathOnEveryEngine, AProductThatChangesWhileItsRowIsCopiedIsCopiedAgainAtOnce) {
  const Product lamp = product("lamp", 100, 7);
  Interrupted between(keyspace());
  RowCache rows(between, shop().catalogue, clock());
  must(rows.keep(lamp.id, 3600s));
  between.before = [&] {
    clock().advance(1ms);
    must(shop().stock.set(lamp.id, kMoscow, 0, std::nullopt));
  };
  must(rows.work(100));
  EXPECT_FALSE(must(rows.row(lamp.id))) << "what was read before the change";
  must(rows.work(100));
  ASSERT_TRUE(must(rows.row(lamp.id)));
  EXPECT_EQ(must(rows.row(lamp.id))->qty, 0);
  EXPECT_EQ(must(rows.work(100)), 0u);
}

TEST_P(HotPathOnEveryEngine, ADelayThatChangesWhileTheRowIsCopiedCounts) {
  const Product lamp = product("lamp", 100, 7);
  Interrupted between(keyspace());
  RowCache rows(between, shop().catalogue, clock());
  must(rows.keep(lamp.id, 3600s));
  between.before = [&] {
    clock().advance(1ms);
    must(shop().rows.keep(lamp.id, 5s));
  };
  must(rows.work(100));
  must(rows.work(100));
  EXPECT_TRUE(must(rows.row(lamp.id)));
  clock().advance(5s);
  EXPECT_EQ(must(rows.work(100)), 1u);
}

TEST_P(HotPathOnEveryEngine, ThePopularityRuleTellsItsOwnRowsFromOperatorsOfTheSameDelay) {
  const Product operators = product("operators", 1), popular = product("popular", 1);
  must(shop().rows.keep(operators.id, 10s));
  look(popular.id);
  must(shop().rows.follow_popularity(shop().popularity, {}));
  const auto kept = must(shop().rows.kept(10, "")).rows;
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].delay_seconds, 10);
  EXPECT_EQ(kept[1].delay_seconds, 10);
  must(shop().rows.follow_popularity(shop().popularity, {.most = 0}));
  EXPECT_EQ(score(keys::delay(), operators.id), 10);
  EXPECT_FALSE(score(keys::delay(), popular.id));
}

TEST_P(HotPathOnEveryEngine, ARowThatAnOperatorAsksForWhileTheRuleLooksIsTheOperators) {
  const Product lamp = product("lamp", 1);
  look(lamp.id);
  Interrupted between(keyspace());
  RowCache rows(between, shop().catalogue, clock());
  between.before = [&] { must(shop().rows.keep(lamp.id, 60s)); };
  must(rows.follow_popularity(shop().popularity, {}));
  EXPECT_EQ(score(keys::delay(), lamp.id), 60);
}

TEST_P(HotPathOnEveryEngine, ThePopularityRuleKeepsTheTopItemsAndLeavesOperatorsRowsAlone) {
  const Product first = product("first", 1), second = product("second", 1), third = product("third", 1),
                operators = product("operators", 1);
  must(shop().rows.keep(operators.id, 60s));
  look(first.id, 3);
  look(second.id, 2);
  look(third.id, 1);
  const PopularRows rule{.most = 2, .delay = 10s};
  EXPECT_EQ(must(shop().rows.follow_popularity(shop().popularity, rule)), 2u);
  EXPECT_EQ(score(keys::delay(), first.id), 10);
  EXPECT_FALSE(score(keys::delay(), third.id));
  look(third.id, 5);
  must(shop().rows.work(100));
  EXPECT_EQ(must(shop().rows.follow_popularity(shop().popularity, rule)), 2u);
  EXPECT_EQ(score(keys::delay(), third.id), 10);
  EXPECT_FALSE(score(keys::delay(), second.id));
  EXPECT_FALSE(must(shop().rows.row(second.id)));
  EXPECT_EQ(score(keys::delay(), operators.id), 60);
}

TEST_P(HotPathOnEveryEngine, APopularProductsPageIsRenderedOnceUntilItsProductChanges) {
  const Product lamp = product("lamp", 100);
  look(lamp.id);
  EXPECT_EQ(page(lamp.id), "render 1");
  EXPECT_EQ(page(lamp.id), "render 1");
  EXPECT_EQ(page(lamp.id, "", "ru"), "render 2");
  price(lamp, 200);
  EXPECT_FALSE(cached(lamp.id, "en"));
  EXPECT_FALSE(cached(lamp.id, "ru"));
  EXPECT_EQ(page(lamp.id), "render 3");
  const auto counts = shop().pages.counts();
  EXPECT_EQ(counts.hits, 1u);
  EXPECT_EQ(counts.misses, 3u);
}

TEST_P(HotPathOnEveryEngine, APageThatIsDynamicOrNotPopularIsNotKept) {
  const Product lamp = product("lamp", 100);
  EXPECT_EQ(page(lamp.id), "render 1");
  EXPECT_EQ(page(lamp.id), "render 2");
  look(lamp.id);
  EXPECT_EQ(page(lamp.id, "preview=1"), "render 3");
  EXPECT_FALSE(cached(lamp.id, "en"));
  must(keyspace().transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    for (int i = 0; i < 10'000; ++i) tx.zadd(keys::viewed(), std::to_string(i), -100);
    return {};
  }));
  EXPECT_EQ(page(lamp.id), "render 4");
  EXPECT_FALSE(cached(lamp.id, "en"));
  look(lamp.id, 100);
  EXPECT_EQ(page(lamp.id), "render 5");
  EXPECT_TRUE(cached(lamp.id, "en"));
}

TEST_P(HotPathOnEveryEngine, APageThatFailsIsNotKept) {
  const Product lamp = product("lamp", 100);
  look(lamp.id);
  const auto failed = shop().pages.page(lamp.id, "en", "", []() -> Result<std::string> {
    return Error{Error::Kind::Unavailable, "test.failed", "failed"};
  });
  EXPECT_EQ(code_of(failed), "test.failed");
  EXPECT_EQ(page(lamp.id), "render 1");
}

TEST_P(HotPathOnEveryEngine, WhileOneRendersTheOthersGetTheLastCopyAndAnOutdatedOneIsNotKept) {
  const Product lamp = product("lamp", 100);
  look(lamp.id);
  ASSERT_EQ(page(lamp.id), "render 1");
  price(lamp, 200);
  std::string during;
  const auto slow = must(shop().pages.page(lamp.id, "en", "", [&]() -> Result<std::string> {
    std::jthread([&] { during = page(lamp.id); }).join();
    price(lamp, 300);
    return std::string("outdated");
  }));
  EXPECT_EQ(during, "render 1");
  EXPECT_EQ((*slow)->text(), "outdated");
  EXPECT_FALSE(cached(lamp.id, "en"));
  EXPECT_EQ(page(lamp.id), "render 2");
  EXPECT_TRUE(cached(lamp.id, "en"));
}

TEST_P(HotPathOnEveryEngine, OfManyWhoWantAPageThatNobodyHasOneRenders) {
  const Product lamp = product("lamp", 100);
  look(lamp.id);
  std::atomic<int> inside = 0, most_inside = 0, rendered = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        const auto got = must(shop().pages.page(lamp.id, "en", "", [&]() -> Result<std::string> {
          ++rendered;
          const int now_inside = ++inside;
          if (now_inside > most_inside) most_inside = now_inside;
          std::this_thread::sleep_for(5ms);
          --inside;
          return std::string("the page");
        }));
        EXPECT_EQ((*got)->text(), "the page");
      });
  }
  EXPECT_EQ(rendered, 1);
  EXPECT_EQ(most_inside, 1);
}

TEST_P(HotPathOnEveryEngine, TheJobsDoTheirWork) {
  const Product lamp = product("lamp", 100);
  look(lamp.id, 4);
  must(shop().carts.add(user(), lamp.id, 1));
  clock().advance(25h);
  std::map<std::string, clockwork::Job> jobs;
  for (auto& job : shop().jobs(clockwork::Scope::Node)) jobs.emplace(job.name, job);
  const auto run = [&](const std::string& name) {
    clockwork::Run one(name, clock());
    return must(jobs.at(name).work(one));
  };
  EXPECT_EQ(run("shop.popular_rows"), 1u);
  EXPECT_EQ(run("shop.rows"), 1u);
  EXPECT_TRUE(must(shop().rows.row(lamp.id)));
  EXPECT_EQ(run("shop.rescale"), 1u);
  EXPECT_EQ(score(keys::viewed(), lamp.id), -2);
  EXPECT_EQ(run("shop.abandoned"), 1u);
  EXPECT_EQ(must(shop().carts.abandoned(10, "")).carts.size(), 1u);
}

}  // namespace
}  // namespace stoa::shop::test
