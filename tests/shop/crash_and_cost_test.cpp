#include "keyspace/keyspace_between.h"
#include "records/records_between.h"
#include "shop_fixture.h"

#include <atomic>

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// The process ends here, as far as the shop can tell.
struct Crash {};

/// Counts the transactions and what is done in them, and ends the process before one of them if told to.
struct Gauge {
  std::atomic<int> transactions = 0;
  std::atomic<int> reads = 0;
  std::atomic<int> writes = 0;
  int crash_before = -1;

  void begin() {
    if (crash_before >= 0 && transactions == crash_before) throw Crash();
    ++transactions;
  }
  int operations() const { return transactions + reads + writes; }
};

class GaugedTx final : public records::Tx {
 public:
  GaugedTx(records::Tx& inner, Gauge& gauge) : inner_(inner), gauge_(gauge) {}
  using Collection = records::Collection;
  Result<std::optional<records::Document>> get(const Collection& c, const records::Value& id) override {
    ++gauge_.reads;
    return inner_.get(c, id);
  }
  Result<std::vector<std::optional<records::Document>>> get_many(
      const Collection& c, std::span<const records::Value> ids) override {
    gauge_.reads += static_cast<int>(ids.size());
    return inner_.get_many(c, ids);
  }
  Result<records::Page> find(const Collection& c, const records::Query& query) override {
    ++gauge_.reads;
    return inner_.find(c, query);
  }
  Result<std::size_t> count(const Collection& c, const records::Query& query, std::size_t most) override {
    ++gauge_.reads;
    return inner_.count(c, query, most);
  }
  Result<std::uint64_t> size(const Collection& c) override { return inner_.size(c); }
  Result<void> insert(const Collection& c, const records::Document& document, records::Form form) override {
    ++gauge_.writes;
    return inner_.insert(c, document, form);
  }
  Result<void> replace(const Collection& c, const records::Document& document, records::Form form) override {
    ++gauge_.writes;
    return inner_.replace(c, document, form);
  }
  Result<bool> remove(const Collection& c, const records::Value& id) override {
    ++gauge_.writes;
    return inner_.remove(c, id);
  }
  Result<std::int64_t> increment_if(const Collection& c, const records::Value& id, std::string_view path,
                                    std::int64_t delta, std::int64_t floor,
                                    std::optional<std::pair<std::string_view, Time>> touch) override {
    ++gauge_.writes;
    return inner_.increment_if(c, id, path, delta, floor, touch);
  }

 private:
  records::Tx& inner_;
  Gauge& gauge_;
};

class GaugedRecords final : public stoa::test::RecordsBetween {
 public:
  GaugedRecords(Records& inner, Gauge& gauge) : RecordsBetween(inner), gauge_(gauge) {}
  records::Reader& read() override {
    ++gauge_.reads;
    return RecordsBetween::read();
  }
  Result<records::Page> search(const records::Collection& c, const records::Search& search) override {
    ++gauge_.reads;
    return RecordsBetween::search(c, search);
  }

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    gauge_.begin();
    return RecordsBetween::run(durability, [&](records::Tx& tx) {
      GaugedTx gauged(tx, gauge_);
      return body(gauged);
    });
  }

 private:
  Gauge& gauge_;
};

class GaugedKeyspace final : public stoa::test::KeyspaceBetween {
 public:
  GaugedKeyspace(Keyspace& inner, Gauge& gauge) : KeyspaceBetween(inner), gauge_(gauge) {}
  keyspace::Reader& read() override {
    ++gauge_.reads;
    return KeyspaceBetween::read();
  }

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    gauge_.begin();
    return KeyspaceBetween::run(durability, body);
  }

 private:
  Gauge& gauge_;
};

class GaugedShopOnEveryEngine : public ShopOnEveryEngine {
 protected:
  /// Does `work` with a shop whose process ends before its `n`th transaction, then starts it again. False
  /// when the work was done before.
  template <class Work>
  bool crashes(int n, Work work) {
    gauge_.transactions = 0;
    gauge_.crash_before = n;
    OpenShop ending(keyspace_, records_, clock());
    try {
      work(ending.shop());
      gauge_.crash_before = -1;
      return false;
    } catch (const Crash&) {
      gauge_.crash_before = -1;
      must(outbox().drain(100));
      return true;
    }
  }
  template <class Work>
  int operations(Work work) {
    const int before = gauge_.operations();
    OpenShop counted(keyspace_, records_, clock());
    work(counted.shop());
    return gauge_.operations() - before;
  }
  std::uint64_t waiting() { return must(records().read().size(records::collections::outbox())); }

