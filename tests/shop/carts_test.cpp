#include "shop_fixture.h"

#include <thread>

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using namespace std::chrono_literals;

class CartsOnEveryEngine : public ShopOnEveryEngine {};
INSTANTIATE_TEST_SUITE_P(Engines, CartsOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(CartsOnEveryEngine, AddingTheSameItemAgainAddsToItsLine) {
  const Product lamp = product("lamp", 1050, 9), chair = product("chair", 20000, 9);
  const Shopper anna = guest();
  must(shop().carts.add(anna, lamp.id, 2));
  must(shop().carts.add(anna, chair.id, 1));
  const CartHead cart = must(shop().carts.add(anna, lamp.id, 3)).cart;
  EXPECT_EQ(cart.type, CartType::Guest);
  EXPECT_EQ(cart.amount, Money::literal(5 * 1050 + 20000));
  EXPECT_EQ(cart.expires_at, cart_expiry(clock().now()));
  EXPECT_THAT(view(anna), UnorderedElementsAre(Pair(lamp.id.hex(), 5), Pair(chair.id.hex(), 1)));
  EXPECT_EQ(must(shop().cart_view.pieces(anna.token)), 6);
}

TEST(CartExpiry, IsSevenDaysLaterAtTheNextWholeMinute) {
  const Time noon(std::chrono::hours(12));
  EXPECT_EQ(cart_expiry(noon), noon + 7 * 24h);
  EXPECT_EQ(cart_expiry(noon + 1us), noon + 7 * 24h + 1min);
  EXPECT_EQ(cart_expiry(noon + 59s), noon + 7 * 24h + 1min);
  EXPECT_EQ(cart_expiry(noon + 1min), noon + 7 * 24h + 1min);
}

TEST_P(CartsOnEveryEngine, SettingRemovingAndClearingShowInTheHotView) {
  const Product lamp = product("lamp", 100), chair = product("chair", 200);
  const Shopper anna = user();
  must(shop().carts.add(anna, lamp.id, 2));
  must(shop().carts.add(anna, chair.id, 2));
  must(shop().carts.set(anna, lamp.id, 7));
  EXPECT_THAT(view(anna), UnorderedElementsAre(Pair(lamp.id.hex(), 7), Pair(chair.id.hex(), 2)));
  must(shop().carts.set(anna, lamp.id, 0));
  EXPECT_THAT(view(anna), ElementsAre(Pair(chair.id.hex(), 2)));
  must(shop().carts.remove(anna, chair.id));
  must(shop().carts.remove(anna, chair.id));
  EXPECT_THAT(view(anna), IsEmpty());
  must(shop().carts.add(anna, lamp.id, 1));
  must(shop().carts.clear(anna));
  must(shop().carts.clear(anna));
  EXPECT_THAT(view(anna), IsEmpty());
  EXPECT_THAT(lines(anna.owner), IsEmpty());
  EXPECT_EQ(code_of(shop().carts.set(anna, chair.id, 1)), "cart.no_line");
}

TEST_P(CartsOnEveryEngine, KeepToTheirLimits) {
  const Product lamp = product("lamp", 100);
  const Shopper anna = user();
  must(shop().carts.add(anna, lamp.id, 999));
  EXPECT_EQ(code_of(shop().carts.add(anna, lamp.id, 1)), "cart.line_limit");
  EXPECT_EQ(code_of(shop().carts.add(anna, lamp.id, 0)), "cart.quantity");
  EXPECT_EQ(code_of(shop().carts.add(anna, lamp.id, -1)), "cart.quantity");
  EXPECT_EQ(code_of(shop().carts.set(anna, lamp.id, 1000)), "cart.quantity");
  for (int i = 1; i < 200; ++i) must(shop().carts.add(anna, product(std::to_string(i), 1).id, 1));
  EXPECT_EQ(code_of(shop().carts.add(anna, product("one more", 1).id, 1)), "cart.full");
  EXPECT_EQ(lines(anna.owner).size(), 200u);
}

TEST_P(CartsOnEveryEngine, AddingTheSameItemFromManyRequestsLosesNone) {
  const Product lamp = product("lamp", 100), chair = product("chair", 100);
  const Shopper anna = user();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        const DeferredDurability unhurried;
        for (int n = 0; n < 10; ++n) must(shop().carts.add(anna, i % 2 ? lamp.id : chair.id, 1));
      });
  }
  EXPECT_THAT(lines(anna.owner), UnorderedElementsAre(Pair(lamp.id, 20), Pair(chair.id, 20)));
  EXPECT_THAT(view(anna), UnorderedElementsAre(Pair(lamp.id.hex(), 20), Pair(chair.id.hex(), 20)));
  EXPECT_EQ(all<Cart>(records::collections::carts()).size(), 1u);
}

