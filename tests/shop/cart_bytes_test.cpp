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

TEST(CartBytes, ACartThatIsWrittenOtherwiseIsLeftToTheWholeCart) {
  std::string document = write_bson(cart_of(1));
  const auto at = document.find("product_id");
  document.replace(at, 10, "produkt_id");
  EXPECT_FALSE(must(CartBytes::of(document)));
  EXPECT_FALSE(CartBytes::of("no document").ok());
}

}  // namespace
}  // namespace stoa::shop::test
