#include "front_fixture.h"
#include "http/compression.h"
#include "shop/popular_list.h"

#include <regex>
#include <set>
#include <thread>

namespace stoa::shop::test {
namespace {
using http::Response;
using namespace http::test;
using namespace testing;
namespace keys = keyspace::keys;
using namespace std::chrono_literals;

TEST_F(FrontPages, AnEmptyShopSaysSoInBothLanguages) {
  EXPECT_THAT(body_of(get("/")), HasSubstr("The shelves are still empty"));
  EXPECT_THAT(body_of(get("/", {}, "ru")), HasSubstr("Полки пока пусты"));
  EXPECT_EQ(get("/shop").status, 200);
  EXPECT_EQ(get("/shop/Lamps").status, 404);
}

TEST_F(FrontPages, HomeShowsWhatIsNewWhatIsPopularAndTheCategories) {
  const Product lamp = product("Desk <lamp>", 123'456, 2, "Lamps & Light");
  product("Chess set", 100, 0, "Games");
  const std::string body = body_of(get("/"));
  EXPECT_THAT(body, AllOf(HasSubstr("Desk &lt;lamp&gt;"), HasSubstr("₽1,234.56"), HasSubstr("Last 2"),
                          HasSubstr("Sold out"), HasSubstr(path_of(lamp)), HasSubstr("/shop/lamps-light"),
                          HasSubstr("Games"), Not(HasSubstr("You looked at"))));
  EXPECT_THAT(body_of(get("/", {}, "ru")),
              AllOf(HasSubstr("Сейчас популярно"), HasSubstr("1\u00a0234,56\u00a0₽")));
}

TEST_F(FrontPages, HomeShowsWhatAVisitorLookedAt) {
  const Product lamp = product("Lamp", 100, 3);
  EXPECT_EQ(get(path_of(lamp), anna_).status, 200);
  EXPECT_THAT(body_of(get("/", anna_)), HasSubstr("You looked at"));
  EXPECT_THAT(body_of(get("/", ivan_)), Not(HasSubstr("You looked at")));
  EXPECT_THAT(body_of(get("/fragments/viewed", anna_)), HasSubstr(path_of(lamp)));
  EXPECT_THAT(body_of(get("/fragments/viewed?except=" + lamp.id.hex(), anna_)),
              Not(HasSubstr(path_of(lamp))));
  EXPECT_THAT(body_of(get("/fragments/viewed")), Not(HasSubstr(path_of(lamp))));
}

TEST_F(FrontPages, AFirstViewIsUnder14KilobytesCompressed) {
  for (int i = 0; i < 60; ++i)
    product("A thing with a name of middling length, number " + std::to_string(i), 1000 + i, i % 5,
            "Category " + std::to_string(i % 20));
  const Product one = product("Lamp", 100, 3, "Category 1");
  for (const std::string& path : {std::string("/"), std::string("/shop"), path_of(one)})
    EXPECT_LT(http::compressed(http::Coding::Gzip, body_of(get(path))).size(), 14'000u) << path;
}

class Lists : public FrontPages {
 protected:
  Product of(std::string_view name, std::int64_t minor, std::map<std::string, std::string> attributes = {}) {
    ProductDraft draft;
    draft.name = name;
    draft.category = "Lamps";
    draft.price = must(Money::of_minor(minor));
    draft.attributes = std::move(attributes);
    clock().advance(1ms);
    return must(shop().catalogue.create(draft));
  }
  /// Where the names stand, in the page's order.
  static std::vector<std::string> names_in(const std::string& body) {
    static const std::regex card("class=\"whole\" href=\"[^\"]*\">([^<]*)</a>");
    std::vector<std::string> names;
    for (std::sregex_iterator at(body.begin(), body.end(), card), end; at != end; ++at)
      names.push_back((*at)[1]);
    return names;
  }
  static std::string more_in(const std::string& body) {
    static const std::regex more("class=\"more\" id=\"more\"><a class=\"button\" href=\"([^\"]*)\"");
    std::smatch match;
    if (!std::regex_search(body, match, more)) return {};
    return std::regex_replace(match[1].str(), std::regex("&amp;"), "&");
  }
  std::vector<std::string> names(const std::string& path) { return names_in(body_of(get(path))); }
};

TEST_F(Lists, SortByPriceAgeAndPopularity) {
  const Product first = of("first", 300);
  of("second", 100);
  of("third", 200);
  must(shop().popularity.record_view(anna_, first.id));
  using testing::ElementsAre;
  EXPECT_THAT(names("/shop/lamps?order=cheapest"), ElementsAre("second", "third", "first"));
  EXPECT_THAT(names("/shop/lamps?order=dearest"), ElementsAre("first", "third", "second"));
  EXPECT_THAT(names("/shop/lamps?order=newest"), ElementsAre("third", "second", "first"));
  EXPECT_THAT(names("/shop/lamps"), ElementsAre("first", "third", "second"));
  EXPECT_EQ(get("/shop/lamps?order=best").status, 400);
}

TEST_F(Lists, AreNarrowedByPriceAndAttributes) {
  of("red", 300, {{"Colour", "red"}});
  of("blue", 100, {{"Colour", "blue"}});
  using testing::ElementsAre;
  using testing::IsEmpty;
  EXPECT_THAT(names("/shop/lamps?attribute=Colour%3Ared"), ElementsAre("red"));
  EXPECT_THAT(names("/shop/lamps?least=2"), ElementsAre("red"));
  EXPECT_THAT(names("/shop/lamps?most=2.50&attribute="), ElementsAre("blue"));
  EXPECT_THAT(names("/shop/lamps?least=9"), IsEmpty());
  EXPECT_THAT(body_of(get("/shop/lamps?least=9")), HasSubstr("Nothing fits"));
  EXPECT_THAT(body_of(get("/shop/lamps")),
              AllOf(HasSubstr("<option value=\"Colour:blue\">"), HasSubstr("<option value=\"Colour:red\">")));
  EXPECT_THAT(body_of(get("/shop/lamps?attribute=Colour%3Ared")),
              HasSubstr("<option value=\"Colour:red\" selected>"));
  EXPECT_EQ(get("/shop/lamps?attribute=Colour").status, 400);
}

TEST_F(Lists, OfferEveryColourAndAlwaysTheOneThatIsChosen) {
  for (int i = 0; i < 13; ++i)
    for (const auto* size : {"small", "large"})
      of(std::string(size) + std::to_string(i), 100 + i, {{"Colour", "colour " + std::to_string(i)}});
  const std::string body = body_of(get("/shop/lamps"));
  for (int i = 0; i < 13; ++i)
    EXPECT_THAT(body, HasSubstr("<option value=\"Colour:colour " + std::to_string(i) + "\">"));
  of("odd", 100, {{"Colour", std::string(50, 'o')}, {"Socket", "E5"}});
  EXPECT_THAT(body_of(get("/shop/lamps?attribute=Socket%3AE5&attribute=Colour%3A" + std::string(50, 'o'))),
              AllOf(HasSubstr("<option value=\"Colour:" + std::string(50, 'o') + "\" selected>"),
                    HasSubstr("<option value=\"Socket:E5\" selected>"), HasSubstr("odd")));
  EXPECT_THAT(body_of(get("/shop?attribute=Socket%3AE5")),
              HasSubstr("<option value=\"Socket:E5\" selected>"));
}

TEST_F(Lists, APriceIsReadAsThePageItselfWritesIt) {
  of("cheap", 1249);
  of("middling", 1250);
  of("dear", 130000);
  using testing::ElementsAre;
  EXPECT_THAT(names("/shop/lamps?order=cheapest&least=12%2C50"), ElementsAre("middling", "dear"));
  for (const auto* typed : {"1+200", "1%C2%A0200", "1%E2%80%AF200,00", "+1200+"})
    EXPECT_THAT(names("/shop/lamps?order=cheapest&least=" + std::string(typed)), ElementsAre("dear"))
        << typed;
  EXPECT_THAT(body_of(get("/shop/lamps?least=12%2C50", anna_, "ru")), HasSubstr("value=\"12,50\""));
  EXPECT_EQ(get("/shop/lamps?least=1,2,3").status, 422);
  EXPECT_EQ(get("/shop/lamps?least=" + std::string(5000, '9')).status, 422);
}

TEST_F(Lists, AttributesThatAreKnownHaveTheirNameInTheReadersLanguage) {
  const Product lamp = of("lamp", 100, {{"color", "red"}, {"dans le noir", "oui"}});
  of("another", 100, {{"color", "blue"}});
  EXPECT_THAT(body_of(get(path_of(lamp), std::nullopt, "ru")),
              AllOf(HasSubstr("<dt>Цвет</dt>"), HasSubstr("<dt>dans le noir</dt>")));
  EXPECT_THAT(body_of(get(path_of(lamp))), HasSubstr("<dt>Colour</dt>"));
  const std::string list = body_of(get("/shop/lamps?attribute=color%3Ared", std::nullopt, "ru"));
  EXPECT_THAT(list,
              AllOf(HasSubstr(">Цвет</label>"), HasSubstr("Цвет: red"), HasSubstr("value=\"color:red\"")));
}

TEST_F(Lists, APriceThatIsNoneIsSaidBesideItsField) {
  of("lamp", 100);
  const Response answer = get("/shop/lamps?least=%3Ccheap%3E");
  EXPECT_EQ(answer.status, 422);
  EXPECT_THAT(body_of(answer), AllOf(HasSubstr("A price is a number"), HasSubstr("value=\"&lt;cheap&gt;\"")));
}

TEST_F(FrontPages, ACategoryBeyondTheListedOnesHasItsPageToo) {
  for (int i = 0; i < 230; ++i) {
    const std::string number = std::to_string(1000 + i);
    product("Thing " + number, 100, 1, "Category " + number);
  }
  for (const int number : {1000, 1199, 1200, 1229}) {
    const auto page = get("/shop/category-" + std::to_string(number));
    EXPECT_EQ(page.status, 200) << number;
    EXPECT_THAT(body_of(page), HasSubstr("Thing " + std::to_string(number)));
  }
  EXPECT_EQ(get("/shop/category-1230").status, 404);
}

/// Where the trail of a product's page leads to.
std::string category_address(const std::string& page) {
  static const std::regex link("<li><a href=\"(/shop/[^\"]*)\">");
  std::smatch match;
  return std::regex_search(page, match, link) ? match[1].str() : "";
}

TEST_F(FrontPages, CategoriesThatDifferInCaseOrSignsOnlyHaveEachAPageOfTheirOwn) {
  std::set<std::string> addresses;
  const std::vector<std::string> categories{"Lamps",       "lamps", "LAMPS", "Home & Garden",
                                            "Home Garden", "A/B?",  "A/B#",  "Стулья"};
  std::vector<Product> products;
  for (const std::string& category : categories)
    products.push_back(product("In <" + category, 100, 1, category));
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const std::string address = category_address(body_of(get(path_of(products[i]))));
    addresses.insert(address);
    const std::string body = body_of(get(address));
    EXPECT_EQ(
        std::ranges::count_if(
            products, [&](const Product& each) { return body.find(path_of(each)) != std::string::npos; }),
        1)
        << address;
    EXPECT_THAT(body, HasSubstr(path_of(products[i]))) << address;
  }
  EXPECT_EQ(addresses.size(), categories.size());
  EXPECT_EQ(get("/shop/home-garden").status, 200) << "an old address leads to one of them";
  EXPECT_EQ(get("/shop/~").status, 404);
  EXPECT_EQ(get("/shop/x~%21").status, 404);
  EXPECT_EQ(get("/shop/x~_w").status, 404);
}

TEST_F(FrontPages, ACategoryThatIsNewHasItsPageAtOnceAndTakesNobodysAddress) {
  const Product old = product("Old", 100, 1, "Lamps");
  get(path_of(old));
  const Product young = product("Young", 100, 1, "lamps");
  const std::string address = category_address(body_of(get(path_of(young))));
  EXPECT_THAT(body_of(get(address)), AllOf(HasSubstr(path_of(young)), Not(HasSubstr(path_of(old)))));
  EXPECT_THAT(body_of(get(category_address(body_of(get(path_of(old)))))),
              AllOf(HasSubstr(path_of(old)), Not(HasSubstr(path_of(young)))));
}

TEST_F(Lists, GoOnWithMoreInEveryOrderAndShowEachOnce) {
  for (int i = 0; i < 60; ++i) {
    const Product made = of("lamp " + std::to_string(i), 100 + i);
    if (i % 3 == 0) must(shop().popularity.record_view(anna_, made.id));
  }
  for (const std::string order : {"popular", "newest", "cheapest", "dearest"}) {
    std::multiset<std::string> seen;
    std::string path = "/shop/lamps?order=" + order;
    for (int page = 0; !path.empty() && page < 10; ++page) {
      const std::string body = body_of(page == 1 ? part(path, "more") : get(path));
      for (const auto& name : names_in(body)) seen.insert(name);
      path = more_in(body);
    }
    EXPECT_EQ(seen.size(), 60u) << order;
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 60u) << order;
  }
  EXPECT_THAT(body_of(part("/shop/lamps", "results")),
              AllOf(StartsWith("\n<section"), Not(HasSubstr("<html"))));
  for (const auto* bad : {"x", "zzzzzzzz", "00000000.x", "0000000"})
    EXPECT_EQ(get(std::string("/shop/lamps?cursor=") + bad).status, 400) << bad;
}

TEST_F(Lists, ByPopularityNeitherSkipNorRepeatWhenRanksMove) {
  std::vector<Product> made;
  for (int i = 0; i < 40; ++i) made.push_back(of("lamp " + std::to_string(i), 100));
  for (int i = 0; i < 40; ++i)
    for (int views = 0; views <= i % 7; ++views) must(shop().popularity.record_view(anna_, made[i].id));
  Listing listing;
  listing.limit = 7;
  std::multiset<ProductId> seen;
  do {
    const auto page = must(list_by_popularity(shop().popularity, shop().catalogue, listing));
    for (const Product& one : page.products) seen.insert(one.id);
    listing.cursor = page.next;
    for (int views = 0; views < 20; ++views)
      must(shop().popularity.record_view(anna_, made[(seen.size() * 11) % 40].id));
    must(shop().popularity.rescale());
  } while (!listing.cursor.empty());
  EXPECT_EQ(seen.size(), 40u);
  EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 40u);
}

TEST_F(FrontPages, SearchFindsAndSaysWhenItFindsNothing) {
  product("Walnut chess set", 100, 3);
  // The search follows the catalogue a moment later.
  const auto patience = std::chrono::steady_clock::now() + 20s;
  const auto found = [&] {
    return body_of(get("/search?q=chess")).find("Walnut chess set") != std::string::npos;
  };
  while (!found() && std::chrono::steady_clock::now() < patience) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(found());
  EXPECT_THAT(body_of(get("/search?q=%3Cteapot%3E")),
              AllOf(HasSubstr("Nothing found"), HasSubstr("value=\"&lt;teapot&gt;\"")));
  EXPECT_THAT(body_of(get("/search", {}, "ru")), HasSubstr("Напишите, что вы ищете"));
  EXPECT_EQ(get("/search?q=" + std::string(201, 'a')).status, 422);
  EXPECT_EQ(get("/search?q=chess&cursor=nonsense").status, 400);
}

TEST_F(FrontPages, BelowAProductStandFourOthersOfItsCategoryInItsReadersLanguage) {
  std::vector<Product> lamps;
  for (int i = 0; i < 6; ++i) lamps.push_back(product("Lamp " + std::to_string(i), 1000, 3));
  const auto shows = [](const std::string& page, const Product& other) {
    return page.find("href=\"" + path_of(other) + "\"") != std::string::npos;
  };
  for (int again = 0; again < 2; ++again)
    for (const Product& lamp : lamps) {
      const std::string page = body_of(get(path_of(lamp) + "?again=" + std::to_string(again)));
      EXPECT_FALSE(shows(page, lamp));
      EXPECT_EQ(std::ranges::count_if(lamps, [&](const Product& other) { return shows(page, other); }), 4);
      EXPECT_THAT(page, HasSubstr("Last 3"));
      EXPECT_THAT(body_of(get(path_of(lamp) + "?again=" + std::to_string(again), {}, "ru")),
                  Not(HasSubstr("Last 3")));
    }
}

TEST_F(FrontPages, AProductsPageSaysWhatItIsAndWhereItIsInStock) {
  const Product lamp = product("Lamp", 100'000, 12);
  must(shop().stock.set(lamp.id, kPetersburg, 2, std::nullopt));
  EXPECT_THAT(body_of(get(path_of(lamp))),
              AllOf(HasSubstr("<h1>Lamp</h1>"), HasSubstr("₽1,000"), HasSubstr("12 in Moscow"),
                    HasSubstr("Last 2 in Saint Petersburg"), HasSubstr("Add to cart")));
  EXPECT_THAT(body_of(get(path_of(lamp), {}, "ru")), AllOf(HasSubstr("Москва: 12"), HasSubstr("В корзину")));
  EXPECT_THAT(body_of(get("/fragments/stock/" + lamp.id.hex())), HasSubstr("12 in Moscow"));
  EXPECT_EQ(get("/products/000000000000000000000000").status, 404);
  EXPECT_EQ(get("/products/x").status, 404);
  must(shop().catalogue.retire(lamp.id));
  EXPECT_THAT(body_of(get(path_of(lamp))),
              AllOf(HasSubstr("No longer on sale"), Not(HasSubstr("Add to cart"))));
}

TEST_F(FrontPages, ShowsTheStockOfTheRowCache) {
  const Product lamp = product("Lamp", 100, 12);
  must(shop().rows.keep(lamp.id, 10s));
  must(shop().rows.work(10));
  const Shopper buyer = user();
  must(shop().carts.add(buyer, lamp.id, 5));
  order(buyer);
  EXPECT_THAT(body_of(get(path_of(lamp))), HasSubstr("12 in Moscow"));
  clock().advance(11s);
  must(shop().rows.work(10));
  EXPECT_THAT(body_of(get("/fragments/stock/" + lamp.id.hex())), HasSubstr("7 in Moscow"));
}

TEST_F(FrontPages, ACachedPageIsTheSameBytesForEverybodyAndHoldsNothingPersonal) {
  const Product lamp = product("Lamp", 100, 12);
  for (const Token& who : {anna_, ivan_}) add(lamp, "7", who);
  get(path_of(lamp), anna_);
  const std::string for_anna = body_of(get(path_of(lamp), anna_));
  EXPECT_EQ(for_anna, body_of(get(path_of(lamp), ivan_)));
  EXPECT_EQ(for_anna, body_of(get(path_of(lamp))));
  EXPECT_GE(shop().pages.counts().hits, 2u);
  EXPECT_THAT(for_anna, AllOf(Not(HasSubstr("anna")), Not(HasSubstr(anna_.text())), Not(HasSubstr("csrf")),
                              Not(HasSubstr("badge")), HasSubstr("/fragments/visitor")));
  EXPECT_NE(for_anna, body_of(get(path_of(lamp), anna_, "ru")));
  EXPECT_THAT(body_of(get("/fragments/visitor", anna_)),
              AllOf(HasSubstr("anna"), HasSubstr("<span class=\"badge\">7</span>")));
}

TEST_F(FrontPages, ACachedPageGoesWhenItsProductChanges) {
  const Product lamp = product("Lamp", 100, 12);
  for (int i = 0; i < 3; ++i) get(path_of(lamp), anna_);
  ASSERT_THAT(body_of(get(path_of(lamp), anna_)), HasSubstr("₽1<"));
  price(lamp, 250);
  EXPECT_THAT(body_of(get(path_of(lamp), anna_)), HasSubstr("₽2.50"));
}

TEST_F(FrontPages, ARestockedProductCanBeBoughtBeforeItsRowIsCopiedAgain) {
  const Product lamp = product("Lamp", 100);
  must(shop().rows.keep(lamp.id, 10s));
  must(shop().rows.work(10));
  for (int i = 0; i < 2; ++i) get(path_of(lamp), anna_);
  ASSERT_THAT(body_of(get(path_of(lamp), anna_)), Not(HasSubstr("Add to cart")));
  must(shop().stock.set(lamp.id, kMoscow, 12, std::nullopt));
  EXPECT_THAT(body_of(get(path_of(lamp), anna_)), AllOf(HasSubstr("Add to cart"), HasSubstr("12 in Moscow")));
  must(shop().rows.work(10));
  EXPECT_THAT(body_of(get(path_of(lamp), anna_)), AllOf(HasSubstr("Add to cart"), HasSubstr("12 in Moscow")));
}

TEST_F(FrontPages, AHitSharesItsBytes) {
  const Product lamp = product("Lamp", 100, 12);
  for (int i = 0; i < 2; ++i) get(path_of(lamp), anna_);
  const auto first = get(path_of(lamp), anna_), second = get(path_of(lamp), ivan_);
  using Shared = std::shared_ptr<const std::string>;
  EXPECT_EQ(std::get<Shared>(first.body), std::get<Shared>(second.body));
}

TEST_F(FrontPages, AProductsPageThatTheBrowserHasIsNotSentAgainUntilItChanges) {
  const Product lamp = product("Lamp", 100, 12);
  const auto with_tag = [&](const std::string& tag) {
    http::test::Asked asked(http::Method::Get, path_of(lamp));
    asked.cookie("stoa_session", anna_.text()).header("If-None-Match", tag);
    return answer(asked);
  };
  for (int i = 0; i < 2; ++i) get(path_of(lamp), anna_);
  const std::string tag = http::test::header_of(get(path_of(lamp)), "ETag");
  ASSERT_FALSE(tag.empty());
  const auto views = must(shop().popularity.viewed(anna_)).size();
  const http::Response same = with_tag(tag);
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(body_of(same), "");
  EXPECT_EQ(must(shop().popularity.viewed(anna_)).size(), views);
  price(lamp, 250);
  EXPECT_EQ(with_tag(tag).status, 200);
  EXPECT_EQ(http::test::header_of(get(path_of(lamp), anna_, "ru"), "ETag") == tag, false);
}

TEST_F(FrontPages, AViewIsRecordedForTheSessionAndForAll) {
  const Product lamp = product("Lamp", 100, 12);
  for (int i = 0; i < 3; ++i) get(path_of(lamp), anna_);
  EXPECT_THAT(must(shop().popularity.viewed(anna_)), testing::ElementsAre(lamp.id));
  EXPECT_EQ(must(keyspace().read().zscore(keys::viewed(), lamp.id.hex())), -3);
  EXPECT_TRUE(must(keyspace().read().zscore(keys::recent(), anna_.text())));
  get("/products/000000000000000000000000", anna_);
  EXPECT_EQ(must(keyspace().read().zcard(keys::viewed())), 1u);
}

TEST_F(FrontPages, WhoSendsNoCookieAndChangesNothingGetsNoSession) {
  const Product lamp = product("Lamp", 100, 12);
  for (const std::string& path :
       {std::string("/"), std::string("/shop"), std::string("/shop/things"), std::string("/search?q=lamp"),
        path_of(lamp), std::string("/cart"), std::string("/fragments/visitor"),
        std::string("/fragments/viewed"), "/fragments/stock/" + lamp.id.hex()}) {
    const Response answer = get(path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(header_of(answer, "Set-Cookie"), "") << path;
  }
  EXPECT_EQ(tokens(), 0u);
  EXPECT_EQ(must(keyspace().read().zcard(keys::viewed())), 0u);
}

TEST_F(FrontPages, AnotherPageCanMentionAProductWithItsPriceAndStockOfNow) {
  const Product lamp = product("Lamp", 190000, 2);
  const std::string path = "/fragments/product/" + lamp.id.hex();
  EXPECT_THAT(body_of(part(path, "")),
              testing::AllOf(HasSubstr(path_of(lamp)), HasSubstr("1,900"), HasSubstr("Last 2")));
  price(lamp, 200000);
  EXPECT_THAT(body_of(part(path, "")), HasSubstr("2,000"));
  EXPECT_EQ(part("/fragments/product/5f0000000000000000000001", "").status, 404);
}

}  // namespace
}  // namespace stoa::shop::test
