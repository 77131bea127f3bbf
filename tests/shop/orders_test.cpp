#include "shop_fixture.h"

#include <fmt/format.h>

#include <atomic>
#include <thread>

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

class OrdersOnEveryEngine : public ShopOnEveryEngine {
 protected:
  Shopper buyer(const Product& product, std::int32_t quantity) {
    const Shopper shopper = user();
    must(shop().carts.add(shopper, product.id, quantity));
    return shopper;
  }
  static UserId id(const Shopper& shopper) { return std::get<UserId>(shopper.owner); }
};
INSTANTIATE_TEST_SUITE_P(Engines, OrdersOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(OrdersOnEveryEngine, CheckingOutTakesStockMakesTheOrderAndEndsTheCart) {
  const Product lamp = product("lamp", 1999, 5), chair = product("chair", 50, 5);
  const Shopper anna = buyer(lamp, 2);
  must(shop().carts.add(anna, chair.id, 3));
  const Cart cart = *must(shop().carts.current(anna.owner));
  const Order placed = order(anna);
  EXPECT_EQ(placed.total_amount, Money::literal(2 * 1999 + 3 * 50));
  EXPECT_EQ(placed.status, OrderStatus::Pending);
  EXPECT_EQ(placed.cart_id, cart.id);
  EXPECT_EQ(placed.items[0].zone, kMoscow);
  EXPECT_EQ(stock(lamp.id), 3);
  EXPECT_EQ(stock(chair.id), 2);
  EXPECT_THAT(view(anna), IsEmpty());
  EXPECT_THAT(lines(anna.owner), IsEmpty());
  EXPECT_EQ(must(shop().orders.order(placed.id)), placed);
  const auto ordered = must(records::get<Cart>(records().read(), records::collections::carts(), cart.id));
  EXPECT_EQ(ordered->status, CartStatus::Ordered);
  EXPECT_EQ(code_of(shop().checkout.run(anna, checkout())), "checkout.empty_cart");
  // The next cart is another one.
  EXPECT_NE(must(shop().carts.add(anna, lamp.id, 1)).cart.id, cart.id);
}

TEST_P(OrdersOnEveryEngine, WhatStandsInTheWayIsAnsweredLineByLineAndNothingChanges) {
  const Product fine = product("fine", 100, 5), dearer = product("dearer", 100, 5),
                few = product("few", 100, 1), gone = product("gone", 100, 5);
  const Shopper anna = buyer(fine, 2);
  for (const Product& each : {dearer, few, gone}) must(shop().carts.add(anna, each.id, 2));
  price(dearer, 130);
  must(shop().catalogue.retire(gone.id));
  const Cart before = *must(shop().carts.current(anna.owner));
  const auto outcome = must(shop().checkout.run(anna, checkout()));
  ASSERT_FALSE(outcome.placed);
  ASSERT_EQ(outcome.refused.size(), 3u);
  EXPECT_EQ(outcome.refused[0].reason, RefusedBecause::PriceChanged);
  EXPECT_EQ(outcome.refused[0].cart_price, Money::literal(100));
  EXPECT_EQ(outcome.refused[0].price, Money::literal(130));
  EXPECT_EQ(outcome.refused[1].reason, RefusedBecause::OutOfStock);
  EXPECT_EQ(outcome.refused[1].available, 1);
  EXPECT_EQ(outcome.refused[2].reason, RefusedBecause::Gone);
  EXPECT_EQ(stock(fine.id), 5);
  EXPECT_EQ(*must(shop().carts.current(anna.owner)), before);
  EXPECT_THAT(all<Order>(records::collections::orders()), IsEmpty());
  EXPECT_EQ(must(records().read().size(records::collections::outbox())), 0u);
}

TEST_P(OrdersOnEveryEngine, ACustomerWhoAgreesToTheNewPriceGetsIt) {
  const Product lamp = product("lamp", 100, 5);
  const Shopper anna = buyer(lamp, 2);
  price(lamp, 130);
  CheckoutRequest request = checkout();
  request.agreed = {{lamp.id, Money::literal(120)}};
  EXPECT_EQ(must(shop().checkout.run(anna, request)).refused.size(), 1u);
  request.agreed = {{lamp.id, Money::literal(130)}};
  const auto outcome = must(shop().checkout.run(anna, request));
  ASSERT_TRUE(outcome.placed);
  EXPECT_EQ(outcome.placed->order.total_amount, Money::literal(260));
}

TEST_P(OrdersOnEveryEngine, TwoLinesOfOneProductCountTogether) {
  const Product lamp = product("lamp", 100, 3);
  const Shopper anna = buyer(lamp, 2);
  Cart cart = *must(shop().carts.current(anna.owner));
  cart.items.push_back(cart.items.front());
  must(records().transact(
      [&](records::Tx& tx) { return records::replace(tx, records::collections::carts(), cart); }));
  const auto outcome = must(shop().checkout.run(anna, checkout()));
  EXPECT_FALSE(outcome.placed);
  EXPECT_EQ(outcome.refused.size(), 2u);
  EXPECT_EQ(outcome.refused[0].quantity, 4);
  EXPECT_EQ(stock(lamp.id), 3);
}

TEST_P(OrdersOnEveryEngine, AnotherZonesStockDoesNotHelp) {
  const Product lamp = product("lamp", 100, 3);
  const auto outcome = must(shop().checkout.run(buyer(lamp, 1), checkout(kPetersburg)));
  ASSERT_EQ(outcome.refused.size(), 1u);
  EXPECT_EQ(outcome.refused[0].available, 0);
}

TEST_P(OrdersOnEveryEngine, LaterChangesToTheProductDoNotChangeTheOrder) {
  const Product lamp = product("lamp", 100, 3);
  const Order placed = order(buyer(lamp, 1));
  price(lamp, 999);
  EXPECT_EQ(must(shop().orders.order(placed.id)).items[0].price, Money::literal(100));
}

TEST_P(OrdersOnEveryEngine, CancellingGivesTheStockBackOnce) {
  const Product lamp = product("lamp", 100, 3);
  const Shopper anna = buyer(lamp, 2);
  const Order placed = order(anna);
  EXPECT_EQ(stock(lamp.id), 1);
  must(shop().orders.move(placed.id, OrderStatus::Confirmed));
  must(shop().orders.cancel(id(anna), placed.id));
  EXPECT_EQ(stock(lamp.id), 3);
  EXPECT_EQ(code_of(shop().orders.cancel(id(anna), placed.id)), "order.status");
  EXPECT_EQ(code_of(shop().orders.move(placed.id, OrderStatus::Shipped)), "order.status");
  EXPECT_EQ(stock(lamp.id), 3);
}

TEST_P(OrdersOnEveryEngine, OfManyWhoCancelAtOnceOneDoes) {
  const Product lamp = product("lamp", 100, 3);
  const Order placed = order(buyer(lamp, 2));
  std::atomic<int> done = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        const DeferredDurability unhurried;
        done += shop().orders.move(placed.id, OrderStatus::Cancelled).ok();
      });
  }
  EXPECT_EQ(done, 1);
  EXPECT_EQ(stock(lamp.id), 3);
}

