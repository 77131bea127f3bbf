#include "shop/shelf.h"

#include "shop_fixture.h"

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Shelf : public testing::Test, protected World {
 protected:
  Shelf() : World(std::make_unique<keyspace::OpenEmbedded>()) {}

  std::vector<std::string> names(ShelfQuery query) {
    std::vector<std::string> names;
    do {
      const auto page = must(find_on_shelf(records().read(), query));
      for (const Product& one : page.products) names.push_back(one.name);
      query.cursor = page.next;
    } while (!query.cursor.empty());
    return names;
  }
};

TEST_F(Shelf, FindsByTheBeginningOfANameWhateverItsFirstLettersCase) {
  for (const auto* name :
       {"Lamp", "lamp, old", "Lampshade", "Ламповый щит", "лампа", "Ёлка", "ёлочка", "desk"})
    product(name, 100);
  EXPECT_THAT(names({.prefix = "lamp"}), ElementsAre("lamp, old", "Lamp", "Lampshade"));
  EXPECT_THAT(names({.prefix = "Lamp"}), ElementsAre("Lamp", "Lampshade", "lamp, old"));
  EXPECT_THAT(names({.prefix = "ламп"}), ElementsAre("лампа", "Ламповый щит"));
  EXPECT_THAT(names({.prefix = "Ёл"}), ElementsAre("Ёлка", "ёлочка"));
  EXPECT_THAT(names({.prefix = "zzz"}), IsEmpty());
  EXPECT_THAT(names({.prefix = "%"}), IsEmpty());
}

TEST_F(Shelf, PagesNeitherSkipNorRepeat) {
  std::vector<std::string> made;
  for (int i = 0; i < 7; ++i) {
    made.push_back("Pen " + std::to_string(i));
    product(made.back(), 100);
  }
  for (int i = 0; i < 5; ++i) {
    made.push_back("pen " + std::to_string(i));
    product(made.back(), 100);
  }
  for (const std::size_t limit : {1U, 2U, 3U, 7U, 12U, 50U})
    EXPECT_EQ(names({.prefix = "Pen", .limit = limit}), made) << limit;
  EXPECT_THAT(names({.limit = 5}), SizeIs(12));
}

TEST_F(Shelf, ShowsWhatIsRetiredAndLeavesOutWhatDoesNotFit) {
  const Product old = product("Old lamp", 100, 0, "Lamps");
  clock().advance(std::chrono::seconds(1));
  product("Lamp", 100, 0, "Lamps");
  clock().advance(std::chrono::seconds(1));
  product("Lamp oil", 100, 0, "Oils");
  must(shop().catalogue.retire(old.id));
  EXPECT_THAT(names({.category = "Lamps"}), ElementsAre("Lamp", "Old lamp"));
  EXPECT_THAT(names({.category = "Lamps", .state = ShelfQuery::State::Retired}), ElementsAre("Old lamp"));
  EXPECT_THAT(names({.state = ShelfQuery::State::OnSale}), ElementsAre("Lamp oil", "Lamp"));
  EXPECT_THAT(names({.prefix = "lamp", .category = "Oils"}), ElementsAre("Lamp oil"));
}

TEST_F(Shelf, RefusesACursorOfAnotherQuery) {
  for (int i = 0; i < 3; ++i) product("Pen " + std::to_string(i), 100);
  EXPECT_EQ(code_of(find_on_shelf(records().read(), {.cursor = "nonsense"})), "records.cursor");
  EXPECT_EQ(code_of(find_on_shelf(records().read(), {.prefix = "P", .cursor = "anonsense"})),
            "records.cursor");
}

class Keeping : public testing::Test, protected World {
 protected:
  Keeping() : World(std::make_unique<keyspace::OpenEmbedded>()) {}
};

TEST_F(Keeping, TheKeptRowsAreListedMostOftenCopiedFirst) {
  using namespace std::chrono_literals;
  std::vector<ProductId> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(product("row " + std::to_string(i), 100).id);
    must(shop().rows.keep(ids.back(), 10s * (5 - i)));
  }
  must(shop().rows.work(3));
  std::vector<std::string> seen;
  std::string cursor;
  std::size_t copied = 0;
  do {
    const auto page = must(shop().rows.kept(2, cursor));
    for (const KeptRow& row : page.rows) {
      seen.push_back(row.id.hex());
      copied += row.copied_at ? 1 : 0;
      EXPECT_EQ(row.copied_at.has_value(), row.name.has_value());
      EXPECT_TRUE(row.next_copy);
    }
    cursor = page.next;
  } while (!cursor.empty());
  EXPECT_THAT(seen, ElementsAre(ids[4].hex(), ids[3].hex(), ids[2].hex(), ids[1].hex(), ids[0].hex()));
  EXPECT_EQ(copied, 3U);
  EXPECT_EQ(must(shop().rows.count()), 5U);
  EXPECT_EQ(code_of(shop().rows.kept(2, "nonsense")), "rows.cursor");
}

TEST_F(Keeping, ADroppedPageIsRenderedAnew) {
  const Product lamp = product("lamp", 100);
  must(shop().popularity.record_view(Token::make(), lamp.id));
  int renders = 0;
  const auto ask = [&] {
    must(shop().pages.page(lamp.id, "en", "",
                           [&]() -> Result<std::string> { return "page " + std::to_string(++renders); }));
  };
  ask();
  ask();
  EXPECT_EQ(renders, 1);
  must(shop().pages.drop(lamp.id));
  ask();
  EXPECT_EQ(renders, 2);
}

TEST_F(Keeping, PopularProductsComeWithTheirViews) {
  const Product lamp = product("lamp", 100, 0, "Lamps"), desk = product("desk", 100, 0, "Desks");
  for (int i = 0; i < 3; ++i) must(shop().popularity.record_view(Token::make(), desk.id));
  must(shop().popularity.record_view(Token::make(), lamp.id));
  const auto all = must(shop().popularity.top_views(10, std::nullopt));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].product.name, "desk");
  EXPECT_EQ(all[0].views, 3);
  const auto lamps = must(shop().popularity.top_views(10, "Lamps"));
  ASSERT_EQ(lamps.size(), 1U);
  EXPECT_EQ(lamps[0].views, 1);
}

TEST_F(Keeping, ActiveCartsAreListedLastChangedFirst) {
  using namespace std::chrono_literals;
  const Product lamp = product("lamp", 100, 10);
  const Shopper first = user(), second = guest();
  must(shop().carts.add(first, lamp.id, 1));
  clock().advance(1min);
  must(shop().carts.add(second, lamp.id, 1));
  auto page = must(shop().carts.active(10, ""));
  ASSERT_EQ(page.carts.size(), 2U);
  EXPECT_EQ(page.carts[0].owner_id, second.owner);
  order(first);
  page = must(shop().carts.active(10, ""));
  ASSERT_EQ(page.carts.size(), 1U);
}

TEST_F(Keeping, AMoveKeepsWhoDidItAndWhy) {
  const Product lamp = product("lamp", 100);
  must(shop().stock.set(lamp.id, kMoscow, 5, {must(Shortcode::parse("boss")), "a delivery"}));
  const auto moves = must(shop().stock.history(10, "")).moves;
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].note, "a delivery");
  EXPECT_EQ(moves[0].by->text(), "boss");
  EXPECT_EQ(moves[0].product_id, lamp.id);
}

}  // namespace
}  // namespace stoa::shop::test
