#include "base/bson.h"
#include "records/json_document.h"
#include "shop/cart.h"
#include "shop/order.h"
#include "shop/product.h"

#include <gtest/gtest.h>

namespace stoa::shop {
namespace {
using records::test::from_json;
using records::test::to_json;

constexpr auto kProduct = R"({"_id": {"$oid": "672a1b2c3d4e5f6a7b8c9d0e"}, "name": "Телевизор 32``",
  "category": "Телевизоры", "price": 12000.5, "attributes": {"color": "Чёрный", "size": "32``"},
  "stock_by_zone": {"MSK": {"$numberLong": "34"}, "SPB": {"$numberLong": "12"}},
  "created_at": {"$date": "2025-11-05T12:34:56Z"}, "updated_at": {"$date": "2025-11-05T12:34:56Z"}})";

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(ShopDocuments, AProductIsWrittenAsTheSchemaShowsIt) {
  const auto product = read_bson<Product>(from_json(kProduct));
  ASSERT_TRUE(product.ok()) << product.error().message;
  EXPECT_EQ(product->price, Money::literal(12'000'50));
  EXPECT_EQ(product->in_stock(*Zone::parse("SPB")), 12);
  EXPECT_EQ(to_json(write_bson(*product)), to_json(from_json(kProduct)));
}

TEST(ShopDocuments, AProductWithTheOtherNameOfItsStockIsUnderstood) {
  const auto product = read_bson<Product>(from_json(with(kProduct, "stock_by_zone", "stock_by_zones")));
  ASSERT_TRUE(product.ok()) << product.error().message;
  EXPECT_EQ(product->in_stock(), 46);
}

TEST(ShopDocuments, AnOrderWhoseSumIsCalledAmountIsUnderstood) {
  const auto order = read_bson<Order>(from_json(R"({"_id": {"$oid": "17fa191e810c19729de860ea"},
    "user_id": {"$oid": "46fa191e814f19729de860ea"}, "order_date": {"$date": "2025-11-05T12:34:56Z"},
    "status": "confirmed", "amount": 12000.0, "zone": "MSK", "items": [{"product_id":
    {"$oid": "672a1b2c3d4e5f6a7b8c9d0e"}, "name": "TV", "price": 12000.0, "quantity": 1, "zone": "MSK"}]})"));
  ASSERT_TRUE(order.ok()) << order.error().message;
  EXPECT_EQ(order->total_amount, Money::literal(12'000'00));
  EXPECT_NE(to_json(write_bson(*order)).find("\"total_amount\""), std::string::npos);
}

TEST(ShopDocuments, AGuestsCartAsTheSchemaInsertsItIsUnderstood) {
  const auto cart = read_bson<Cart>(from_json(R"({"_id": {"$oid": "17fa191e810c19729de860ea"},
    "owner_id": "sess_46fa191e814f19729de860ea", "type": "quest", "items": [], "status": "active",
    "created_at": {"$date": "2025-11-05T12:34:56Z"}, "updated_at": {"$date": "2025-11-05T12:34:56Z"},
    "expires_at": {"$date": "2025-11-12T10:00:00Z"}})"));
  ASSERT_TRUE(cart.ok()) << cart.error().message;
  EXPECT_EQ(cart->type, CartType::Guest);
  EXPECT_NE(to_json(write_bson(*cart)).find("\"guest\""), std::string::npos);
}

TEST(Zones, AreTwoToEightUpperCaseLetters) {
  for (const auto* good : {"MS", "MSK", "ABCDEFGH"}) EXPECT_TRUE(Zone::parse(good).ok()) << good;
  for (const auto* bad : {"", "M", "msk", "ABCDEFGHI", "M.K", "$SK", "МСК"})
    EXPECT_FALSE(Zone::parse(bad).ok()) << bad;
}

TEST(GuestOwners, AreTheSameForATokenAndTellNothingOfIt) {
  const Token token = Token::make();
  const auto owner = std::get<std::string>(guest_owner(OwnerKey{1}, token));
  EXPECT_EQ(owner.size(), 29u);
  EXPECT_EQ(owner.substr(0, 5), "sess_");
  EXPECT_EQ(owner.find_first_not_of("0123456789abcdef", 5), std::string::npos);
  EXPECT_EQ(guest_owner(OwnerKey{1}, token), Owner(owner));
  EXPECT_NE(guest_owner(OwnerKey{2}, token), Owner(owner));
  EXPECT_NE(guest_owner(OwnerKey{1}, Token::make()), Owner(owner));
}

TEST(OrderStatuses, MoveForwardOneByOneAndCancelBeforeShipping) {
  using enum OrderStatus;
  const std::vector all{Pending, Confirmed, Shipped, Delivered, Cancelled};
  const std::vector<std::pair<OrderStatus, OrderStatus>> allowed{{Pending, Confirmed},
                                                                 {Confirmed, Shipped},
                                                                 {Shipped, Delivered},
                                                                 {Pending, Cancelled},
                                                                 {Confirmed, Cancelled}};
  for (const auto from : all)
    for (const auto to : all)
      EXPECT_EQ(may_follow(from, to), std::ranges::find(allowed, std::pair(from, to)) != allowed.end())
          << name_of(from) << " to " << name_of(to);
}

}  // namespace
}  // namespace stoa::shop