TEST_P(OrdersOnEveryEngine, AnOrderThatIsShippedCannotBeCancelled) {
  const Product lamp = product("lamp", 100, 3);
  const Order placed = order(buyer(lamp, 2));
  must(shop().orders.move(placed.id, OrderStatus::Confirmed));
  must(shop().orders.move(placed.id, OrderStatus::Shipped));
  EXPECT_EQ(code_of(shop().orders.move(placed.id, OrderStatus::Cancelled)), "order.status");
  must(shop().orders.move(placed.id, OrderStatus::Delivered));
  EXPECT_EQ(stock(lamp.id), 1);
}

TEST_P(OrdersOnEveryEngine, AnothersOrderIsNotThere) {
  const Product lamp = product("lamp", 100, 3);
  const Order placed = order(buyer(lamp, 1));
  const UserId stranger = UserId::make(clock().now());
  EXPECT_EQ(code_of(shop().orders.order(stranger, placed.id)), "order.absent");
  EXPECT_EQ(code_of(shop().orders.cancel(stranger, placed.id)), "order.absent");
  EXPECT_EQ(must(shop().orders.order(placed.user_id, placed.id)), placed);
}

TEST_P(OrdersOnEveryEngine, HistoryComesNewestFirstInPages) {
  const Product lamp = product("lamp", 100, 9);
  const Shopper anna = user();
  std::vector<OrderId> newest_first;
  for (int i = 0; i < 5; ++i) {
    clock().advance(1s);
    must(shop().carts.add(anna, lamp.id, 1));
    newest_first.insert(newest_first.begin(), order(anna).id);
  }
  std::vector<OrderId> seen;
  std::string cursor;
  do {
    const auto page = must(shop().orders.history(id(anna), 2, cursor));
    for (const Order& each : page.orders) seen.push_back(each.id);
    cursor = page.next;
  } while (!cursor.empty());
  EXPECT_EQ(seen, newest_first);
}

