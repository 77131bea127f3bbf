#include "shop/open_carts.h"

#include "shop_fixture.h"

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using namespace std::chrono_literals;

/// Two nodes over the same engines, neither of which hears what the other does.
class OpenCartsOnTwoNodes : public testing::Test, protected World {
 protected:
  OpenCartsOnTwoNodes()
      : World(std::make_unique<keyspace::OpenEmbedded>()), other_(keyspace(), records(), clock()) {}

  Shop& here() { return shop(); }
  Shop& there() { return other_.shop(); }
  std::optional<CartId> found_by(Shop& node, const Owner& owner) {
    const auto cart = must(node.open_carts.cart(records().read(), owner, clock().now()));
    const auto bytes = must(node.open_carts.bytes(records().read(), owner, clock().now()));
    EXPECT_EQ(cart.has_value(), bytes.has_value());
    if (cart && bytes) {
      EXPECT_EQ(cart->id, bytes->head.id);
    }
    return cart ? std::optional(cart->id) : std::nullopt;
  }

 private:
  OpenShop other_;
};

TEST_F(OpenCartsOnTwoNodes, WhatAnotherNodeOrderedIsNoLongerOpenHere) {
  const Product lamp = product("lamp", 100, 10);
  const Shopper anna = user();
  must(here().carts.add(anna, lamp.id, 1));
  const auto first = found_by(here(), anna.owner);
  ASSERT_TRUE(first);
  must(there().checkout.run(anna, checkout()));
  EXPECT_EQ(found_by(here(), anna.owner), std::nullopt);
  clock().advance(1s);
  must(there().carts.add(anna, lamp.id, 2));
  const auto second = found_by(here(), anna.owner);
  EXPECT_EQ(second, found_by(there(), anna.owner));
  EXPECT_NE(second, first);
}

TEST_F(OpenCartsOnTwoNodes, ANodeThatHasSeenNothingFindsTodaysYesterdaysAndTheSecondCartOfADay) {
  const Product lamp = product("lamp", 100, 10);
  const Shopper anna = user();
  for (int day = 0; day < 2; ++day) {
    must(here().carts.add(anna, lamp.id, 1));
    const auto open = found_by(here(), anna.owner);
    ASSERT_TRUE(open);
    EXPECT_EQ(found_by(OpenShop(keyspace(), records(), clock()).shop(), anna.owner), open);
    clock().advance(25h);
    EXPECT_EQ(found_by(OpenShop(keyspace(), records(), clock()).shop(), anna.owner), open);
    must(here().checkout.run(anna, checkout()));
    EXPECT_EQ(found_by(OpenShop(keyspace(), records(), clock()).shop(), anna.owner), std::nullopt);
    must(here().carts.add(anna, lamp.id, 1));
    const auto next = found_by(here(), anna.owner);
    EXPECT_NE(next, open);
    EXPECT_EQ(found_by(OpenShop(keyspace(), records(), clock()).shop(), anna.owner), next);
    must(here().checkout.run(anna, checkout()));
  }
}

TEST_F(OpenCartsOnTwoNodes, BothChangeTheSameCart) {
  const Product lamp = product("lamp", 100, 10);
  const Shopper anna = user();
  must(here().carts.add(anna, lamp.id, 1));
  must(there().carts.add(anna, lamp.id, 1));
  must(here().carts.add(anna, lamp.id, 1));
  EXPECT_THAT(lines(anna.owner), ElementsAre(Pair(lamp.id, 3)));
  EXPECT_EQ(all<Cart>(records::collections::carts()).size(), 1u);
}

TEST_F(OpenCartsOnTwoNodes, AGuestsCartThatWentIntoAnothersIsFoundNoMore) {
  const Product lamp = product("lamp", 100, 10);
  const Shopper guest = World::guest(), anna = user();
  must(here().carts.add(guest, lamp.id, 1));
  ASSERT_TRUE(found_by(here(), guest.owner));
  must(there().merge.at_log_in(guest, anna));
  EXPECT_EQ(found_by(here(), guest.owner), std::nullopt);
  EXPECT_THAT(lines(anna.owner), ElementsAre(Pair(lamp.id, 1)));
}

TEST_F(OpenCartsOnTwoNodes, ARememberedCartWhoseTimeIsOverIsNotOpen) {
  const Product lamp = product("lamp", 100, 10);
  const Shopper anna = user();
  must(here().carts.add(anna, lamp.id, 1));
  const auto first = found_by(here(), anna.owner);
  clock().advance(kCartLife + 1min);
  EXPECT_EQ(found_by(here(), anna.owner), std::nullopt);
  must(here().carts.add(anna, lamp.id, 4));
  EXPECT_THAT(lines(anna.owner), ElementsAre(Pair(lamp.id, 4)));
  EXPECT_NE(found_by(here(), anna.owner), first);
}

TEST_F(OpenCartsOnTwoNodes, ACartOfATransactionThatFailedIsNotBelievedIn) {
  const Shopper anna = user();
  const auto failed = records().transact([&](records::Tx& tx) -> Result<void> {
    Cart made = STOA_TRY(here().open_carts.cart_or_new(tx, anna.owner, clock().now()));
    STOA_TRY(save_changed(tx, made, clock().now()));
    EXPECT_TRUE(must(here().open_carts.cart(tx, anna.owner, clock().now())));
    return Error{Error::Kind::Conflict, "test.refused", "refused"};
  });
  EXPECT_EQ(code_of(failed), "test.refused");
  EXPECT_EQ(found_by(here(), anna.owner), std::nullopt);
  EXPECT_THAT(lines(anna.owner), IsEmpty());
}

TEST_F(OpenCartsOnTwoNodes, OnlySoManyAreRememberedAndTheOthersAreFoundAllTheSame) {
  constexpr std::size_t kMost = 64;
  OpenCarts open(kMost);
  const Product lamp = product("lamp", 100, 10);
  std::vector<Shopper> shoppers;
  for (int i = 0; i < 300; ++i) {
    shoppers.push_back(user());
    must(here().carts.add(shoppers.back(), lamp.id, 1));
  }
  for (int round = 0; round < 2; ++round)
    for (const Shopper& each : shoppers) {
      const auto cart = must(open.cart(records().read(), each.owner, clock().now()));
      ASSERT_TRUE(cart);
      EXPECT_EQ(cart->owner_id, each.owner);
      ASSERT_LE(open.known(), kMost);
    }
  EXPECT_GT(open.known(), 0u);
}

}  // namespace
}  // namespace stoa::shop::test
