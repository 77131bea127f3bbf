#include "front_fixture.h"

namespace stoa::shop::test {
namespace {
using http::Response;
using namespace http::test;
using namespace testing;
using namespace std::chrono_literals;

std::string fragment_of(const Product& product) {
  return "/fragments/product/" + product.id.hex();
}

TEST_F(FrontPages, AnotherPageNamesAProductWithItsPriceAndStock) {
  const Product lamp = product("Desk <lamp>", 123'456, 2);
  const std::string card = body_of(get(fragment_of(lamp)));
  EXPECT_THAT(card, AllOf(HasSubstr("Desk &lt;lamp&gt;"), HasSubstr("₽1,234.56"), HasSubstr("Last 2"),
                          HasSubstr(path_of(lamp)), Not(HasSubstr("<html"))));
  EXPECT_THAT(body_of(get(fragment_of(lamp), {}, "ru")), HasSubstr("1\u00a0234,56\u00a0₽"));
  EXPECT_EQ(get("/fragments/product/ffffffffffffffffffffffff").status, 404);
}

TEST_F(FrontPages, TheStockOfANamedProductIsThatOfTheRowCache) {
  const Product lamp = product("Lamp", 100, 2);
  must(shop().rows.keep(lamp.id, 10s));
  must(shop().rows.work(10));
  const Shopper buyer = user();
  must(shop().carts.add(buyer, lamp.id, 2));
  order(buyer);
  EXPECT_THAT(body_of(get(fragment_of(lamp))), HasSubstr("Last 2"));
  clock().advance(11s);
  must(shop().rows.work(10));
  EXPECT_THAT(body_of(get(fragment_of(lamp))), HasSubstr("Sold out"));
}

TEST_F(FrontPages, ANamedProductThatIsRetiredSaysSo) {
  const Product lamp = product("Lamp", 100, 2);
  must(shop().catalogue.retire(lamp.id));
  EXPECT_THAT(body_of(get(fragment_of(lamp))),
              AllOf(HasSubstr("No longer on sale"), Not(HasSubstr("Last 2"))));
}

}  // namespace
}  // namespace stoa::shop::test
