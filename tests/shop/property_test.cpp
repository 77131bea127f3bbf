#include "shop_fixture.h"

#include <rapidcheck/gtest.h>

#include <mutex>
#include <set>
#include <thread>

namespace stoa::shop::test {
namespace {

constexpr std::int64_t kInStock = 12;

/// One thing that one of several clients does with one of several products.
struct Step {
  enum class Kind { Add, Set, Remove, Clear, Merge, Expire, Checkout, Cancel };
  Kind kind;
  int client;
  int product;
  int quantity;
};

void showValue(const Step& step, std::ostream& out) {
  out << "{kind " << static_cast<int>(step.kind) << ", client " << step.client << ", product " << step.product
      << ", quantity " << step.quantity << "}";
}

/// Each choice is as likely as it stands there, however small the script: a range would favour its beginning.
rc::Gen<Step> any_step() {
  using enum Step::Kind;
  return rc::gen::construct<Step>(
      rc::gen::element(Add, Add, Add, Set, Remove, Clear, Merge, Expire, Checkout, Checkout, Cancel, Cancel),
      rc::gen::element(0, 1, 2, 3), rc::gen::element(0, 1, 2), rc::gen::element(1, 2, 3, 4));
}

/// Clients 0 and 1 are guests, 2 and 3 users, each with two sessions; a merge is of guest n into user n.
class Market {
 public:
  explicit Market(World& world) : world_(world) {
    for (int i = 0; i < 3; ++i) {
      products_.push_back(world.product("p" + std::to_string(i), 100 + i, kInStock).id);
      must(world.shop().stock.set(products_.back(), kPetersburg, kInStock, std::nullopt));
    }
    for (int i = 0; i < 2; ++i) shoppers_.push_back(world.guest());
    for (int i = 0; i < 2; ++i) {
      const auto user = ObjectId::make(world.clock().now());
      const auto name = must(Shortcode::parse(user.hex()));
      shoppers_.push_back(world.session_of(user, name));
      elsewhere_.push_back(world.session_of(user, name));
    }
  }

  /// A refusal is an answer like any other; what must hold holds nevertheless.
  void take(const Step& step) {
    Shop& shop = world_.shop();
    const Shopper& shopper = session_in(step);
    const ProductId& product = products_[static_cast<std::size_t>(step.product)];
    switch (step.kind) {
      case Step::Kind::Add:
        (void)shop.carts.add(shopper, product, step.quantity);
        break;
      case Step::Kind::Set:
        (void)shop.carts.set(shopper, product, step.quantity - 1);
        break;
      case Step::Kind::Remove:
        (void)shop.carts.remove(shopper, product);
        break;
      case Step::Kind::Clear:
        (void)shop.carts.clear(shopper);
        break;
      case Step::Kind::Merge:
        (void)shop.merge.at_log_in(shoppers_[static_cast<std::size_t>(step.client % 2)],
                                   shoppers_[static_cast<std::size_t>(2 + step.client % 2)]);
        break;
      case Step::Kind::Expire:
        world_.clock().advance(std::chrono::hours(step.quantity * 24));
        (void)world_.records().sweep_expired(world_.clock().now(), 100);
        break;
      case Step::Kind::Checkout:
        if (step.client >= 2)
          (void)shop.checkout.run(shopper, World::checkout(step.quantity % 2 ? kMoscow : kPetersburg));
        break;
      case Step::Kind::Cancel:
        cancel(step.quantity);
        break;
    }
  }

  struct Seen {
    int orders = 0;
    int cancelled = 0;
  };

  /// What must hold; gives how much there was to hold.
  Seen check() {
    Seen seen;
    const auto orders = world_.all<Order>(records::collections::orders());
    std::map<std::pair<ProductId, Zone>, std::int64_t> sold;
    std::set<CartId> from;
    for (const Order& order : orders) {
      RC_ASSERT(order.cart_id.has_value());
      RC_ASSERT(from.insert(*order.cart_id).second);
      RC_ASSERT(order.total_amount == must(sum_of(order.items)));
      ++seen.orders;
      if (order.status == OrderStatus::Cancelled) {
        ++seen.cancelled;
        continue;
      }
      for (const Item& item : order.items) sold[{item.product_id, *item.zone}] += item.quantity;
    }
    for (const ProductId& product : products_)
      for (const Zone& where : {kMoscow, kPetersburg}) {
        const std::int64_t left = world_.stock(product, where);
        RC_ASSERT(left >= 0);
        RC_ASSERT((left + sold[{product, where}]) == kInStock);
        RC_ASSERT(moved(product, where) == left);
      }
    check_carts();
    for (const auto* sessions : {&shoppers_, &elsewhere_})
      for (const Shopper& session : *sessions) check_view(session);
    RC_ASSERT(must(world_.records().read().size(records::collections::outbox())) == 0u);
    return seen;
  }

 private:
  const Shopper& session_in(const Step& step) const {
    const auto client = static_cast<std::size_t>(step.client);
    return client < 2 || step.quantity % 2 == 0 ? shoppers_[client] : elsewhere_[client - 2];
  }

  /// Where there is no cart the view may wait for its time to be over: the keyspace has a clock of its own.
  void check_view(const Shopper& session) {
    if (!must(world_.shop().carts.current(session.owner))) return;
    std::map<std::string, std::int64_t> expected;
    for (const auto& [product, quantity] : world_.lines(session.owner)) expected[product.hex()] = quantity;
    RC_ASSERT(world_.view(session) == expected);
  }

