#include "shop/api.h"

#include "api_fixture.h"
#include "base/json.h"

namespace stoa::shop::test {
namespace {
using http::Method;
using http::Response;
using namespace http::test;
using namespace testing;

class ShopApi : public ApiSite {
 protected:
  Response ask(Method method, std::string_view target, const std::optional<Token>& who = std::nullopt,
               std::string_view json = {}, std::string_view key = {}) {
    Asked asked(method, target);
    if (!json.empty()) asked.json(json);
    if (!key.empty()) asked.header("Idempotency-Key", key);
    return ApiSite::ask(asked, who);
  }
  Response add(const Token& who, const Product& product, int quantity = 1) {
    return ask(Method::Post, "/api/cart/items", who,
               "{\"product_id\":\"" + product.id.hex() + "\",\"quantity\":" + std::to_string(quantity) + "}");
  }
  Response check_out(const Token& who, std::string_view key, std::string_view more = {}) {
    return ask(Method::Post, "/api/orders", who,
               "{\"zone\":\"MSK\",\"delivery\":{\"name\":\"Anna\",\"address\":\"Nevsky "
               "1\",\"contact\":\"a@b.org\"}" +
                   std::string(more) + "}",
               key);
  }
  OrderId placed(const Token& who, std::string_view key) {
    const Response answer = check_out(who, key);
    EXPECT_EQ(answer.status, 201) << body_of(answer);
    return must(OrderId::parse(header_of(answer, "Location").substr(std::string("/api/orders/").size())));
  }
};

TEST_F(ShopApi, AGuestWhoMissedTheFirstAnswerGetsASessionWhenAddingAgain) {
  const Product lamp = product("lamp", 1250, 3);
  const auto add_without_session = [&] {
    return ask(Method::Post, "/api/cart/items", std::nullopt, "{\"product_id\":\"" + lamp.id.hex() + "\"}",
               "k1");
  };
  const auto first = session_in(add_without_session()), second = session_in(add_without_session());
  ASSERT_TRUE(second);
  EXPECT_NE(second, first);
  const Response cart = ask(Method::Get, "/api/cart", second);
  EXPECT_THAT(body_of(cart), HasSubstr("\"quantity\":1"));
}

TEST_F(ShopApi, ListsAndShowsProducts) {
  const Product lamp = product("lamp", 1250, 3, "Lamps");
  product("desk", 99900, 3, "Desks");
  const Response list = ask(Method::Get, "/api/products?category=Lamps&most=100.00&order=cheapest");
  EXPECT_EQ(list.status, 200);
  EXPECT_THAT(body_of(list), HasSubstr("\"name\":\"lamp\""));
  EXPECT_THAT(body_of(list), HasSubstr("12.5"));
  EXPECT_THAT(body_of(list), Not(HasSubstr("desk")));
  EXPECT_EQ(ask(Method::Get, "/api/products/" + lamp.id.hex()).status, 200);
  EXPECT_EQ(ask(Method::Get, "/api/products/000000000000000000000000").status, 404);
  for (const auto* bad :
       {"limit=0", "limit=101", "order=best", "least=abc", "attribute=colour", "cursor=xyz"})
    EXPECT_EQ(ask(Method::Get, std::string("/api/products?") + bad).status, 400) << bad;
}

TEST_F(ShopApi, ListsByPopularityPageByPageWhateverNarrowsTheList) {
  std::vector<Product> lamps;
  for (int i = 0; i < 5; ++i) {
    clock().advance(std::chrono::milliseconds(1));
    lamps.push_back(product("lamp " + std::to_string(i), 100 * (i + 1), 1, "Lamps"));
  }
  const Product desk = product("desk", 300, 1, "Desks");
  for (const Product& seen : {desk, desk, desk, lamps[1], lamps[1], lamps[3], lamps[0]})
    must(shop().popularity.record_view(Token::make(), seen.id));
  const std::string list = "/api/products?order=popular&category=Lamps&least=2.00&limit=2";
  std::vector<std::string> names;
  std::string cursor;
  do {
    const auto page = must(read_json<ProductPage>(body_of(ask(Method::Get, list + "&cursor=" + cursor))));
    for (const Product& each : page.products) names.push_back(each.name);
    must(shop().popularity.record_view(Token::make(), lamps[4].id));
    cursor = page.next;
  } while (!cursor.empty());
  EXPECT_THAT(names, ElementsAre("lamp 1", "lamp 3", "lamp 4", "lamp 2"));
  EXPECT_EQ(ask(Method::Get, "/api/products?order=popular&cursor=xyz").status, 400);
}

TEST_F(ShopApi, AGuestWithoutASessionGetsOneByFillingACartAndNotByLooking) {
  const Product lamp = product("lamp", 100, 3);
  const Response looked = ask(Method::Get, "/api/cart");
  EXPECT_EQ(looked.status, 200);
  EXPECT_EQ(header_of(looked, "Set-Cookie"), "");
  const Response added =
      ask(Method::Post, "/api/cart/items", std::nullopt, "{\"product_id\":\"" + lamp.id.hex() + "\"}");
  EXPECT_EQ(added.status, 200) << body_of(added);
  EXPECT_THAT(header_of(added, "Set-Cookie"), HasSubstr("stoa_session="));
  EXPECT_THAT(body_of(added), HasSubstr("\"quantity\":1"));
}

TEST_F(ShopApi, ACartIsFilledChangedAndEmptied) {
  const Product lamp = product("lamp", 100, 3);
  const std::string line = "/api/cart/items/" + lamp.id.hex();
  EXPECT_THAT(body_of(add(anna_, lamp, 2)), HasSubstr("\"quantity\":2"));
  EXPECT_THAT(body_of(ask(Method::Put, line, anna_, "{\"quantity\":5}")), HasSubstr("\"less_in_stock\""));
  EXPECT_THAT(body_of(ask(Method::Put, "/api/cart/zone", anna_, "{\"zone\":\"SPB\"}")),
              HasSubstr("\"out_of_stock\""));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/cart", ivan_)), HasSubstr("\"pieces\":0"));
  EXPECT_THAT(body_of(ask(Method::Delete, line, anna_)), HasSubstr("\"lines\":0"));
  add(anna_, lamp);
  EXPECT_THAT(body_of(ask(Method::Delete, "/api/cart", anna_)), HasSubstr("\"pieces\":0"));
  EXPECT_EQ(ask(Method::Put, line, anna_, "{\"quantity\":5}").status, 404);
}

