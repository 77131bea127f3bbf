#include "front_fixture.h"

#include <regex>

namespace stoa::shop::test {
namespace {
using http::Response;
using namespace http::test;
using namespace testing;

TEST_F(FrontPages, AGuestAddsFromAPageWithoutATokenAndGetsASession) {
  const Product lamp = product("Lamp", 100, 12);
  const Response added = add(lamp, "3", std::nullopt);
  EXPECT_EQ(added.status, 303);
  EXPECT_EQ(location(added), "/cart");
  const auto token = session_in(added);
  ASSERT_TRUE(token);
  EXPECT_THAT(body_of(get("/cart", token)), AllOf(HasSubstr("Lamp"), HasSubstr("value=\"3\""),
                                                  HasSubstr("₽3"), HasSubstr("asked to log in")));
}

TEST_F(FrontPages, AddingNeedsTheBrowsersWordThatTheFormIsOurs) {
  const Product lamp = product("Lamp", 100, 12);
  for (const auto* site : {"", "cross-site", "same-site"}) {
    EXPECT_EQ(add(lamp, "1", anna_, site).status, 403) << site;
    EXPECT_EQ(add(lamp, "1", std::nullopt, site).status, 403) << site;
  }
  EXPECT_EQ(tokens(), 1u);
  EXPECT_THAT(cart_of(anna_), IsEmpty());
  EXPECT_EQ(post("/cart/items", "product=" + lamp.id.hex(), anna_).status, 303);
  Asked own(http::Method::Post, "/cart/items");
  own.header("Host", "shop.example")
      .header("Origin", "http://shop.example")
      .cookie("stoa_session", anna_.text());
  own.form("product=" + lamp.id.hex());
  EXPECT_EQ(answer(own).status, 303);
  EXPECT_EQ(cart_of(anna_).at(lamp.id), 2);
}

TEST_F(FrontPages, EveryOtherFormNeedsItsToken) {
  const Product lamp = product("Lamp", 100, 12);
  add(lamp, "1", anna_);
  post("/checkout", order_form("k1"), anna_);
  const Order placed = only_order(anna_);
  add(lamp, "1", anna_);
  const std::string line = "/cart/items/" + lamp.id.hex();
  for (const std::string& path :
       {line, line + "/remove", std::string("/cart/clear"), std::string("/cart/zone"),
        std::string("/checkout"), "/orders/" + placed.id.hex() + "/cancel"}) {
    Asked asked(http::Method::Post, path);
    asked.cookie("stoa_session", anna_.text()).header("Sec-Fetch-Site", "same-origin");
    asked.form("quantity=5");
    EXPECT_EQ(answer(asked).status, 403) << path;
  }
  EXPECT_EQ(cart_of(anna_).at(lamp.id), 1);
  EXPECT_EQ(only_order(anna_).status, OrderStatus::Pending);
}

TEST_F(FrontPages, ACartIsSetRemovedFromAndEmptiedByForms) {
  const Product lamp = product("Lamp", 100, 12), desk = product("Desk", 200, 12),
                pen = product("Pen", 300, 12);
  for (const Product& one : {lamp, desk, pen}) add(one, "1", anna_);
  const auto line = [](const Product& one) { return "/cart/items/" + one.id.hex(); };
  EXPECT_EQ(location(post(line(lamp), "quantity=5", anna_)), "/cart");
  EXPECT_EQ(cart_of(anna_).at(lamp.id), 5);
  EXPECT_EQ(post(line(desk), "quantity=0", anna_).status, 303);
  EXPECT_EQ(post(line(pen) + "/remove", "", anna_).status, 303);
  EXPECT_EQ(cart_of(anna_).size(), 1u);
  EXPECT_EQ(post("/cart/zone", "zone=MSK", anna_).status, 303);
  EXPECT_THAT(body_of(get("/cart", anna_)), HasSubstr("<option value=\"MSK\" selected>Moscow</option>"));
  EXPECT_EQ(post("/cart/clear", "", anna_).status, 303);
  EXPECT_THAT(cart_of(anna_), IsEmpty());
  EXPECT_THAT(body_of(get("/cart", anna_, "ru")), HasSubstr("Корзина пуста"));
}

TEST_F(FrontPages, AViewThatDoesNotFollowItsCartIsMendedWhenTheCartIsOpened) {
  const Product lamp = product("Lamp", 100, 5), desk = product("Desk", 100, 5);
  add(lamp, "2", anna_);
  const Shopper elsewhere = shop().shopper(Token::make(), sessions_.id_of(anna_), std::nullopt);
  must(shop().carts.set(elsewhere, lamp.id, 1));
  must(shop().carts.add(elsewhere, desk.id, 1));
  get("/cart", anna_);
  EXPECT_THAT(must(shop().cart_view.quantities(anna_)),
              UnorderedElementsAre(Pair(lamp.id.hex(), 1), Pair(desk.id.hex(), 1)))
      << "as many pieces as before, of other things";
}

TEST_F(FrontPages, WithHtmxTheCartComesBackAsAPartAndTheBadgeHearsOfIt) {
  const Product lamp = product("Lamp", 100, 12);
  const Response added = add(lamp, "2", anna_, "same-origin", true);
  EXPECT_EQ(added.status, 200);
  EXPECT_EQ(header_of(added, "HX-Trigger"), "cart-changed");
  EXPECT_THAT(body_of(added), AllOf(HasSubstr("Lamp is in your cart"), Not(HasSubstr("<html"))));
  const Response set = post("/cart/items/" + lamp.id.hex(), "quantity=4", anna_, true);
  EXPECT_THAT(body_of(set),
              AllOf(HasSubstr("id=\"cart\""), HasSubstr("value=\"4\""), Not(HasSubstr("<html"))));
  const Response wrong = post("/cart/items/" + lamp.id.hex(), "quantity=1000", anna_, true);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(body_of(wrong), HasSubstr("from 1 to 999"));
}

TEST_F(FrontPages, QuantitiesThatAreNoneAreSaidBesideTheirField) {
  const Product lamp = product("Lamp", 100, 12);
  for (const auto* bad : {"", "0", "1000", "-1", "1.5", "many", "99999999999999"}) {
    const Response refused = add(lamp, bad, anna_);
    EXPECT_EQ(refused.status, 422) << bad;
    EXPECT_THAT(body_of(refused), HasSubstr("aria-invalid=\"true\"")) << bad;
  }
  EXPECT_THAT(cart_of(anna_), IsEmpty());
  add(lamp, "999", anna_);
  EXPECT_EQ(add(lamp, "1", anna_).status, 409);
  EXPECT_EQ(cart_of(anna_).at(lamp.id), 999);
  for (const auto* bad : {"quantity=many", "quantity=", "quantity=+", ""})
    EXPECT_EQ(post("/cart/items/" + lamp.id.hex(), bad, anna_).status, 422) << bad;
  EXPECT_EQ(cart_of(anna_).at(lamp.id), 999);
}

TEST_F(FrontPages, WhatIsNoFormOfOursIsRefused) {
  const Product lamp = product("Lamp", 100, 12);
  EXPECT_EQ(post("/cart/items", "quantity=1", anna_).status, 400);
  EXPECT_EQ(post("/cart/items", "product=xyz", anna_).status, 400);
  EXPECT_EQ(post("/cart/items", "product=000000000000000000000000", anna_).status, 404);
  EXPECT_EQ(post("/cart/items", "product=" + lamp.id.hex() + "&price=1", anna_).status, 400);
  EXPECT_EQ(post("/cart/items", "product=" + lamp.id.hex() + "&quantity=%ff", anna_).status, 400);
  EXPECT_EQ(post("/cart/zone", "zone=nowhere", anna_).status, 400);
  EXPECT_EQ(post("/cart/zone", "zone=" + std::string(40'000, 'A'), anna_).status, 400);
  EXPECT_EQ(post("/cart/items/" + lamp.id.hex(), "quantity=1", anna_).status, 404);
  EXPECT_THAT(cart_of(anna_), IsEmpty());
}

TEST_F(FrontPages, TheCartSaysWhatHasChanged) {
  const Product lamp = product("Lamp", 100, 12), pen = product("Pen", 300, 2), desk = product("Desk", 900, 1);
  for (const Product& one : {lamp, pen, desk}) add(one, "5", anna_);
  price(lamp, 150);
  must(shop().stock.set(desk.id, kMoscow, 0, std::nullopt));
  std::string body = body_of(get("/cart", anna_));
  EXPECT_THAT(body, AllOf(HasSubstr("The price went up: it was ₽1, now it is ₽1.50."),
                          HasSubstr("Only 2 are left"), HasSubstr("Sold out where")));
  must(shop().catalogue.retire(pen.id));
  EXPECT_THAT(body_of(get("/cart", anna_)), HasSubstr("no longer sold"));
  // What is gone is neither in the sum nor in the number beside it.
  EXPECT_EQ(must(shop().carts.show(UserId(sessions_.id_of(anna_)))).pieces, 10);
  EXPECT_THAT(body_of(get("/cart", anna_)), HasSubstr("<dt>10 items"));
}

TEST_F(FrontPages, CheckOutIsForMembersWithSomethingInTheirCart) {
  const Product lamp = product("Lamp", 100, 12);
  EXPECT_EQ(location(get("/checkout")), "/login?next=%2Fcheckout");
  EXPECT_EQ(location(get("/orders")), "/login?next=%2Forders");
  EXPECT_EQ(location(get("/checkout", anna_)), "/cart");
  EXPECT_EQ(post("/checkout", order_form("k"), anna_).status, 409);
  add(lamp, "2", anna_);
  EXPECT_THAT(
      body_of(get("/checkout", anna_)),
      AllOf(HasSubstr("Place order, ₽2<"), HasSubstr("name=\"idempotency_key\""), HasSubstr("Moscow")));
  EXPECT_THAT(body_of(get("/checkout", anna_, "ru")), HasSubstr("Заказать, 2\u00a0₽"));
}

TEST_F(FrontPages, ACheckOutBecomesOneOrderHoweverOftenItIsSent) {
  const Product lamp = product("Lamp", 100, 12);
  add(lamp, "2", anna_);
  EXPECT_EQ(post("/checkout", "zone=MSK&name=Anna&address=A&contact=abc", anna_).status, 400);
  const Response placed = post("/checkout", order_form("k1"), anna_);
  EXPECT_EQ(placed.status, 303) << body_of(placed);
  const Order order = only_order(anna_);
  EXPECT_EQ(location(placed), "/orders/" + order.id.hex());
  EXPECT_EQ(order.delivery->address, "Nevsky 1");
  EXPECT_EQ(stock(lamp.id), 10);
  EXPECT_THAT(cart_of(anna_), IsEmpty());
  EXPECT_THAT(
      body_of(get(location(placed), anna_)),
      AllOf(HasSubstr("Lamp"), HasSubstr("Nevsky 1"), HasSubstr("waits for us"), HasSubstr("From Moscow")));
  EXPECT_THAT(body_of(get("/orders", anna_)), HasSubstr(location(placed)));
}

TEST_F(FrontPages, ACheckOutThatIsSentAgainGivesTheSameOrder) {
  const Product lamp = product("Lamp", 100, 12);
  add(lamp, "2", anna_);
  const std::string csrf = http::Csrf(secret_).token(anna_.text());
  const auto send = [&] {
    Asked asked(http::Method::Post, "/checkout");
    asked.cookie("stoa_session", anna_.text()).form("csrf=" + csrf + "&" + order_form("k1"));
    return answer(asked);
  };
  const Response first = send(), second = send();
  EXPECT_EQ(second.status, 303);
  EXPECT_EQ(location(first), location(second));
  EXPECT_EQ(stock(lamp.id), 10);
}

TEST_F(FrontPages, ACheckOutThatIsSentFromThePageShownAnewGivesTheSameOrder) {
  const Product lamp = product("Lamp", 100, 12);
  add(lamp, "2", anna_);
  // Each with a token of its own.
  const Response first = post("/checkout", order_form("k1"), anna_);
  const Response second = post("/checkout", order_form("k1"), anna_);
  EXPECT_EQ(second.status, 303) << body_of(second);
  EXPECT_EQ(location(first), location(second));
  EXPECT_EQ(stock(lamp.id), 10);
}

TEST_F(FrontPages, WhatIsWrongWithACheckOutIsSaidFieldByFieldAndWhatWasTypedStays) {
  const Product lamp = product("Lamp", 100, 12);
  add(lamp, "2", anna_);
  const Response refused =
      post("/checkout",
           "idempotency_key=k&zone=&name=+&address=%3CNevsky%3E&contact=" + std::string(201, 'x'), anna_);
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(body_of(refused),
              AllOf(HasSubstr("There are 3 things to put right"), HasSubstr("href=\"#name\""),
                    HasSubstr("href=\"#zone\""), HasSubstr("&lt;Nevsky&gt;"), HasSubstr("value=\"k\"")));
  for (const auto* unreadable :
       {"name=%20%0A&address=A&contact=abc", "name=Anna&address=%E2%80%AEA&contact=abc",
        "name=Anna&address=A&contact=%E2%80%AA123", "name=An%07na&address=A&contact=abc"})
    EXPECT_EQ(post("/checkout", "idempotency_key=k&zone=MSK&" + std::string(unreadable), anna_).status, 422)
        << unreadable;
  EXPECT_EQ(post("/checkout", order_form("k", "&agreed=nonsense"), anna_).status, 400);
  EXPECT_EQ(post("/checkout", order_form("k", "&total=1"), anna_).status, 400);
  EXPECT_EQ(post("/checkout", order_form("k", "&name=%ff"), anna_).status, 400);
  EXPECT_EQ(cart_of(anna_).at(lamp.id), 2);
  EXPECT_EQ(stock(lamp.id), 12);
}

TEST_F(FrontPages, APriceThatChangedMustBeAgreedTo) {
  const Product lamp = product("Lamp", 100, 12);
  add(lamp, "2", anna_);
  price(lamp, 150);
  const Response refused = post("/checkout", order_form("k"), anna_);
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(body_of(refused), AllOf(HasSubstr("Nothing was ordered yet"),
                                      HasSubstr("name=\"agreed\" value=\"" + lamp.id.hex() + ":1.50\""),
                                      HasSubstr("₽1.50 instead of ₽1")));
  EXPECT_EQ(post("/checkout", order_form("k", "&agreed=" + lamp.id.hex() + "%3A1.40"), anna_).status, 409);
  EXPECT_EQ(post("/checkout", order_form("k", "&agreed=" + lamp.id.hex() + "%3A1.50"), anna_).status, 303);
  EXPECT_EQ(only_order(anna_).total_amount, must(Money::of_minor(300)));
}

TEST_F(FrontPages, WhatIsSoldOutIsSaidLineByLine) {
  const Product lamp = product("Lamp", 100, 1), pen = product("Pen", 100, 5);
  must(shop().stock.set(lamp.id, kPetersburg, 9, std::nullopt));
  add(lamp, "2", anna_);
  add(pen, "2", anna_);
  const Response refused = post("/checkout", order_form("k"), anna_);
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(body_of(refused),
              AllOf(HasSubstr("Only 1 is left in this city"), Not(HasSubstr("Sold out in this"))));
  EXPECT_EQ(stock(pen.id), 5);
}

TEST_F(FrontPages, ACheckOutSaysBeforeItIsSentWhatTheChosenCityLacks) {
  const Product lamp = product("Lamp", 100, 1), pen = product("Pen", 100, 5);
  must(shop().stock.set(lamp.id, kPetersburg, 9, std::nullopt));
  add(lamp, "2", anna_);
  add(pen, "2", anna_);
  EXPECT_THAT(body_of(get("/checkout?zone=MSK", anna_)), HasSubstr("Only 1 is left in this city"));
  EXPECT_THAT(body_of(get("/checkout?zone=SPB", anna_)),
              AllOf(HasSubstr("Sold out in this city"), Not(HasSubstr("is left in this city"))));
  const Response wrong = post("/checkout", "idempotency_key=k&zone=MSK&name=&address=A&contact=abc", anna_);
  EXPECT_THAT(body_of(wrong), HasSubstr("Only 1 is left in this city"));
  EXPECT_EQ(get("/checkout?zone=nowhere", anna_).status, 400);
}

TEST_F(FrontPages, ACartThatNoCityHasInFullLeadsToTwoOrdersAndNotToADeadEnd) {
  const Product lamp = product("Lamp", 100, 0), pen = product("Pen", 100, 5), ink = product("Ink", 100, 5);
  must(shop().stock.set(lamp.id, kPetersburg, 9, std::nullopt));
  for (const Product& one : {lamp, pen, ink}) add(one, "2", anna_);
  const std::string page = body_of(get("/checkout", anna_));
  EXPECT_THAT(page,
              AllOf(HasSubstr("No city has all of this"), HasSubstr("Moscow has the most of it"),
                    HasSubstr("Moscow: 2 of 3 products"), HasSubstr("Saint Petersburg: 1 of 3 products"),
                    HasSubstr("Sold out in this city")));
  EXPECT_LT(page.find("Moscow: 2"), page.find("Saint Petersburg: 1"));
  EXPECT_THAT(body_of(get("/checkout", anna_, "ru")),
              AllOf(HasSubstr("Москва: 2 из 3 товаров"), HasSubstr("Ни в одном городе нет всего сразу")));
  // As the advice says: first without what is not there, then with nothing else.
  post("/cart/items/" + lamp.id.hex() + "/remove", "", anna_);
  EXPECT_THAT(body_of(get("/checkout", anna_)), Not(HasSubstr("No city has all")));
  EXPECT_EQ(post("/checkout", order_form("k1"), anna_).status, 303);
  add(lamp, "2", anna_);
  const std::string rest = body_of(get("/checkout", anna_));
  EXPECT_THAT(rest, AllOf(HasSubstr(">Saint Petersburg<"), Not(HasSubstr("Moscow"))));
}

TEST_F(FrontPages, WhatNoCityHasEnoughOfIsSaidAtTheCheckOut) {
  const Product lamp = product("Lamp", 100, 1), pen = product("Pen", 100, 5);
  add(lamp, "2", anna_);
  add(pen, "2", anna_);
  EXPECT_THAT(body_of(get("/checkout", anna_)),
              AllOf(HasSubstr("1 product is in no city in the number that you want"),
                    Not(HasSubstr("No city has all of this"))));
  EXPECT_THAT(body_of(get("/checkout", anna_, "ru")), HasSubstr("1 товара нет ни в одном городе"));
}

TEST_F(FrontPages, AnOrderIsCancelledByItsOwnerUntilItIsShipped) {
  const Product lamp = product("Lamp", 100, 12);
  add(lamp, "2", anna_);
  const std::string path = location(post("/checkout", order_form("k1"), anna_));
  EXPECT_EQ(get(path, ivan_).status, 404);
  EXPECT_EQ(post(path + "/cancel", "", ivan_).status, 404);
  EXPECT_EQ(post(path + "/cancel", "why=because", anna_).status, 400);
  EXPECT_EQ(stock(lamp.id), 10);
  EXPECT_EQ(location(post(path + "/cancel", "", anna_)), path);
  EXPECT_EQ(stock(lamp.id), 12);
  EXPECT_THAT(body_of(get(path, anna_)),
              AllOf(HasSubstr("This order was cancelled"), Not(HasSubstr("Cancel this order"))));
  EXPECT_EQ(post(path + "/cancel", "", anna_).status, 303);
  EXPECT_EQ(stock(lamp.id), 12);
}

TEST_F(FrontPages, AnOrderHasOneNumberWhereverItsCustomerSeesIt) {
  add(product("Lamp", 1250, 5), "1", anna_);
  const std::string page = location(post("/checkout", order_form("k"), anna_));
  const std::string number = "Order " + OrderNumber(only_order(anna_).id).text();
  EXPECT_THAT(http::test::body_of(get(page, anna_)),
              AllOf(HasSubstr(number + " · Stoa</title>"), HasSubstr(number + "</h1>")));
  EXPECT_THAT(http::test::body_of(get("/orders", anna_)), HasSubstr(">" + number + "</a>"));
}

TEST_F(FrontPages, OrdersGoOnWithACursor) {
  const Product lamp = product("Lamp", 100, 100);
  for (int i = 0; i < 25; ++i) {
    add(lamp, "1", anna_);
    ASSERT_EQ(post("/checkout", order_form("k" + std::to_string(i)), anna_).status, 303);
    clock().advance(std::chrono::seconds(10));
  }
  const std::string body = body_of(get("/orders", anna_));
  std::smatch more;
  ASSERT_TRUE(std::regex_search(body, more, std::regex("href=\"(/orders\\?cursor=[^\"]+)\"")));
  EXPECT_THAT(body_of(get(more[1].str(), anna_)), Not(HasSubstr("id=\"more\"")));
  EXPECT_THAT(body_of(get("/orders", ivan_)), HasSubstr("No orders yet"));
  EXPECT_EQ(get("/orders?cursor=x", anna_).status, 400);
}

TEST_F(FrontPages, ABrowserThatSendsOnlyARefererCanFillItsCart) {
  const Product lamp = product("Lamp", 100, 12);
  const auto add_from = [&](std::string_view referer) {
    http::test::Asked asked(http::Method::Post, "/cart/items");
    asked.cookie("stoa_session", anna_.text()).header("Host", "shop.example").header("Accept", "text/html");
    if (!referer.empty()) asked.header("Referer", referer);
    asked.form("product=" + lamp.id.hex() + "&quantity=1");
    return answer(asked).status;
  };
  EXPECT_EQ(add_from("https://evil.example/"), 403);
  EXPECT_EQ(add_from(""), 403);
  EXPECT_EQ(add_from("https://shop.example" + path_of(lamp)), 303);
  EXPECT_EQ(cart_of(anna_).at(lamp.id), 1);
}

}  // namespace
}  // namespace stoa::shop::test