TEST_P(CartsOnEveryEngine, AShownCartHasTodaysPricesAndNotesWhatChanged) {
  const Product same = product("same", 100, 5), dearer = product("dearer", 100, 5),
                few = product("few", 100, 1), none = product("none", 100), gone = product("gone", 100, 5);
  const Shopper anna = user();
  for (const Product& each : {same, dearer, few, none, gone}) must(shop().carts.add(anna, each.id, 2));
  price(dearer, 150);
  must(shop().catalogue.retire(gone.id));
  const ShownCart shown = must(shop().carts.show(anna.owner));
  ASSERT_EQ(shown.lines.size(), 5u);
  EXPECT_THAT(shown.lines[0].notes, IsEmpty());
  EXPECT_THAT(shown.lines[1].notes, ElementsAre(LineNote::PriceChanged));
  EXPECT_EQ(shown.lines[1].price, Money::literal(150));
  EXPECT_EQ(shown.lines[1].was_price, Money::literal(100));
  EXPECT_THAT(shown.lines[2].notes, ElementsAre(LineNote::LessInStock));
  EXPECT_EQ(shown.lines[2].available, 1);
  EXPECT_THAT(shown.lines[3].notes, ElementsAre(LineNote::OutOfStock));
  EXPECT_THAT(shown.lines[4].notes, ElementsAre(LineNote::Gone));
  EXPECT_EQ(shown.amount, Money::literal(2 * (100 + 150 + 100 + 100)));
  EXPECT_EQ(shown.pieces, 8);
}

TEST_P(CartsOnEveryEngine, ACartIsGoneSevenDaysAfterItsLastChangeAtTheNextMinute) {
  const Product lamp = product("lamp", 100);
  const Shopper anna = user();
  must(shop().carts.add(anna, lamp.id, 2));
  clock().advance(6 * 24h);
  must(shop().carts.add(anna, lamp.id, 1));
  clock().advance(7 * 24h - 1s);
  EXPECT_THAT(lines(anna.owner), ElementsAre(Pair(lamp.id, 3)));
  clock().set(cart_expiry(clock().now() + 1s - kCartLife));
  EXPECT_THAT(lines(anna.owner), IsEmpty());
  // Before the sweeper comes, too, a new cart is not the old one.
  must(shop().carts.add(anna, lamp.id, 1));
  EXPECT_THAT(lines(anna.owner), ElementsAre(Pair(lamp.id, 1)));
  EXPECT_EQ(all<Cart>(records::collections::carts()).size(), 1u);
  clock().set(cart_expiry(clock().now()));
  EXPECT_EQ(must(records().sweep_expired(clock().now(), 10)), 1u);
}

TEST_P(CartsOnEveryEngine, TheHotViewGoesWhenItsCartDoes) {
  const Shopper anna = user();
  const CartHead cart = must(shop().carts.add(anna, product("lamp", 100).id, 2)).cart;
  EXPECT_EQ(must(keyspace().read().expiry(keyspace::keys::cart(anna.token))), cart.expires_at);
}