TEST_F(ShopApi, AChangeOfALineIsAnsweredWithThatLineAndWhatTheCartComesTo) {
  const Product lamp = product("lamp", 1000, 3), desk = product("desk", 5000, 3);
  add(anna_, desk);
  const auto changed = [&](const Response& answer) { return must(read_json<ShownChange>(body_of(answer))); };
  const auto added = changed(add(anna_, lamp, 2));
  EXPECT_EQ(added.line->product_id, lamp.id);
  EXPECT_EQ(added.line->sum, Money::literal(2000));
  EXPECT_EQ(added.lines, 2);
  EXPECT_EQ(added.amount, Money::literal(7000));
  EXPECT_EQ(added.expires_at, cart_expiry(clock().now()));
  const std::string line = "/api/cart/items/" + lamp.id.hex();
  const auto more = changed(ask(Method::Put, line, anna_, "{\"quantity\":5}"));
  EXPECT_EQ(more.amount, Money::literal(10000));
  EXPECT_THAT(more.line->notes, ElementsAre(LineNote::LessInStock));
  for (const int time : {1, 2}) {
    const auto removed = changed(ask(Method::Delete, line, anna_));
    EXPECT_FALSE(removed.line) << time;
    EXPECT_EQ(removed.lines, 1) << time;
    EXPECT_EQ(removed.amount, Money::literal(5000)) << time;
  }
  EXPECT_EQ(changed(ask(Method::Delete, line, ivan_)).lines, 0);
}