  Gauge gauge_;
  GaugedKeyspace keyspace_{keyspace(), gauge_};
  GaugedRecords records_{records(), gauge_};
};
INSTANTIATE_TEST_SUITE_P(Engines, GaugedShopOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(GaugedShopOnEveryEngine, WhereverAddingCrashesTheViewIsWhatTheCartIs) {
  const Product lamp = product("lamp", 100);
  int n = 0;
  for (bool crashed = true; crashed; ++n) {
    const Shopper anna = user();
    crashed = crashes(n, [&](Shop& shop) { must(shop.carts.add(anna, lamp.id, 2)); });
    EXPECT_EQ(lines(anna.owner).size(), n == 0 ? 0u : 1u) << n;
    EXPECT_EQ(view(anna).size(), n == 0 ? 0u : 1u) << n;
    EXPECT_EQ(waiting(), 0u) << n;
  }
  EXPECT_EQ(n, 5) << "a change, its view, the event's removal and the mark's";
}

TEST_P(GaugedShopOnEveryEngine, AnEventThatACrashLeftBehindDoesNotUndoWhatCameAfter) {
  const Product lamp = product("lamp", 100);
  const Shopper anna = user();
  gauge_.crash_before = 1;
  OpenShop ending(keyspace_, records_, clock());
  EXPECT_THROW((void)ending.shop().carts.add(anna, lamp.id, 1), Crash);
  EXPECT_EQ(waiting(), 1u);
  must(shop().carts.set(anna, lamp.id, 5));
  must(outbox().drain(100));
  EXPECT_THAT(view(anna), ElementsAre(Pair(lamp.id.hex(), 5)));
}

TEST_P(GaugedShopOnEveryEngine, WhereverACheckoutCrashesItHappenedWhollyOrNotAtAll) {
  const Product lamp = product("lamp", 100, 100);
  std::int64_t sold = 0;
  int n = 0;
  for (bool crashed = true; crashed; ++n) {
    const Shopper anna = user();
    must(shop().carts.add(anna, lamp.id, 2));
    crashed = crashes(n, [&](Shop& shop) { must(shop.checkout.run(anna, checkout())); });
    const auto history = must(shop().orders.history(std::get<UserId>(anna.owner), 10, ""));
    EXPECT_EQ(history.orders.size(), n == 0 ? 0u : 1u) << n;
    sold += n == 0 ? 0 : 2;
    EXPECT_EQ(stock(lamp.id), 100 - sold) << n;
    EXPECT_EQ(view(anna).size(), n == 0 ? 1u : 0u) << n;
    EXPECT_EQ(waiting(), 0u) << n;
  }
  EXPECT_EQ(n, 5);
}

TEST_P(GaugedShopOnEveryEngine, WhereverAMergeCrashesAndIsRepeatedNothingIsLostOrDoubled) {
  const Product lamp = product("lamp", 100);
  int n = 0;
  for (bool crashed = true; crashed; ++n) {
    const Shopper before = guest(), after = user();
    must(shop().carts.add(before, lamp.id, 2));
    must(shop().carts.add(after, lamp.id, 3));
    crashed = crashes(n, [&](Shop& shop) { must(shop.merge.at_log_in(before, after)); });
    must(shop().merge.at_log_in(before, after));
    EXPECT_THAT(lines(after.owner), ElementsAre(Pair(lamp.id, 5))) << n;
    EXPECT_THAT(view(after), ElementsAre(Pair(lamp.id.hex(), 5))) << n;
    EXPECT_THAT(view(before), IsEmpty()) << n;
  }
  EXPECT_EQ(n, 8) << "the merge, and two views in three transactions each";
}

TEST_P(GaugedShopOnEveryEngine, WhereverAnEditCrashesTheCachesHearOfIt) {
  const Product lamp = product("lamp", 100);
  must(shop().popularity.record_view(Token::make(), lamp.id));
  must(shop().rows.keep(lamp.id, std::chrono::hours(1)));
  ProductDraft draft;
  draft.name = "lamp";
  draft.category = "Things";
  int n = 1;
  for (bool crashed = true; crashed; ++n) {
    draft.price = *Money::of_minor(n);
    must(shop().rows.work(10));
    const auto render = [&]() -> Result<std::string> {
      return must(shop().catalogue.product(lamp.id)).price.text();
    };
    must(shop().pages.page(lamp.id, "en", "", render));
    crashed = crashes(n, [&](Shop& shop) { must(shop.catalogue.edit(lamp.id, draft)); });
    must(shop().rows.work(10));
    EXPECT_EQ(must(shop().rows.row(lamp.id))->price, draft.price) << n;
    EXPECT_EQ((*must(shop().pages.page(lamp.id, "en", "", render)))->text(), draft.price.text()) << n;
  }
}

TEST_P(GaugedShopOnEveryEngine, ChangingACartOfTwoHundredLinesTakesNoMoreOperationsThanOneOfTen) {
  std::vector<ProductId> products;
  for (int i = 0; i < 201; ++i) products.push_back(product(std::to_string(i), 100).id);
  const auto cost_with = [&](std::size_t lines) {
    const Shopper anna = user();
    for (std::size_t i = 0; i < lines; ++i) must(shop().carts.add(anna, products[i], 1));
    return operations([&](Shop& shop) {
      must(shop.carts.add(anna, products[3], 1));
      must(shop.carts.set(anna, products[4], 7));
      must(shop.carts.remove(anna, products[5]));
      must(shop.carts.add(anna, products[200], 1));
    });
  };
  const int few = cost_with(10), many = cost_with(200);
  EXPECT_EQ(many, few);
  EXPECT_LE(few, 4 * 16);
}

}  // namespace
}  // namespace stoa::shop::test