  void cancel(int which) {
    const auto page = must(world_.shop().orders.list(std::nullopt, std::nullopt, 10, ""));
    if (page.orders.empty()) return;
    const Order& order = page.orders[static_cast<std::size_t>(which) % page.orders.size()];
    (void)world_.shop().orders.move(order.id, OrderStatus::Cancelled);
  }

  std::int64_t moved(const ProductId& product, const Zone& where) {
    std::int64_t sum = 0;
    for (const StockMove& move : must(world_.shop().stock.history(product, 10'000, "")).moves)
      if (move.zone == where) sum += move.delta;
    return sum;
  }

  /// One open cart an owner, and sums that are those of the lines.
  void check_carts() {
    std::map<Owner, int> open;
    for (const Cart& cart : world_.all<Cart>(records::collections::carts())) {
      RC_ASSERT(cart.amount == must(sum_of(cart.items)));
      if (cart.status != CartStatus::Ordered) RC_ASSERT(++open[cart.owner_id] == 1);
    }
  }

  World& world_;
  std::vector<ProductId> products_;
  std::vector<Shopper> shoppers_;
  /// The users' second sessions.
  std::vector<Shopper> elsewhere_;
};

std::unique_ptr<World> world_on(const keyspace::Engine& engine) {
  return std::make_unique<World>(engine.open());
}

class MarketOnEveryEngine : public testing::TestWithParam<keyspace::Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, MarketOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(MarketOnEveryEngine, WhateverClientsDoStockAndSoldAddUp) {
  const auto world = world_on(GetParam());
  Market::Seen seen;
  const bool held = rc::check([&] {
    const auto steps = *rc::gen::container<std::vector<Step>>(any_step());
    Market market(*world);
    const auto before = world->all<Order>(records::collections::orders());
    must(world->records().transact([&](records::Tx& tx) -> Result<void> {
      for (const Order& order : before) STOA_TRY(tx.remove(records::collections::orders(), order.id));
      return {};
    }));
    for (const Step& step : steps) market.take(step);
    const auto now_seen = market.check();
    seen.orders += now_seen.orders;
    seen.cancelled += now_seen.cancelled;
  });
  EXPECT_TRUE(held);
  EXPECT_GT(seen.orders, 50);
  EXPECT_GT(seen.cancelled, 20);
}

TEST_P(MarketOnEveryEngine, WhateverClientsDoAtOnceStockAndSoldAddUp) {
  for (int round = 0; round < 3; ++round) {
    const auto world = world_on(GetParam());
    Market market(*world);
    std::vector<std::vector<Step>> scripts(4);
    rc::Random random(static_cast<std::uint64_t>(round) + 1);
    for (auto& script : scripts)
      for (int i = 0; i < 60; ++i) {
        script.push_back(any_step()(random.split(), 50).value());
      }
    {
      std::vector<std::jthread> threads;
      for (const auto& script : scripts)
        threads.emplace_back([&market, &script] {
          const DeferredDurability unhurried;
          for (const Step& step : script) market.take(step);
        });
    }
    must(world->outbox().drain(1000));
    // What another moved the clock past after the last look.
    must(world->records().sweep_expired(world->clock().now(), 1000));
    Market::Seen seen;
    EXPECT_NO_THROW(seen = market.check());
    EXPECT_GT(seen.orders, 3);
    EXPECT_GT(seen.cancelled, 0);
  }
}

/// What a guest and a user have together before they log in, capped line by line, is what the user has after.
TEST_P(MarketOnEveryEngine, AMergeLosesAndDoublesNothing) {
  const auto world = world_on(GetParam());
  std::vector<ProductId> products;
  for (int i = 0; i < 6; ++i) products.push_back(world->product(std::to_string(i), 100).id);
  const bool held = rc::check([&] {
    const auto fill = [&](const Shopper& shopper) {
      std::map<ProductId, std::int64_t> held_before;
      const auto count = *rc::gen::element<std::size_t>(0, 1, 2, 3, 4, 5, 6);
      for (std::size_t i = 0; i < count; ++i) {
        const ProductId& product = *rc::gen::elementOf(products);
        const auto quantity = *rc::gen::element(1, 2, 7, 500, 999);
        if (world->shop().carts.add(shopper, product, quantity).ok()) held_before[product] += quantity;
      }
      return held_before;
    };
    const Shopper guest = world->guest(), user = world->user();
    auto expected = fill(guest);
    for (const auto& [product, quantity] : fill(user)) expected[product] += quantity;
    for (auto& [product, quantity] : expected) quantity = std::min<std::int64_t>(quantity, kMostOfALine);
    const auto times = *rc::gen::element(1, 2, 3);
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < times; ++i)
        threads.emplace_back([&] {
          const DeferredDurability unhurried;
          must(world->shop().merge.at_log_in(guest, user));
        });
    }
    RC_ASSERT(world->lines(user.owner) == expected);
    RC_ASSERT(world->lines(guest.owner).empty());
    RC_ASSERT(world->view(guest).empty());
    RC_ASSERT(world->view(user).size() == expected.size());
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace stoa::shop::test