TEST_F(ShopApi, RefusesWhatIsNotAsDescribed) {
  const Product lamp = product("lamp", 100, 3);
  const std::string id = "\"product_id\":\"" + lamp.id.hex() + "\"";
  for (const std::string bad :
       {"{}", "[]", "{\"product_id\":1}", "{\"product_id\":\"xyz\"}", "{\"quantity\":1}"})
    EXPECT_EQ(ask(Method::Post, "/api/cart/items", anna_, bad).status, 400) << bad;
  for (const std::string bad : {",\"quantity\":0", ",\"quantity\":1000", ",\"quantity\":1.5", ",\"price\":1",
                                ",\"quantity\":\"1\"", ",\"\xff\":1"})
    EXPECT_EQ(ask(Method::Post, "/api/cart/items", anna_, "{" + id + bad + "}").status, 400) << bad;
  EXPECT_EQ(ask(Method::Put, "/api/cart/zone", anna_, "{\"zone\":\"msk\"}").status, 400);
  EXPECT_EQ(ask(Method::Put, "/api/cart/items/" + lamp.id.hex(), anna_, "{\"quantity\":-1}").status, 400);
}

TEST_F(ShopApi, WhatNobodyCouldReadIsRefusedWithTheFieldsName) {
  add(anna_, product("lamp", 100, 3));
  const auto order = [&](std::string_view delivery) {
    return body_of(ask(Method::Post, "/api/orders", anna_,
                       "{\"zone\":\"MSK\",\"delivery\":{" + std::string(delivery) + "}}", "k"));
  };
  EXPECT_THAT(order(R"("name":" ","address":"Nevsky 1","contact":"a@b.org")"),
              HasSubstr("delivery.name: has nothing in it"));
  EXPECT_THAT(order(R"("name":"Anna","address":" \n ","contact":"a@b.org")"),
              HasSubstr("delivery.address: has nothing in it"));
  EXPECT_THAT(order(R"("name":"Anna","address":"Nevsky 1","contact":"\u202Ea@b.org")"),
              HasSubstr("delivery.contact: holds U+202E"));
  const auto made = [&](std::string_view fields) {
    return body_of(
        ask(Method::Post, "/api/admin/products", boss_, "{\"price\":1," + std::string(fields) + "}"));
  };
  for (const auto& [fields, why] : std::map<std::string, std::string>{
           {R"("name":"   ","category":"c")", "name: has nothing in it"},
           {R"("name":"a\u0007","category":"c")", "name: holds U+0007"},
           {R"("name":"a\nb","category":"c")", "name: holds U+000A"},
           {R"("name":"a\u202Eb","category":"c")", "name: holds U+202E"},
           {R"("name":"a","category":" ")", "category: has nothing in it"},
           {R"("name":"a","category":"c","description":"a\u001B[31m")", "description: holds U+001B"},
           {R"("name":"a","category":"c","attributes":{"colour":"a\nb"})", "attributes.colour: holds U+000A"},
           {R"("name":"a","category":"c","pictures":["http://evil/x.png"])",
            "pictures: http://evil/x.png is not on"},
           {R"("name":"a","category":"c","attributes":{" ":"red"})", "a name has nothing in it"},
           {R"("name":"a","category":"c","attributes":{"a\u202Eb":"red"})", "a name holds U+202E"},
           {R"("name":"a","category":"c","attributes":{"size:mm":"3"})", "'size:mm' has a colon"}})
    EXPECT_THAT(made(fields), HasSubstr(why)) << fields;
  EXPECT_THAT(made(R"("name":"a","category":"c","description":"two\nlines")"), HasSubstr("two\\nlines"));
}

TEST_F(ShopApi, CheckingOutNeedsAMemberAndAKey) {
  const Product lamp = product("lamp", 100, 3);
  add(anna_, lamp);
  EXPECT_EQ(check_out(Token::make(), "k").status, 401);
  const Response keyless = check_out(anna_, "");
  EXPECT_EQ(keyless.status, 400);
  EXPECT_THAT(body_of(keyless), HasSubstr("idempotency.key_missing"));
  EXPECT_EQ(stock(lamp.id), 3);
}

TEST_F(ShopApi, ACheckoutThatIsSentTwiceIsDoneOnce) {
  const Product lamp = product("lamp", 100, 3);
  add(anna_, lamp, 2);
  const Response first = check_out(anna_, "key-1"), second = check_out(anna_, "key-1");
  EXPECT_EQ(first.status, 201) << body_of(first);
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(body_of(first), body_of(second));
  EXPECT_EQ(header_of(second, "Idempotent-Replayed"), "true");
  EXPECT_EQ(stock(lamp.id), 1);
  EXPECT_EQ(check_out(anna_, "key-1", ",\"agreed\":[]").status, 422);
  EXPECT_EQ(check_out(anna_, "key-2").status, 409);
  EXPECT_EQ(all<Order>(records::collections::orders()).size(), 1u);
  EXPECT_THAT(body_of(ask(Method::Get, "/api/cart", anna_)), HasSubstr("\"pieces\":0"));
}

TEST_F(ShopApi, ARefusedCheckoutSaysWhyLineByLineAndMayBeTriedAgainWithItsKey) {
  const Product lamp = product("lamp", 100, 1), desk = product("desk", 100, 5);
  add(anna_, lamp, 2);
  add(anna_, desk, 1);
  price(desk, 150);
  const Response refused = check_out(anna_, "key-1");
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(refused.content_type, "application/problem+json");
  EXPECT_THAT(body_of(refused), HasSubstr("\"code\":\"checkout.refused\""));
  EXPECT_THAT(body_of(refused), HasSubstr("\"reason\":\"out_of_stock\""));
  EXPECT_THAT(body_of(refused), HasSubstr("\"reason\":\"price_changed\""));
  EXPECT_EQ(stock(desk.id), 5);
  must(shop().stock.set(lamp.id, kMoscow, 2, std::nullopt));
  add(anna_, desk, 1);
  EXPECT_EQ(check_out(anna_, "key-1").status, 201);
}

TEST_F(ShopApi, TheCustomerAgreesToAPriceWithinTheCheckout) {
  const Product lamp = product("lamp", 100, 1);
  add(anna_, lamp);
  price(lamp, 150);
  const std::string agreed = ",\"agreed\":[{\"product_id\":\"" + lamp.id.hex() + "\",\"price\":1.5}]";
  EXPECT_EQ(check_out(anna_, "k1").status, 409);
  EXPECT_EQ(check_out(anna_, "k2", agreed).status, 201);
}

TEST_F(ShopApi, AnothersOrderIsNotThere) {
  const Product lamp = product("lamp", 100, 3);
  add(anna_, lamp);
  const std::string path = "/api/orders/" + placed(anna_, "k").hex();
  EXPECT_EQ(ask(Method::Get, path, anna_).status, 200);
  EXPECT_EQ(ask(Method::Get, path, ivan_).status, 404);
  EXPECT_EQ(ask(Method::Post, path + "/cancel", ivan_).status, 404);
  EXPECT_EQ(ask(Method::Get, path).status, 401);
  EXPECT_THAT(body_of(ask(Method::Get, "/api/orders", ivan_)), HasSubstr("\"orders\":[]"));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/orders", anna_)), HasSubstr("\"pending\""));
  EXPECT_EQ(ask(Method::Post, path + "/cancel", anna_).status, 200);
  EXPECT_EQ(ask(Method::Post, path + "/cancel", anna_).status, 409);
  EXPECT_EQ(stock(lamp.id), 3);
}

