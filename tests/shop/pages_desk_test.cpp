#include "shop/pages_desk.h"

#include "accounts/user.h"
#include "http/asked.h"
#include "http/csrf.h"
#include "http/friendly_error_pages.h"
#include "http/percent.h"
#include "http/site.h"
#include "known_sessions.h"
#include "records/collections.h"
#include "records/typed.h"
#include "shop_fixture.h"
#include "support/text_of.h"

namespace stoa::shop::test {
namespace {
using http::Method;
using http::Response;
using http::Role;
using namespace http::test;
using namespace testing;
using namespace std::chrono_literals;

/// The desk behind a whole site.
class DeskPagesTest : public testing::Test, protected World {
 protected:
  DeskPagesTest() : World(std::make_unique<keyspace::OpenEmbedded>()) {
    http::PagesOptions options{.secret = secret_};
    options.missing = http::PagesOptions::Missing::Throw;
    options.clock = &clock();
    pages_ = must(http::Pages::open(options));
    error_pages_ = http::friendly_error_pages(*pages_);
    http::SiteOptions site{.secret = secret_};
    site.routes = desk_pages({shop(), records(), clock(), *pages_, spool_.path()});
    site.sessions = &sessions_;
    site.records = &records();
    site.error_pages = error_pages_.get();
    site.clock = &clock();
    site_.emplace(std::move(site));
  }

  Response get(std::string_view path, const std::optional<Token>& who, std::string_view language = "en") {
    return page_of(*site_, path, who, language);
  }
  Response get(std::string_view path) { return get(path, boss_); }

  enum class Proof { Token, None };
  Response post(std::string_view path, const std::string& fields, const Token& who, Proof proof) {
    if (!csrf_.contains(who)) csrf_[who] = http::Csrf(secret_).token(who.text());
    const std::string token = "csrf=" + csrf_[who] + (fields.empty() ? "" : "&");
    Asked asked(Method::Post, path);
    asked.cookie("stoa_session", who.text()).header("Accept", "text/html");
    asked.form((proof == Proof::Token ? token : "") + fields);
    return answer_of(*site_, asked);
  }
  Response post(std::string_view path, const std::string& fields) {
    return post(path, fields, boss_, Proof::Token);
  }

  std::string at(const Product& product) { return "/admin/products/" + product.id.hex(); }
  Order placed(const Product& product, int quantity = 1) {
    const Shopper shopper = user();
    must(shop().carts.add(shopper, product.id, quantity));
    return order(shopper);
  }
  Product now(const Product& product) { return must(shop().catalogue.product(product.id)); }
  std::size_t product_count() { return must(records().read().size(records::collections::products())); }