TEST_P(CartsOnEveryEngine, ACartThatNobodyChangesForADayIsAbandonedUntilItsOwnerComesBack) {
  const Product lamp = product("lamp", 100);
  const Shopper anna = user(), ivan = guest();
  must(shop().carts.add(anna, lamp.id, 2));
  clock().advance(23h);
  must(shop().carts.add(ivan, lamp.id, 1));
  Abandonment abandonment(records(), clock());
  EXPECT_EQ(must(abandonment.look(10)), 0u);
  clock().advance(1h + 1min);
  EXPECT_EQ(must(abandonment.look(10)), 1u);
  const auto abandoned = must(shop().carts.abandoned(10, ""));
  ASSERT_EQ(abandoned.carts.size(), 1u);
  EXPECT_EQ(abandoned.carts[0].owner_id, anna.owner);
  EXPECT_THAT(lines(anna.owner), ElementsAre(Pair(lamp.id, 2)));
  EXPECT_EQ(must(shop().carts.add(anna, lamp.id, 1)).cart.status, CartStatus::Active);
  EXPECT_THAT(lines(anna.owner), ElementsAre(Pair(lamp.id, 3)));
  EXPECT_THAT(must(shop().carts.abandoned(10, "")).carts, IsEmpty());
  EXPECT_EQ(all<Cart>(records::collections::carts()).size(), 2u);
}

TEST_P(CartsOnEveryEngine, AnEmptyCartIsNotAbandoned) {
  const Product lamp = product("lamp", 100);
  const Shopper anna = user();
  must(shop().carts.add(anna, lamp.id, 2));
  must(shop().carts.remove(anna, lamp.id));
  clock().advance(25h);
  Abandonment abandonment(records(), clock());
  EXPECT_EQ(must(abandonment.look(10)), 1u);
  EXPECT_THAT(must(shop().carts.abandoned(10, "")).carts, IsEmpty());
  must(shop().carts.add(anna, lamp.id, 1));
  clock().advance(25h);
  must(abandonment.look(10));
  EXPECT_EQ(must(shop().carts.abandoned(10, "")).carts.size(), 1u);
}

TEST_P(CartsOnEveryEngine, AbandonedCartsAreFoundInManyLooks) {
  const Product lamp = product("lamp", 100);
  for (int i = 0; i < 7; ++i) must(shop().carts.add(user(), lamp.id, 1));
  clock().advance(25h);
  Abandonment abandonment(records(), clock());
  while (must(abandonment.look(2)) == 2) {
  }
  EXPECT_EQ(must(shop().carts.abandoned(100, "")).carts.size(), 7u);
}

TEST_P(CartsOnEveryEngine, LoggingInBringsTheGuestsCartAlongOnce) {
  const Product lamp = product("lamp", 100), chair = product("chair", 200), desk = product("desk", 300);
  const Shopper before = guest(), after = user();
  must(shop().carts.add(after, lamp.id, 1));
  must(shop().carts.add(after, desk.id, 998));
  must(shop().carts.add(before, lamp.id, 2));
  must(shop().carts.add(before, chair.id, 4));
  must(shop().carts.add(before, desk.id, 5));
  const Merged merged = must(shop().merge.at_log_in(before, after));
  EXPECT_EQ(merged.lines, 3u);
  EXPECT_THAT(merged.capped, ElementsAre(desk.id));
  must(shop().merge.at_log_in(before, after));
  EXPECT_THAT(lines(after.owner),
              UnorderedElementsAre(Pair(lamp.id, 3), Pair(chair.id, 4), Pair(desk.id, 999)));
  EXPECT_EQ(view(after).size(), 3u);
  EXPECT_THAT(view(before), IsEmpty());
  EXPECT_THAT(lines(before.owner), IsEmpty());
}

TEST_P(CartsOnEveryEngine, WhatAGuestAddsWhileLoggingInComesAlongAndAfterwardsIsRefused) {
  const Product lamp = product("lamp", 100), chair = product("chair", 200);
  const Shopper before = guest(), after = user();
  must(shop().carts.add(before, lamp.id, 2));
  must(shop().merge.at_log_in(before, after));
  must(shop().carts.add(before, lamp.id, 1));
  must(shop().carts.add(before, chair.id, 1));
  EXPECT_EQ(must(shop().merge.after_log_in(before, after)).lines, 2u);
  EXPECT_EQ(code_of(shop().carts.add(before, lamp.id, 1)), "cart.session_over");
  EXPECT_EQ(code_of(shop().carts.set_zone(before, kMoscow)), "cart.session_over");
  EXPECT_THAT(lines(after.owner), UnorderedElementsAre(Pair(lamp.id, 3), Pair(chair.id, 1)));
  EXPECT_THAT(lines(before.owner), IsEmpty());
  EXPECT_EQ(view(after).size(), 2u);
  EXPECT_THAT(view(before), IsEmpty());
}