TEST_F(ShopApi, TheCartsIdIsNotShownWithAnOrder) {
  const Product lamp = product("lamp", 100, 3);
  add(anna_, lamp);
  EXPECT_THAT(body_of(check_out(anna_, "k")), Not(HasSubstr("cart_id")));
}

TEST_F(ShopApi, AdminsKeepTheShop) {
  const Response made =
      ask(Method::Post, "/api/admin/products", boss_,
          "{\"name\":\"lamp\",\"category\":\"Lamps\",\"price\":12.5,\"attributes\":{\"colour\":\"red\"}}");
  ASSERT_EQ(made.status, 201) << body_of(made);
  const std::string id = header_of(made, "Location").substr(std::string("/api/products/").size());
  const std::string path = "/api/admin/products/" + id;
  EXPECT_EQ(ask(Method::Put, path + "/stock/MSK", boss_, "{\"quantity\":5}").status, 200);
  EXPECT_THAT(body_of(ask(Method::Post, path + "/stock/MSK/adjust", boss_, "{\"delta\":-2}")),
              HasSubstr("\"quantity\":3"));
  EXPECT_EQ(ask(Method::Post, path + "/stock/MSK/adjust", boss_, "{\"delta\":-4}").status, 409);
  EXPECT_EQ(ask(Method::Put, path + "/stock/msk", boss_, "{\"quantity\":5}").status, 400);
  EXPECT_THAT(body_of(ask(Method::Get, path + "/stock", boss_)), HasSubstr("\"by\":\"boss\""));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/products?attribute=colour:red")), HasSubstr(id));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/products?attribute=colour:blue")), Not(HasSubstr(id)));
  EXPECT_EQ(ask(Method::Put, "/api/admin/rows/" + id, boss_, "{\"seconds\":5.5}").status, 204);
  EXPECT_EQ(ask(Method::Put, path, boss_, "{\"name\":\"torch\",\"category\":\"Lamps\",\"price\":1}").status,
            200);
  EXPECT_EQ(ask(Method::Post, path + "/retire", boss_).status, 200);
  EXPECT_THAT(body_of(ask(Method::Get, "/api/products")), Not(HasSubstr(id)));
  EXPECT_EQ(ask(Method::Post, path + "/bring_back", boss_).status, 200);
  EXPECT_EQ(ask(Method::Post, "/api/admin/products", boss_, "{\"name\":\"\",\"category\":\"x\",\"price\":-1}")
                .status,
            400);
}

