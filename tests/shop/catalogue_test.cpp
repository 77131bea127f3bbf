#include "shop_fixture.h"

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

class CatalogueOnEveryEngine : public ShopOnEveryEngine {
 protected:
  /// All pages, two products at a time.
  std::vector<std::string> names(Listing listing) {
    std::vector<std::string> names;
    listing.limit = 2;
    do {
      auto page = must(shop().catalogue.list(listing));
      for (const Product& product : page.products) names.push_back(product.name);
      listing.cursor = page.next;
    } while (!listing.cursor.empty());
    return names;
  }
  Product next(std::string_view name, std::int64_t minor, std::string category) {
    clock().advance(std::chrono::seconds(1));
    return product(name, minor, 0, std::move(category));
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, CatalogueOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(CatalogueOnEveryEngine, ListsByCategoryAndPriceSortedAsAsked) {
  next("a", 300, "Lamps");
  next("b", 100, "Lamps");
  next("c", 200, "Chairs");
  next("d", 200, "Lamps");
  next("e", 50, "Lamps");
  EXPECT_THAT(names({}), ElementsAre("e", "d", "c", "b", "a"));
  EXPECT_THAT(names({.category = "Lamps"}), ElementsAre("e", "d", "b", "a"));
  EXPECT_THAT(names({.category = "Lamps", .order = ProductOrder::Cheapest}), ElementsAre("e", "b", "d", "a"));
  EXPECT_THAT(names({.category = "Lamps", .order = ProductOrder::Dearest}), ElementsAre("a", "d", "b", "e"));
  const Money least = Money::literal(100), most = Money::literal(200);
  EXPECT_THAT(names({.least = least, .most = most}), ElementsAre("d", "c", "b"));
  EXPECT_THAT(names({.category = "Lamps", .least = least, .most = most, .order = ProductOrder::Dearest}),
              ElementsAre("d", "b"));
  EXPECT_THAT(names({.category = "Nothing"}), IsEmpty());
}

TEST_P(CatalogueOnEveryEngine, FiltersByAttributesWithoutSkippingOrRepeating) {
  std::vector<std::string> red;
  for (int i = 0; i < 350; ++i) {
    clock().advance(std::chrono::seconds(1));
    ProductDraft draft;
    draft.name = std::to_string(i);
    draft.category = "Lamps";
    draft.price = *Money::of_minor(i);
    draft.attributes = {{"colour", i % 7 == 0 ? "red" : "blue"}, {"size", "L"}};
    must(shop().catalogue.create(draft));
    if (i % 7 == 0) red.push_back(draft.name);
  }
  Listing listing{.attributes = {{"colour", "red"}, {"size", "L"}}, .order = ProductOrder::Cheapest};
  EXPECT_EQ(names(listing), red);
  listing.attributes["size"] = "M";
  EXPECT_THAT(names(listing), IsEmpty());
}

TEST_P(CatalogueOnEveryEngine, WhatIsRetiredIsListedNoMoreAndCannotBePutIntoACart) {
  const Product lamp = product("lamp", 100, 5);
  must(shop().catalogue.retire(lamp.id));
  EXPECT_THAT(names({}), IsEmpty());
  EXPECT_EQ(code_of(shop().carts.add(guest(), lamp.id, 1)), "product.absent");
  EXPECT_FALSE(must(shop().catalogue.product(lamp.id)).on_sale());
  must(shop().catalogue.bring_back(lamp.id));
  EXPECT_THAT(names({}), ElementsAre("lamp"));
}

TEST_P(CatalogueOnEveryEngine, AnAttributesNameThatNoDocumentCanHoldIsRefusedAndChangesNothing) {
  const Product lamp = next("lamp", 100, "Lamps");
  for (const std::string& name : {std::string(), std::string("a\0b", 3), std::string(101, 'x')}) {
    ProductDraft draft = draft_of(lamp);
    draft.attributes = {{name, "value"}};
    EXPECT_EQ(code_of(shop().catalogue.create(draft)), "product.attributes");
    EXPECT_EQ(code_of(shop().catalogue.edit(lamp.id, draft)), "product.attributes");
  }
  EXPECT_THAT(names({}), ElementsAre("lamp"));
  EXPECT_EQ(must(shop().catalogue.product(lamp.id)).attributes, lamp.attributes);
}

TEST_P(CatalogueOnEveryEngine, EditingLeavesTheStockAlone) {
  const Product lamp = product("lamp", 100, 5);
  clock().advance(std::chrono::seconds(5));
  price(lamp, 250);
  const Product after = must(shop().catalogue.product(lamp.id));
  EXPECT_EQ(after.price, Money::literal(250));
  EXPECT_EQ(after.in_stock(kMoscow), 5);
  EXPECT_EQ(after.created_at, lamp.created_at);
  EXPECT_EQ(after.updated_at, clock().now());
  EXPECT_EQ(code_of(shop().catalogue.edit(ProductId::make(clock().now()), {})), "product.absent");
}

TEST_P(CatalogueOnEveryEngine, StockHasAHistoryThatAddsUp) {
  const Product lamp = product("lamp", 100);
  const auto boss = must(Shortcode::parse("boss"));
  const auto later = [&] { clock().advance(std::chrono::seconds(1)); };
  EXPECT_EQ(must(shop().stock.set(lamp.id, kMoscow, 10, boss)), 10);
  later();
  EXPECT_EQ(must(shop().stock.adjust(lamp.id, kMoscow, -3, boss)), 7);
  later();
  const Shopper anna = user();
  must(shop().carts.add(anna, lamp.id, 2));
  const Order placed = order(anna);
  later();
  must(shop().orders.move(placed.id, OrderStatus::Cancelled));
  EXPECT_EQ(code_of(shop().stock.adjust(lamp.id, kMoscow, -8, boss)), "stock.too_few");
  EXPECT_EQ(code_of(shop().stock.set(lamp.id, kMoscow, -1, boss)), "stock.out_of_range");
  EXPECT_EQ(code_of(shop().stock.set(ProductId::make(clock().now()), kMoscow, 1, boss)), "product.absent");

  const auto first = must(shop().stock.history(lamp.id, 3, ""));
  const auto rest = must(shop().stock.history(lamp.id, 3, first.next));
  ASSERT_EQ(first.moves.size(), 3u);
  ASSERT_EQ(rest.moves.size(), 1u);
  EXPECT_EQ(first.moves[0].reason, MoveReason::Cancelled);
  EXPECT_EQ(first.moves[0].left, 7);
  EXPECT_EQ(first.moves[1].reason, MoveReason::Sold);
  EXPECT_EQ(first.moves[1].delta, -2);
  EXPECT_EQ(first.moves[1].order_id, placed.id);
  EXPECT_EQ(first.moves[2].by, boss);
  EXPECT_EQ(rest.moves[0].left, 10);
  EXPECT_EQ(stock(lamp.id), 7);
}

}  // namespace
}  // namespace stoa::shop::test