  const http::Secret secret_ = http::Secret::random();
  stoa::test::TemporaryDirectory spool_;
  KnownSessions sessions_;
  /// What each one's forms carry, as long as their page is open.
  std::map<Token, std::string> csrf_;
  std::unique_ptr<http::Pages> pages_;
  std::unique_ptr<http::ErrorPages> error_pages_;
  std::optional<http::Site> site_;
  Token boss_ = sessions_.log_in("boss", Role::Admin);
  Token anna_ = sessions_.log_in("anna", Role::Member);
};

TEST_F(DeskPagesTest, APictureThatIsTooLargeToBeReadLeadsBackToItsFormWithAWordOfIt) {
  const Product lamp = product("Lamp", 100);
  Asked asked(Method::Post, at(lamp) + "/pictures");
  asked.cookie("stoa_session", boss_.text()).header("Accept", "text/html");
  (void)site_->plan(asked.request());
  const Response answer = site_->refuse(asked.request(), 413, "http.body_too_large", "the body is too large");
  EXPECT_EQ(answer.status, 303);
  EXPECT_EQ(header_of(answer, "Location"), at(lamp) + "#pictures");
  const std::string cookie = header_of(answer, "Set-Cookie");
  ASSERT_THAT(cookie, StartsWith(http::kFlashCookie));
  Asked next(Method::Get, at(lamp));
  const auto equals = cookie.find('=');
  next.cookie("stoa_session", boss_.text())
      .cookie(cookie.substr(0, equals), cookie.substr(equals + 1, cookie.find(';') - equals - 1));
  next.header("Accept", "text/html");
  EXPECT_THAT(body_of(answer_of(*site_, next)), HasSubstr("The picture is over 2 MB"));
}

std::string long_text(std::size_t length) {
  return std::string(length, 'x');
}

TEST_F(DeskPagesTest, EveryPageSpeaksBothLanguagesToAdminsAndTurnsOthersAway) {
  const Product lamp = product("Lamp <b>", 1250, 100, "Lamps");
  const Order one = placed(lamp);
  must(shop().carts.add(guest(), lamp.id, 2));
  must(shop().popularity.record_view(Token::make(), lamp.id));
  must(shop().rows.keep(lamp.id, 10s));
  const std::map<std::string, std::pair<std::string, std::string>> pages{
      {"/admin/products", {"Name begins with", "Название начинается с"}},
      {"/admin/products/new", {"Put it on sale", "Выставить на продажу"}},
      {at(lamp), {"Take it off sale", "Снять с продажи"}},
      {at(lamp) + "/stock", {"Add or take away", "Добавить или убрать"}},
      {"/admin/stock", {"What happened to the stock", "История запасов"}},
      {"/admin/orders", {"Download as CSV", "Скачать CSV"}},
      {"/admin/orders/" + one.id.hex(), {"Cancel this order", "Отменить заказ"}},
      {"/admin/totals", {"Amount by day and zone", "Сумма по дням и зонам"}},
      {"/admin/popularity", {"Views by rank", "Просмотры по местам"}},
      {"/admin/carts", {"Being filled", "Наполняются"}},
      {"/admin/carts?status=abandoned", {"Left behind", "Оставлены"}},
      {"/admin/caches", {"Row cache", "Кэш строк"}},
  };
  for (const auto& [path, words] : pages) {
    const Response english = get(path);
    EXPECT_EQ(english.status, 200) << path << body_of(english);
    EXPECT_THAT(body_of(english), AllOf(HasSubstr(words.first), HasSubstr("/admin/settings"))) << path;
    EXPECT_THAT(body_of(english), Not(HasSubstr("Lamp <b>"))) << path;
    EXPECT_THAT(body_of(get(path, boss_, "ru")), HasSubstr(words.second)) << path;
    EXPECT_EQ(get(path, anna_).status, 403) << path;
    const Response guest = get(path, std::nullopt);
    EXPECT_EQ(guest.status, 303) << path;
    EXPECT_THAT(header_of(guest, "Location"), StartsWith("/login?next=")) << path;
  }
  EXPECT_EQ(get("/admin/orders.csv", anna_).status, 403);
  EXPECT_EQ(get("/admin/orders.csv", std::nullopt).status, 303);
}

TEST_F(DeskPagesTest, FormsWithoutTheirTokenOrByAMemberChangeNothing) {
  const Product lamp = product("Lamp", 1250, 5, "Lamps");
  const Order one = placed(lamp);
  const std::string order_path = "/admin/orders/" + one.id.hex() + "/status";
  const std::vector<std::pair<std::string, std::string>> forms{
      {"/admin/products", "name=Torch&category=Lamps&price=1&description=&attributes="},
      {at(lamp), "name=Torch&category=Lamps&price=1&description=&attributes="},
      {at(lamp) + "/retire", ""},
      {at(lamp) + "/stock/set", "set_zone=MSK&quantity=1&set_note="},
      {at(lamp) + "/stock/adjust", "zone=MSK&delta=1&note="},
      {order_path, "status=confirmed"},
      {"/admin/caches/rows", "product=" + lamp.id.hex() + "&seconds=5"},
  };
  const Product before = now(lamp);
  for (const auto& [path, fields] : forms) {
    EXPECT_EQ(post(path, fields, boss_, Proof::None).status, 403) << path;
    EXPECT_EQ(post(path, fields, anna_, Proof::Token).status, 403) << path;
    EXPECT_EQ(post(path, fields + "&evil=1").status, 400) << path;
    EXPECT_EQ(post(path, fields + "&csrf=%ff").status, 400) << path;
  }
  EXPECT_EQ(now(lamp), before);
  EXPECT_EQ(product_count(), 1U);
  EXPECT_EQ(must(shop().orders.order(one.id)).status, OrderStatus::Pending);
  EXPECT_EQ(must(shop().rows.count()), 0U);
}

TEST_F(DeskPagesTest, AProductIsMadeEditedRetiredAndBroughtBack) {
  const Response made =
      post("/admin/products",
           "name=%D0%9B%D0%B0%D0%BC%D0%BF%D0%B0&category=Lamps&price=1+200,50&description=Bright&"
           "attributes=colour%3A+red%0D%0A%0D%0Asize:XL");
  ASSERT_EQ(made.status, 303) << body_of(made);
  const std::string place = header_of(made, "Location");
  const auto id = must(ProductId::parse(place.substr(std::string("/admin/products/").size(), 24)));
  Product lamp = must(shop().catalogue.product(id));
  EXPECT_EQ(lamp.name, "Лампа");
  EXPECT_EQ(lamp.price.text(), "1200.50");
  EXPECT_EQ(lamp.attributes, (std::map<std::string, std::string>{{"colour", "red"}, {"size", "XL"}}));

  EXPECT_THAT(body_of(get(at(lamp))), AllOf(HasSubstr("value=\"1200.50\""), HasSubstr("colour: red")));
  EXPECT_EQ(post(at(lamp), "name=Torch&category=Lamps&price=3&description=&attributes=").status, 303);
  lamp = now(lamp);
  EXPECT_EQ(lamp.name, "Torch");
  EXPECT_EQ(lamp.description, std::nullopt);
  EXPECT_TRUE(lamp.attributes.empty());

  EXPECT_EQ(post(at(lamp) + "/retire", "").status, 303);
  EXPECT_FALSE(now(lamp).on_sale());
  EXPECT_THAT(body_of(get("/admin/products?state=retired")), HasSubstr("Torch"));
  EXPECT_THAT(body_of(get("/admin/products?state=on_sale")), Not(HasSubstr("Torch")));
  EXPECT_EQ(post(at(lamp) + "/bring_back", "").status, 303);
  EXPECT_TRUE(now(lamp).on_sale());
}

TEST_F(DeskPagesTest, AFormSentTwiceMakesOneProduct) {
  const std::string form = "name=Torch&category=Lamps&price=3&description=&attributes=&idempotency_key=abc";
  const Response first = post("/admin/products", form), again = post("/admin/products", form);
  EXPECT_EQ(first.status, 303);
  EXPECT_EQ(header_of(first, "Location"), header_of(again, "Location"));
  EXPECT_EQ(product_count(), 1U);
}

TEST_F(DeskPagesTest, WhatIsWrongWithAProductIsSaidBesideEachFieldAndNothingChanges) {
  const Product lamp = product("Lamp", 1250, 5, "Lamps");
  const Product before = now(lamp);
  const Response empty = post(at(lamp), "name=&category=&price=abc&description=&attributes=nonsense");
  EXPECT_EQ(empty.status, 422);
  for (const auto* said : {"href=\"#name\"", "href=\"#category\"", "href=\"#price\"", "href=\"#attributes\"",
                           "This is needed.", "A number belongs here.", "nonsense"})
    EXPECT_THAT(body_of(empty), HasSubstr(said)) << said;
  const std::string good = "&category=Lamps&description=&attributes=";
  const std::vector<std::string> bad{
      "name=" + long_text(201) + "&price=1" + good,
      "name=Lamp&price=-1" + good,
      "name=Lamp&price=100000001" + good,
      "name=Lamp&price=1.234" + good,
      "name=Lamp&price=1&category=" + long_text(101) + "&description=&attributes=",
      "name=Lamp&price=1&category=Lamps&attributes=&description=" + long_text(20'001),
      "name=Lamp&price=1&category=Lamps&description=&attributes=a:1%0Aa:2",
      "name=Lamp&price=1&category=Lamps&description=&attributes=%3A+x",
      "name=Lamp&price=1&category=Lamps&description=&attributes=a:" + long_text(501),
      "name=Lamp&price=1&category=Lamps&description=&attributes=a.b:1",
      "name=Lamp&price=1&category=Lamps&description=&attributes=a%E2%80%AEb:1",
      "name=+++&price=1" + good,
      "name=a%07&price=1" + good,
      "name=a%0Ab&price=1" + good,
      "name=a%E2%80%AEb&price=1" + good,
      "name=Lamp&price=1&category=+&description=&attributes=",
  };
  for (const std::string& form : bad) {
    EXPECT_EQ(post(at(lamp), form).status, 422) << form.substr(0, 80);
    EXPECT_EQ(post("/admin/products", form).status, 422) << form.substr(0, 80);
  }
  EXPECT_EQ(post(at(lamp), "name=%ff&price=1" + good).status, 400);
  EXPECT_EQ(post(at(lamp), "name=" + long_text(200 << 10) + "&price=1" + good).status, 422);
  EXPECT_EQ(now(lamp), before);
  EXPECT_EQ(product_count(), 1U);
  EXPECT_EQ(get("/admin/products/000000000000000000000000").status, 404);
  EXPECT_EQ(post("/admin/products/000000000000000000000000", "name=Lamp&price=1" + good).status, 404);
}

TEST_F(DeskPagesTest, ProductsAreFoundByTheBeginningOfTheirNameAndByCategory) {
  product("Lamp", 100, 0, "Lamps");
  product("lampshade", 100, 0, "Shades");
  product("Desk", 100, 0, "Desks");
  const std::string found = body_of(get("/admin/products?name=lamp"));
  EXPECT_THAT(found, AllOf(HasSubstr(">Lamp</a>"), HasSubstr(">lampshade</a>"), Not(HasSubstr(">Desk</a>"))));
  EXPECT_THAT(body_of(get("/admin/products?category=Desks")),
              AllOf(HasSubstr(">Desk</a>"), Not(HasSubstr(">Lamp</a>"))));
  EXPECT_THAT(body_of(get("/admin/products?name=zzz")), HasSubstr("No product is like that."));
  EXPECT_EQ(get("/admin/products?state=best").status, 400);
  EXPECT_EQ(get("/admin/products?cursor=nonsense").status, 400);
}

TEST_F(DeskPagesTest, ALongListGoesOnBehindItsCursorWithItsFilter) {
  for (int i = 0; i < 60; ++i) {
    product("Pen " + std::to_string(100 + i), 100, 0, "Pens & ink");
    clock().advance(1s);
  }
  const std::string first = body_of(get("/admin/products?category=Pens+%26+ink&name="));
  const auto begin = first.find("href=\"/admin/products?category=Pens%20%26%20ink&amp;cursor=");
  ASSERT_NE(begin, first.npos) << first;
  std::string address = first.substr(begin + 6, first.find('"', begin + 6) - begin - 6);
  address.replace(address.find("&amp;"), 5, "&");
  const std::string second = body_of(get(address));
  EXPECT_THAT(second,
              AllOf(HasSubstr("Pen 109<"), Not(HasSubstr("Pen 110<")), HasSubstr("To the beginning")));
}

TEST_F(DeskPagesTest, StockIsSetAndAdjustedWithAReason) {
  const Product lamp = product("Lamp", 1250);
  const std::string path = at(lamp) + "/stock";
  EXPECT_EQ(post(path + "/set", "set_zone=MSK&quantity=7&set_note=a+count").status, 303);
  EXPECT_EQ(stock(lamp.id), 7);
  EXPECT_EQ(post(path + "/adjust", "zone=MSK&delta=-2&note=%D0%B1%D0%BE%D0%B9&idempotency_key=k").status,
            303);
  EXPECT_EQ(post(path + "/adjust", "zone=MSK&delta=-2&note=%D0%B1%D0%BE%D0%B9&idempotency_key=k").status,
            303);
  EXPECT_EQ(stock(lamp.id), 5);
  for (const std::string& shown : {body_of(get(path)), body_of(get("/admin/stock"))})
    EXPECT_THAT(shown, AllOf(HasSubstr("a count"), HasSubstr("бой"), HasSubstr("boss")));
}

TEST_F(DeskPagesTest, StockThatCannotBeIsRefusedBesideItsField) {
  const Product lamp = product("Lamp", 1250, 5);
  const std::string path = at(lamp) + "/stock";
  for (const std::string form :
       {"set_zone=MSK&quantity=-1&set_note=", "set_zone=MSK&quantity=1.5&set_note=",
        "set_zone=MSK&quantity=many&set_note=", "set_zone=MSK&quantity=&set_note=",
        "set_zone=MSK&quantity=1000000001&set_note=", "set_zone=moscow&quantity=1&set_note=",
        "set_zone=&quantity=1&set_note=", "quantity=1", "set_zone=%D0%9C%D0%A1%D0%9A&quantity=1&set_note="})
    EXPECT_EQ(post(path + "/set", form).status, 422) << form;
  EXPECT_EQ(post(path + "/set", "set_zone=MSK&quantity=1&set_note=" + long_text(201)).status, 422);
  const Response too_few = post(path + "/adjust", "zone=MSK&delta=-6&note=");
  EXPECT_EQ(too_few.status, 422);
  EXPECT_THAT(body_of(too_few), HasSubstr("Less than that is in stock."));
  EXPECT_EQ(post(path + "/adjust", "zone=MSK&delta=1000000000&note=").status, 422);
  EXPECT_EQ(post(path + "/adjust", "zone=MSK&delta=99999999999999999999&note=").status, 422);
  EXPECT_EQ(stock(lamp.id), 5);
  EXPECT_EQ(must(shop().stock.history(lamp.id, 10, "")).moves.size(), 1U);
}

TEST_F(DeskPagesTest, AnOrderIsConfirmedShippedAndDelivered) {
  const Product lamp = product("Lamp", 1250, 5);
  const Order one = placed(lamp, 2);
  const std::string path = "/admin/orders/" + one.id.hex();
  for (const std::string status : {"confirmed", "shipped", "delivered"}) {
    EXPECT_THAT(body_of(get(path)), HasSubstr("value=\"" + status + "\"")) << status;
    const Response moved = post(path + "/status", "status=" + status);
    EXPECT_EQ(moved.status, 303);
    EXPECT_EQ(header_of(moved, "Location"), path);
    EXPECT_EQ(name_of(must(shop().orders.order(one.id)).status), status);
  }
  EXPECT_THAT(body_of(get(path)), Not(HasSubstr("Cancel the order")));
}

TEST_F(DeskPagesTest, AnOrderNamesItsCustomer) {
  const Order one = placed(product("Lamp", 1250, 5), 2);
  const std::string path = "/admin/orders/" + one.id.hex();
  EXPECT_THAT(body_of(get(path)), HasSubstr("<code>" + one.user_id.hex() + "</code>"));
  accounts::User customer;
  customer.id = one.user_id;
  customer.shortcode = must(Shortcode::parse("marta"));
  must(records().transact(
      [&](records::Tx& tx) { return records::insert(tx, records::collections::users(), customer); }));
  EXPECT_THAT(body_of(get(path)),
              AllOf(HasSubstr("<a href=\"/users/marta\">marta</a>"), Not(HasSubstr(one.user_id.hex()))));
  customer.state = accounts::State::Removed;
  must(records().transact(
      [&](records::Tx& tx) { return records::replace(tx, records::collections::users(), customer); }));
  EXPECT_THAT(body_of(get(path)), AllOf(HasSubstr("<dd>marta</dd>"), Not(HasSubstr("/users/marta"))));
}

TEST_F(DeskPagesTest, ACancelledOrderGivesItsStockBackOnceAndAMoveThatComesLateIsTold) {
  const Product lamp = product("Lamp", 1250, 5);
  const Order one = placed(lamp, 2);
  const std::string path = "/admin/orders/" + one.id.hex();
  EXPECT_EQ(post(path + "/status", "status=cancelled").status, 303);
  const Response late = post(path + "/status", "status=cancelled");
  EXPECT_EQ(late.status, 303);
  EXPECT_THAT(header_of(late, "Set-Cookie"), HasSubstr("stoa_flash"));
  EXPECT_EQ(stock(lamp.id), 5);
  for (const char* bad : {"status=", "status=lost", "status=pending%00", ""})
    EXPECT_EQ(post(path + "/status", bad).status, 400) << bad;
  EXPECT_EQ(post("/admin/orders/000000000000000000000000/status", "status=confirmed").status, 404);
  EXPECT_EQ(get("/admin/orders/000000000000000000000000").status, 404);
}

TEST_F(DeskPagesTest, OrdersAreListedByStatusAndZone) {
  const Product lamp = product("Lamp", 1250, 5);
  const Order first = placed(lamp), second = placed(lamp);
  must(shop().orders.move(second.id, OrderStatus::Confirmed));
  const auto number = [](const Order& one) { return "<code>" + OrderNumber(one.id).text() + "</code>"; };
  EXPECT_THAT(body_of(get("/admin/orders?status=pending&zone=MSK")),
              AllOf(HasSubstr(number(first)), Not(HasSubstr(number(second)))));
  EXPECT_THAT(body_of(get("/admin/orders?zone=SPB")), HasSubstr("No order is like that."));
  EXPECT_EQ(get("/admin/orders?status=lost").status, 400);
  EXPECT_EQ(get("/admin/orders?zone=moscow").status, 400);
}

TEST_F(DeskPagesTest, TheNumberThatACustomerTellsLeadsToTheOrder) {
  const Product lamp = product("Lamp", 1250, 5);
  const Order one = placed(lamp);
  placed(lamp);
  const std::string number = OrderNumber(one.id).text();
  EXPECT_THAT(body_of(get("/admin/orders/" + one.id.hex())), HasSubstr("<code>" + number + "</code>"));
  const std::string upper_without_dash = [&] {
    std::string text = number.substr(0, 8) + number.substr(9);
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
  }();
  for (const std::string& typed : {number, "+" + number + "+", upper_without_dash, one.id.hex()}) {
    const Response found = get("/admin/orders?number=" + typed);
    EXPECT_EQ(found.status, 303) << typed;
    EXPECT_EQ(header_of(found, "Location"), "/admin/orders/" + one.id.hex()) << typed;
  }
  EXPECT_EQ(get("/admin/orders?number=" + number, anna_).status, 403);
}

TEST_F(DeskPagesTest, ANumberThatIsNoneOrNobodysIsSaidBesideItsFieldAndKept) {
  placed(product("Lamp", 1250, 5));
  for (const char* typed : {"6a1f03b2", "6a1f03b2-9c4g", "lamp &lt;b&gt;"}) {
    const Response wrong = get("/admin/orders?number=" + http::percent_encoded(typed));
    EXPECT_EQ(wrong.status, 422) << typed;
    EXPECT_THAT(body_of(wrong), AllOf(HasSubstr("id=\"number-error\">That is no order number"),
                                      HasSubstr("aria-invalid=\"true\""), Not(HasSubstr("<b>"))));
  }
  EXPECT_THAT(body_of(get("/admin/orders?number=6a1f03b2", boss_, "ru")),
              AllOf(HasSubstr("Это не номер заказа"), HasSubstr("value=\"6a1f03b2\"")));
  const Response none = get("/admin/orders?number=6a1f03b29c41");
  EXPECT_EQ(none.status, 200);
  EXPECT_THAT(body_of(none), AllOf(HasSubstr("No order has this number"), HasSubstr("value=\"6a1f03b29c41\""),
                                   HasSubstr("All orders"), Not(HasSubstr("No order is like that")),
                                   Not(HasSubstr("<table"))));
  EXPECT_THAT(body_of(get("/admin/orders?number=")), Not(HasSubstr("number-error")));
}

TEST_F(DeskPagesTest, OfSeveralOrdersWithOneNumberAllAreListed) {
  const Product lamp = product("Lamp", 1250, 5);
  Order one = placed(lamp), other = one, third = placed(lamp);
  ObjectId::Bytes bytes = one.id.bytes();
  ++bytes[6];
  other.id = OrderId(ObjectId(bytes));
  must(records().transact(
      [&](records::Tx& tx) { return records::insert(tx, records::collections::orders(), other); }));
  const std::string list = body_of(get("/admin/orders?number=" + OrderNumber(one.id).text()));
  EXPECT_THAT(list,
              AllOf(HasSubstr("/admin/orders/" + one.id.hex()), HasSubstr("/admin/orders/" + other.id.hex()),
                    Not(HasSubstr("/admin/orders/" + third.id.hex())), Not(HasSubstr("number-error"))));
}

TEST_F(DeskPagesTest, TheOrdersAreDownloadedFromAFileThatHasNoName) {
  const Product lamp = product("=Lamp", 1250, 5);
  const Order one = placed(lamp);
  const Response answer = get("/admin/orders.csv?status=pending&zone=");
  ASSERT_EQ(answer.status, 200);
  EXPECT_THAT(answer.content_type, StartsWith("text/csv"));
  EXPECT_THAT(header_of(answer, "Content-Disposition"), StartsWith("attachment"));
  const auto& part = std::get<http::FilePart>(answer.body);
  EXPECT_TRUE(std::filesystem::is_empty(spool_.path()));
  const std::string text = stoa::test::text_of(part.path);
  EXPECT_EQ(text.size(), part.length);
  EXPECT_THAT(text, AllOf(HasSubstr(one.id.hex()), HasSubstr("\"'=Lamp\"")));
  EXPECT_EQ(get("/admin/orders.csv?status=lost").status, 400);
}

TEST_F(DeskPagesTest, TotalsHaveARowForEveryDayAndAColumnForEveryZone) {
  const Product lamp = product("Lamp", 1250, 5);
  placed(lamp);
  clock().advance(std::chrono::days(3));
  placed(lamp, 2);
  const std::string page = body_of(get("/admin/totals?days=7"));
  EXPECT_THAT(page, AllOf(HasSubstr("data-plot=\"lines\""), HasSubstr("data-value=\"12.50\""),
                          HasSubstr("data-value=\"25.00\""),
                          HasSubstr("<th scope=\"col\" class=\"number\">MSK</th>")));
  std::size_t rows = 0;
  for (auto found = page.find("data-place="); found != page.npos; found = page.find("data-place=", found + 1))
    ++rows;
  EXPECT_EQ(rows, 14U);
  for (const auto* bad : {"0", "367", "x", "-1"})
    EXPECT_EQ(get(std::string("/admin/totals?days=") + bad).status, 400) << bad;
}

TEST_F(DeskPagesTest, PagesWithAPlotAloneBringItsScript) {
  product("Lamp", 1250, 5);
  EXPECT_THAT(body_of(get("/admin/totals")), AllOf(HasSubstr("/static/plot."), HasSubstr("/static/uplot.")));
  EXPECT_THAT(body_of(get("/admin/orders")), Not(HasSubstr("/static/plot.")));
}

TEST_F(DeskPagesTest, CartsShowWhatIsInThemAndNoToken) {
  const Product lamp = product("Lamp", 1250, 5);
  const Shopper shopper = guest();
  must(shop().carts.add(shopper, lamp.id, 3));
  const std::string page = body_of(get("/admin/carts"));
  EXPECT_THAT(page, AllOf(HasSubstr("sess_"), HasSubstr("3 × "), Not(HasSubstr(shopper.token.text()))));
  EXPECT_EQ(get("/admin/carts?status=ordered").status, 400);
}

TEST_F(DeskPagesTest, RowsAreKeptAndDroppedAndPagesFlushed) {
  const Product lamp = product("Lamp", 1250, 5);
  const std::string id = lamp.id.hex();
  EXPECT_EQ(post("/admin/caches/rows", "product=" + id + "&seconds=2,5").status, 303);
  EXPECT_EQ(must(shop().rows.kept(10, "")).rows.front().delay_seconds, 2.5);
  EXPECT_THAT(body_of(get("/admin/caches")), HasSubstr("value=\"\""));
  for (const std::string& bad :
       {"product=" + id + "&seconds=0", "product=" + id + "&seconds=86401", "product=" + id + "&seconds=x",
        std::string("product=xyz&seconds=5"), std::string("product=000000000000000000000000&seconds=5"),
        std::string("product=&seconds=")})
    EXPECT_EQ(post("/admin/caches/rows", bad).status, 422) << bad;
  EXPECT_EQ(post("/admin/caches/rows/" + id + "/drop", "").status, 303);
  clock().advance(1s);
  must(shop().rows.work(10));
  EXPECT_EQ(must(shop().rows.count()), 0U);
  EXPECT_EQ(post("/admin/caches/pages", "page_product=" + id).status, 303);
  EXPECT_EQ(post("/admin/caches/pages", "page_product=xyz").status, 422);
  EXPECT_EQ(post("/admin/caches/pages", "page_product=000000000000000000000000").status, 422);
}

TEST_F(DeskPagesTest, APictureIsAddedToAProductAndRemoved) {
  const Product lamp = product("Lamp", 1250, 5);
  const auto upload = [&](std::string_view content) {
    Asked asked(Method::Post, at(lamp) + "/pictures");
    asked.cookie("stoa_session", boss_.text()).header("Accept", "text/html");
    std::string body = "--x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" +
                       http::Csrf(secret_).token(boss_.text()) +
                       "\r\n--x\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\n"
                       "Content-Type: image/png\r\n\r\n";
    body += content;
    body += "\r\n--x--\r\n";
    asked.body("multipart/form-data; boundary=x", body);
    return answer_of(*site_, asked);
  };
  const Response refused = upload("this is no picture");
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(body_of(refused),
              AllOf(HasSubstr("This is no JPEG, PNG or WebP."), HasSubstr("value=\"Lamp\"")));
  EXPECT_EQ(now(lamp).pictures, std::nullopt);
  const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89", 33);
  EXPECT_EQ(upload(png).status, 303);
  ASSERT_TRUE(now(lamp).pictures);
  const std::string path = now(lamp).pictures->front();
  EXPECT_THAT(body_of(get(at(lamp))), HasSubstr("src=\"" + path + "\""));
  EXPECT_EQ(post(at(lamp), "name=Lamp&category=Lamps&price=3&description=&attributes=").status, 303);
  EXPECT_TRUE(now(lamp).pictures);
  EXPECT_EQ(post(at(lamp) + "/pictures/remove", "picture=%2Fpictures%2Fother").status, 404);
  EXPECT_EQ(post(at(lamp) + "/pictures/remove", "picture=" + path).status, 303);
  EXPECT_EQ(now(lamp).pictures, std::nullopt);
}

/// What a page's form says of a hidden field.
std::string hidden(const Response& page, const std::string& name) {
  const std::string body = body_of(page), begin = "name=\"" + name + "\" value=\"";
  const auto at = body.find(begin);
  return at == body.npos
             ? ""
             : body.substr(at + begin.size(), body.find('"', at + begin.size()) - at - begin.size());
}

TEST_F(DeskPagesTest, OfTwoWhoSaveOneProductTheSecondIsToldAndKeepsWhatWasTyped) {
  const Product lamp = product("Lamp", 1250, 5, "Lamps");
  const std::string anna = hidden(get(at(lamp)), "edition"), boris = hidden(get(at(lamp)), "edition");
  ASSERT_FALSE(anna.empty());
  const std::string rest = "&category=Lamps&description=&attributes=&edition=";
  EXPECT_EQ(post(at(lamp), "name=Lantern&price=12.50" + rest + anna).status, 303);
  const Response late = post(at(lamp), "name=Lamp&price=99" + rest + boris);
  EXPECT_EQ(late.status, 409);
  EXPECT_THAT(body_of(late),
              AllOf(HasSubstr("Somebody else has saved this product meanwhile"), HasSubstr(">Lantern</dd>"),
                    HasSubstr(">12.50</dd>"), HasSubstr("value=\"Lamp\""), HasSubstr("value=\"99\"")));
  EXPECT_EQ(now(lamp).name, "Lantern");
  EXPECT_EQ(now(lamp).price.text(), "12.50");
  const std::string seen = hidden(late, "edition");
  EXPECT_NE(seen, boris);
  EXPECT_EQ(post(at(lamp), "name=Lamp&price=99" + rest + seen).status, 303);
  EXPECT_EQ(now(lamp).price.text(), "99.00");
}

TEST_F(DeskPagesTest, ASaleOrAPictureMeanwhileIsNoConflictAndIsNotLost) {
  const Product lamp = product("Lamp", 1250, 5, "Lamps");
  const std::string edition = hidden(get(at(lamp)), "edition");
  placed(lamp, 2);
  must(shop().catalogue.revise(lamp.id, [](ProductDraft& draft) -> Result<void> {
    draft.pictures.push_back("/static/a.png");
    return {};
  }));
  EXPECT_EQ(post(at(lamp), "name=Lantern&price=1&category=Lamps&description=&attributes=&edition=" + edition)
                .status,
            303);
  EXPECT_EQ(now(lamp).pictures, std::vector<std::string>{"/static/a.png"});
  EXPECT_EQ(stock(lamp.id), 3);
}

TEST_F(DeskPagesTest, AFormWithAMistakeStillKnowsWhichEditionItWasMadeFrom) {
  const Product lamp = product("Lamp", 1250, 5, "Lamps");
  const std::string edition = hidden(get(at(lamp)), "edition");
  must(shop().catalogue.edit(lamp.id, {"Lantern", std::nullopt, "Lamps", Money::literal(1), {}, {}}));
  const Response wrong =
      post(at(lamp), "name=Lamp&price=x&category=Lamps&description=&attributes=&edition=" + edition);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_EQ(hidden(wrong, "edition"), edition);
}

}  // namespace
}  // namespace stoa::shop::test