TEST_F(ShopApi, AdminsSeeToOrders) {
  const Product lamp = product("lamp", 100, 3);
  add(anna_, lamp, 2);
  const std::string id = placed(anna_, "k").hex();
  const std::string path = "/api/admin/orders/" + id;
  EXPECT_THAT(body_of(ask(Method::Get, "/api/admin/orders?status=pending&zone=MSK", boss_)), HasSubstr(id));
  EXPECT_EQ(ask(Method::Get, "/api/admin/orders?status=lost", boss_).status, 400);
  EXPECT_EQ(ask(Method::Get, "/api/admin/orders?zone=m", boss_).status, 400);
  EXPECT_EQ(ask(Method::Post, path + "/status", boss_, "{\"status\":\"shipped\"}").status, 409);
  EXPECT_EQ(ask(Method::Post, path + "/status", boss_, "{\"status\":\"confirmed\"}").status, 200);
  EXPECT_THAT(body_of(ask(Method::Get, path, boss_)), HasSubstr("\"confirmed\""));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/admin/totals?days=7", boss_)), HasSubstr("\"orders\":1"));
  EXPECT_EQ(ask(Method::Get, "/api/admin/totals?days=0", boss_).status, 400);
  EXPECT_EQ(ask(Method::Get, "/api/admin/carts/abandoned", boss_).status, 200);
}

TEST_F(ShopApi, AdminsFindAnOrderByItsNumber) {
  const Product lamp = product("lamp", 100, 5);
  add(anna_, lamp);
  const OrderId wanted = placed(anna_, "k");
  add(anna_, lamp);
  const std::string other = placed(anna_, "l").hex();
  const auto ask_for = [&](const std::string& query) {
    return ask(Method::Get, "/api/admin/orders?number=" + query, boss_);
  };
  const std::string number = OrderNumber(wanted).text();
  for (const std::string& query : {number, wanted.hex(), number + "&status=pending&zone=MSK&limit=1"})
    EXPECT_THAT(body_of(ask_for(query)), AllOf(HasSubstr(wanted.hex()), Not(HasSubstr(other)))) << query;
  for (const std::string& query :
       {number + "&status=shipped", number + "&zone=SPB", std::string("6a1f03b2-9c41")})
    EXPECT_THAT(body_of(ask_for(query)), HasSubstr("\"orders\":[]")) << query;
  const Response wrong = ask_for("6a1f03b2");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(body_of(wrong), HasSubstr("number: an order's number is twelve hex digits, as 6a1f03b2-9c41"));
}

