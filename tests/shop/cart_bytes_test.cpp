#include "shop/cart_bytes.h"

#include "base/bson.h"
#include "records/bson_document.h"
#include "shop_fixture.h"

namespace stoa::shop::test {
namespace {

Item item(int number, std::int32_t quantity) {
  return {ProductId::make(Clock::system().now()), "lamp " + std::to_string(number),
          must(Money::of_minor(100 + number)), quantity, kMoscow};
}

Cart cart_of(int lines) {
  Cart cart;
  cart.id = CartId::make(Clock::system().now());
  cart.owner_id = Owner("sess_0123456789abcdef01234567");
  cart.zone = kMoscow;
  cart.created_at = cart.updated_at = cart.expires_at =
      std::chrono::floor<std::chrono::milliseconds>(Clock::system().now());
  for (int i = 0; i < lines; ++i) cart.items.push_back(item(i, i + 1));
  cart.amount = must(sum_of(cart.items));
  return cart;
}

Cart read(const CartBytes& bytes) {
  const std::string document = bytes.document();
  must(records::check_document(document));
  return must(read_bson<Cart>(document));
}

TEST(CartBytes, SayWhatTheCartSays) {
  for (const int lines : {0, 1, 9, 10, 11, 200}) {
    const Cart cart = cart_of(lines);
    const auto bytes = must(CartBytes::of(write_bson(cart)));
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->lines(), cart.items.size());
    EXPECT_EQ(read(*bytes), cart);
  }
}

TEST(CartBytes, ALineIsFoundChangedAddedAndRemoved) {
  Cart cart = cart_of(12);
  auto bytes = must(CartBytes::of(write_bson(cart))).value();
  EXPECT_EQ(must(bytes.line(cart.items[3].product_id)), cart.items[3]);
  const Item fresh = item(99, 7);
  EXPECT_EQ(must(bytes.line(fresh.product_id)), std::nullopt);
  cart.items[3].quantity = 500;
  cart.items[3].name = "a lamp with quite another and a much longer name";
  bytes.put(cart.items[3]);
  cart.items.push_back(fresh);
  bytes.put(fresh);
  bytes.remove(cart.items[1].product_id);
  cart.items.erase(cart.items.begin() + 1);
  EXPECT_EQ(read(bytes), cart);
  EXPECT_EQ(must(bytes.line(fresh.product_id)), fresh);
}

TEST(CartBytes, WhateverChangesInWhateverOrderTheyAreTheWholeCart) {
  Cart cart = cart_of(25);
  auto bytes = must(CartBytes::of(write_bson(cart))).value();
  const auto put = [&](const Item& line) {
    bytes.put(line);
    const auto found = std::ranges::find(cart.items, line.product_id, &Item::product_id);
    found == cart.items.end() ? cart.items.push_back(line) : void(*found = line);
    EXPECT_EQ(read(bytes), cart);
  };
  const auto remove = [&](std::size_t at) {
    bytes.remove(cart.items[at].product_id);
    cart.items.erase(cart.items.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_EQ(read(bytes), cart);
  };
  for (const std::size_t at : {0u, 24u, 11u, 12u}) {
    Item line = cart.items[at];
    line.quantity += 100;
    put(line);
  }
  put(item(77, 1));
  remove(10);
  put(item(78, 2));
  remove(0);
  remove(cart.items.size() - 1);
  put(cart.items[5]);
  while (!cart.items.empty()) remove(cart.items.size() / 2);
  put(item(79, 3));
}

TEST(CartBytes, ACartThatIsWrittenOtherwiseIsLeftToTheWholeCart) {
  std::string document = write_bson(cart_of(1));
  const auto at = document.find("product_id");
  document.replace(at, 10, "produkt_id");
  EXPECT_FALSE(must(CartBytes::of(document)));
  EXPECT_FALSE(CartBytes::of("no document").ok());
}

}  // namespace
}  // namespace stoa::shop::test