TEST_P(OrdersOnEveryEngine, AdminsListByStatusAndZoneAndSeeTotals) {
  const Product lamp = product("lamp", 100, 50);
  must(shop().stock.set(lamp.id, kPetersburg, 50, std::nullopt));
  const auto place = [&](const Zone& where, std::int32_t quantity) {
    clock().advance(1s);
    return must(shop().checkout.run(buyer(lamp, quantity), checkout(where))).placed->order.id;
  };
  clock().set(Time(std::chrono::sys_days(std::chrono::year(2030) / 1 / 1)) + 12h);
  const Time first_day = clock().now();
  const OrderId a = place(kMoscow, 1), b = place(kPetersburg, 2), c = place(kMoscow, 3);
  clock().advance(24h);
  const OrderId d = place(kMoscow, 4);
  must(shop().orders.move(c, OrderStatus::Confirmed));
  must(shop().orders.move(a, OrderStatus::Cancelled));
  const auto ids = [&](std::optional<OrderStatus> status, std::optional<Zone> where) {
    std::vector<OrderId> found;
    for (const Order& each : must(shop().orders.list(status, where, 10, "")).orders) found.push_back(each.id);
    return found;
  };
  EXPECT_THAT(ids({}, {}), ElementsAre(d, c, b, a));
  EXPECT_THAT(ids(OrderStatus::Pending, {}), ElementsAre(d, b));
  EXPECT_THAT(ids({}, kPetersburg), ElementsAre(b));
  EXPECT_THAT(ids(OrderStatus::Pending, kMoscow), ElementsAre(d));
  EXPECT_THAT(ids(OrderStatus::Shipped, kMoscow), IsEmpty());

  const Time day = std::chrono::floor<std::chrono::days>(first_day);
  EXPECT_THAT(must(shop().orders.per_day(first_day, clock().now())),
              ElementsAre(DayTotal{day, kMoscow, 1, Money::literal(300)},
                          DayTotal{day, kPetersburg, 1, Money::literal(200)},
                          DayTotal{day + 24h, kMoscow, 1, Money::literal(400)}));
  EXPECT_THAT(must(shop().orders.per_day(first_day - 48h, first_day - 24h)), IsEmpty());
}

TEST_P(OrdersOnEveryEngine, TheNumberThatCustomersSeeLeadsToTheOrder) {
  const Product lamp = product("lamp", 100, 50);
  std::vector<Order> placed;
  for (int i = 0; i < 20; ++i) {
    if (i % 4 == 0) clock().advance(1s);
    placed.push_back(order(buyer(lamp, 1)));
  }
  for (const Order& each : placed)
    EXPECT_THAT(must(shop().orders.numbered(OrderNumber(each.id))), ElementsAre(each));
  EXPECT_THAT(must(shop().orders.numbered(must(OrderNumber::parse(placed[3].id.hex())))),
              ElementsAre(placed[3]));
  EXPECT_THAT(must(shop().orders.numbered(must(OrderNumber::parse("000000000000")))), IsEmpty());
  EXPECT_THAT(must(shop().orders.numbered(must(OrderNumber::parse("ffffffff-ffff")))), IsEmpty());
}

TEST_P(OrdersOnEveryEngine, OfOneSecondAllWithANumberAreFoundAndNoOthers) {
  const Order sample = order(buyer(product("lamp", 100, 5), 1));
  const auto put = [&](const std::string& id) {
    Order made = sample;
    made.id = must(OrderId::parse(id));
    must(records().transact(
        [&](records::Tx& tx) { return records::insert(tx, records::collections::orders(), made); }));
    return made;
  };
  const Order first = put("5a1f03b20000000000009c41"), second = put("5a1f03b21111111111019c41"),
              third = put("5a1f03b21111111111029c41"), last = put("5a1f03b2ffffffffffff9c41");
  // Of the second before and after; and in it, before, between and behind them.
  for (const char* other :
       {"5a1f03b1ffffffffffff9c41", "5a1f03b30000000000009c41", "5a1f03b20000000000009c40",
        "5a1f03b21111111111019c40", "5a1f03b21111111111019c42", "5a1f03b2ffffffffffffffff"})
    put(other);
  for (int i = 0; i < 300; ++i) put(fmt::format("5a1f03b222222222220{:05x}", i));
  EXPECT_THAT(must(shop().orders.numbered(must(OrderNumber::parse("5A1F03B2 9C41")))),
              ElementsAre(first, second, third, last));
}

TEST_P(OrdersOnEveryEngine, FourHundredBuyersOfTheLastTenPiecesMakeTenOrders) {
  const Product lamp = product("lamp", 100, 10);
  std::vector<Shopper> buyers;
  for (int i = 0; i < 400; ++i) buyers.push_back(buyer(lamp, 1));
  std::atomic<int> orders = 0, refused = 0, next = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i)
      threads.emplace_back([&] {
        const DeferredDurability unhurried;
        for (int at = next++; at < 400; at = next++) {
          const auto outcome = must(shop().checkout.run(buyers[static_cast<std::size_t>(at)], checkout()));
          orders += outcome.placed.has_value();
          refused += outcome.refused.size() == 1 && outcome.refused[0].reason == RefusedBecause::OutOfStock &&
                     outcome.refused[0].available == 0;
        }
      });
  }
  EXPECT_EQ(orders, 10);
  EXPECT_EQ(refused, 390);
  EXPECT_EQ(stock(lamp.id), 0);
  EXPECT_EQ(all<Order>(records::collections::orders()).size(), 10u);
  const auto total = must(shop().orders.per_day(clock().now(), clock().now()));
  ASSERT_EQ(total.size(), 1u);
  EXPECT_EQ(total[0].orders, 10);
}

}  // namespace
}  // namespace stoa::shop::test