TEST_F(ShopApi, AnAdminWatchesTheShop) {
  const Product lamp = product("Lamp", 1250, 5, "Lamps");
  must(shop().catalogue.retire(product("Old lamp", 100, 0, "Lamps").id));
  must(shop().popularity.record_view(Token::make(), lamp.id));
  must(shop().rows.keep(lamp.id, std::chrono::seconds(5)));
  must(shop().carts.add(guest(), lamp.id, 2));
  const auto body = [&](std::string_view path) {
    const Response answer = ask(Method::Get, std::string("/api/admin/") + std::string(path), boss_);
    EXPECT_EQ(answer.status, 200) << path << body_of(answer);
    return body_of(answer);
  };
  EXPECT_THAT(body("products?state=retired"), HasSubstr("Old lamp"));
  EXPECT_THAT(body("products?name=lamp&category=Lamps"), Not(HasSubstr("Old lamp")));
  EXPECT_THAT(body("stock_moves"), HasSubstr("\"left\":5"));
  EXPECT_THAT(body("carts/active"), HasSubstr("sess_"));
  EXPECT_THAT(body("rows"), HasSubstr("\"delay_seconds\":5"));
  EXPECT_THAT(body("popularity?category=Lamps"), HasSubstr("\"views\":1"));
  EXPECT_THAT(body("page_cache"), HasSubstr("\"hits\":0"));
  const std::string page = "/api/admin/page_cache/" + lamp.id.hex();
  EXPECT_EQ(ask(Method::Delete, page, boss_).status, 204);
  EXPECT_EQ(ask(Method::Delete, "/api/admin/page_cache/000000000000000000000000", boss_).status, 404);
  const Response csv = ask(Method::Get, "/api/admin/orders.csv", boss_);
  EXPECT_EQ(csv.status, 200);
  EXPECT_THAT(csv.content_type, HasSubstr("text/csv"));
  for (const auto* bad : {"products?state=x", "rows?cursor=x", "stock_moves?limit=0", "orders.csv?zone=x"})
    EXPECT_EQ(ask(Method::Get, std::string("/api/admin/") + bad, boss_).status, 400) << bad;
}

TEST_F(ShopApi, TheReasonOfAStockMoveIsKept) {
  const std::string path = "/api/admin/products/" + product("Lamp", 1250).id.hex() + "/stock/MSK";
  EXPECT_EQ(ask(Method::Put, path, boss_, R"({"quantity":5,"note":"a count"})").status, 200);
  EXPECT_EQ(ask(Method::Post, path + "/adjust", boss_, R"({"delta":-1,"note":"broken"})").status, 200);
  const std::string moves = body_of(ask(Method::Get, "/api/admin/stock_moves", boss_));
  EXPECT_THAT(moves, HasSubstr("a count"));
  EXPECT_THAT(moves, HasSubstr("broken"));
  const std::string long_note = "{\"quantity\":5,\"note\":\"" + std::string(201, 'x') + "\"}";
  EXPECT_EQ(ask(Method::Put, path, boss_, long_note).status, 400);
}

TEST_F(ShopApi, NobodyButAnAdminReachesAnAdminsRoute) {
  const std::string id = product("lamp", 100).id.hex();
  int routes = 0;
  for (const http::Route& route : site_->routes()) {
    if (!route.path.starts_with("/api/admin/")) continue;
    ++routes;
    std::string path = route.path;
    for (const auto* name : {"{product:id}", "{order:id}"})
      if (const auto at = path.find(name); at != path.npos) path.replace(at, std::string(name).size(), id);
    if (const auto at = path.find("{zone}"); at != path.npos) path.replace(at, 6, "MSK");
    EXPECT_EQ(ask(route.method, path, anna_, "{}").status, 403) << path;
    EXPECT_EQ(ask(route.method, path, std::nullopt, "{}").status, 401) << path;
  }
  EXPECT_GE(routes, 21);
}