TEST_P(CartsOnEveryEngine, AMergeBeyondTwoHundredLinesSaysWhatItLeftOut) {
  const Shopper before = guest(), after = user();
  for (int i = 0; i < 199; ++i) must(shop().carts.add(after, product(std::to_string(i), 1).id, 1));
  const Product first = product("first", 1), second = product("second", 1);
  must(shop().carts.add(before, first.id, 1));
  must(shop().carts.add(before, second.id, 1));
  EXPECT_THAT(must(shop().merge.at_log_in(before, after)).left_out, ElementsAre(second.id));
  EXPECT_EQ(lines(after.owner).size(), 200u);
}

TEST_P(CartsOnEveryEngine, ASecondSessionOfAUserSeesTheSameCart) {
  const Product lamp = product("lamp", 100);
  const Shopper desktop = user(), phone{desktop.owner, Token::make(), std::nullopt};
  must(shop().carts.add(desktop, lamp.id, 1));
  must(shop().carts.add(phone, lamp.id, 1));
  EXPECT_THAT(view(phone), ElementsAre(Pair(lamp.id.hex(), 2)));
  must(shop().cart_view.refresh(desktop));
  EXPECT_THAT(view(desktop), ElementsAre(Pair(lamp.id.hex(), 2)));
}

TEST_P(CartsOnEveryEngine, AllSessionsOfAUserFollowTheCart) {
  const Product lamp = product("lamp", 100, 50), chair = product("chair", 200, 50);
  const auto anna = ObjectId::make(clock().now());
  const auto name = must(Shortcode::parse("anna"));
  const Shopper desktop = session_of(anna, name), phone = session_of(anna, name);
  const auto both_show = [&](auto lines) {
    EXPECT_THAT(view(desktop), lines);
    EXPECT_THAT(view(phone), lines);
  };
  must(shop().carts.add(desktop, lamp.id, 1));
  must(shop().carts.add(phone, chair.id, 2));
  must(shop().carts.set(desktop, lamp.id, 5));
  both_show(UnorderedElementsAre(Pair(lamp.id.hex(), 5), Pair(chair.id.hex(), 2)));
  must(shop().carts.remove(phone, lamp.id));
  both_show(ElementsAre(Pair(chair.id.hex(), 2)));

  const Shopper visitor = guest();
  must(shop().carts.add(visitor, lamp.id, 3));
  const Shopper tablet = session_of(anna, name);
  EXPECT_THAT(view(tablet), ElementsAre(Pair(chair.id.hex(), 2)));
  must(shop().merge.at_log_in(visitor, tablet));
  both_show(UnorderedElementsAre(Pair(lamp.id.hex(), 3), Pair(chair.id.hex(), 2)));
  EXPECT_EQ(view(tablet), view(phone));

  order(phone);
  both_show(IsEmpty());
  EXPECT_THAT(view(tablet), IsEmpty());
  must(shop().carts.add(tablet, lamp.id, 1));
  must(shop().carts.clear(desktop));
  both_show(IsEmpty());
  EXPECT_THAT(view(tablet), IsEmpty());
}

// Whoever logs in while the cart is changed either is told of the change or reads the cart after it.
TEST_P(CartsOnEveryEngine, ASessionThatBeginsWhileTheCartChangesMissesNothing) {
  const Product lamp = product("lamp", 100);
  const auto anna = ObjectId::make(clock().now());
  const auto name = must(Shortcode::parse("anna"));
  const Shopper desktop = session_of(anna, name);
  std::vector<Shopper> begun;
  {
    const std::jthread shopping([&] {
      for (int i = 0; i < 60; ++i) must(shop().carts.add(desktop, lamp.id, 1));
    });
    for (int i = 0; i < 20; ++i) begun.push_back(session_of(anna, name));
  }
  for (const Shopper& session : begun) EXPECT_THAT(view(session), ElementsAre(Pair(lamp.id.hex(), 60)));
}

}  // namespace
}  // namespace stoa::shop::test