TEST_F(ShopApi, EveryRouteThatChangesSomethingRefusesAnotherSitesRequestWithTheCookie) {
  const std::string id = product("lamp", 100).id.hex();
  for (const http::Route& route : site_->routes()) {
    if (route.method == Method::Get || !route.path.starts_with("/api/")) continue;
    std::string path = route.path;
    for (const auto* name : {"{product:id}", "{order:id}"})
      if (const auto at = path.find(name); at != path.npos) path.replace(at, std::string(name).size(), id);
    if (const auto at = path.find("{zone}"); at != path.npos) path.replace(at, 6, "MSK");
    Asked asked(route.method, path);
    asked.cookie(http::kSessionCookie, boss_.text()).header("Idempotency-Key", "k").json("{}");
    const Response answer = answer_of(*site_, asked);
    EXPECT_EQ(answer.status, 403) << path;
    EXPECT_THAT(body_of(answer), HasSubstr("csrf.token")) << path;
  }
}

TEST_F(ShopApi, PopularAndViewedAreShown) {
  const Product lamp = product("lamp", 100, 3);
  must(shop().popularity.record_view(anna_, lamp.id));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/popular")), HasSubstr("lamp"));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/popular?category=Desks")), Not(HasSubstr("lamp")));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/viewed", anna_)), HasSubstr("lamp"));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/viewed", ivan_)), Not(HasSubstr("lamp")));
  EXPECT_THAT(body_of(ask(Method::Get, "/api/viewed")), Not(HasSubstr("lamp")));
}

TEST_F(ShopApi, IsInTheOpenApiDocument) {
  const std::string document = body_of(ask(Method::Get, "/openapi.json"));
  EXPECT_THAT(document, HasSubstr("/api/orders/{order}"));
  EXPECT_THAT(document, HasSubstr("#/components/schemas/Checkout"));
}

TEST_F(ShopApi, AChangeMadeFromAnOldProductIsRefusedByIfMatch) {
  const Product lamp = product("lamp", 1250, 3, "Lamps");
  const std::string path = "/api/admin/products/" + lamp.id.hex();
  const auto put = [&](std::string_view name, const std::string& tag) {
    Asked asked(Method::Put, path);
    asked.header("Authorization", "Bearer " + boss_.text()).header("If-Match", tag);
    asked.json("{\"name\":\"" + std::string(name) + "\",\"category\":\"Lamps\",\"price\":1}");
    (void)site_->plan(asked.request());
    return site_->handle(asked.request());
  };
  const Response seen = ask(Method::Get, path, boss_);
  EXPECT_EQ(seen.status, 200);
  EXPECT_EQ(must(read_json<ProductDraft>(body_of(seen))).name, "lamp");
  EXPECT_EQ(ask(Method::Get, path, anna_).status, 403);
  const std::string tag = header_of(seen, "ETag");
  must(shop().stock.adjust(lamp.id, kMoscow, 1, std::nullopt));
  const Response first = put("torch", tag);
  EXPECT_EQ(first.status, 200) << body_of(first);
  const Response late = put("candle", tag);
  EXPECT_EQ(late.status, 412);
  EXPECT_THAT(body_of(late), HasSubstr("\"code\":\"product.changed\""));
  EXPECT_EQ(must(shop().catalogue.product(lamp.id)).name, "torch");
  EXPECT_EQ(put("candle", header_of(first, "ETag")).status, 200);
  EXPECT_EQ(put("lamp", "*").status, 200);
  EXPECT_EQ(ask(Method::Put, path, boss_, R"({"name":"any","category":"Lamps","price":1})").status, 200);
}

}  // namespace
}  // namespace stoa::shop::test
