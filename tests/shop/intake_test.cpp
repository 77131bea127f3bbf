#include "shop/intake.h"

#include "base/json.h"
#include "records/collections.h"
#include "shop_fixture.h"

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class IntakeOnEveryEngine : public ShopOnEveryEngine {
 protected:
  Result<Taken> take(std::string_view json) {
    const auto entry = read_json<ProductEntry>(json);
    if (!entry.ok()) return entry.error();
    const auto outcome = shop().intake.take(*entry, stale_);
    if (!outcome.ok()) return outcome.error();
    note_ = outcome->note;
    return outcome->taken;
  }
  Product television() { return must(shop().catalogue.product(kId)); }
  StaleStock stale_ = StaleStock::Leave;
  std::string note_;
  const ProductId kId = must(ProductId::parse("672a1b2c3d4e5f6a7b8c9d0e"));
  const std::string kTelevision = R"({
    "_id": "672a1b2c3d4e5f6a7b8c9d0e", "name": "Телевизор 32``", "category": "Телевизоры", "price": 12000.0,
    "attributes": {"color": "Чёрный", "size": "32``"}, "stock_by_zones": {"MSK": 34, "SPB": 12},
    "created_at": "2025-11-05T12:34:56Z", "updated_at": "2025-11-05T12:34:56Z"})";
};
INSTANTIATE_TEST_SUITE_P(Engines, IntakeOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(IntakeOnEveryEngine, TakesTheSeedsOwnDocument) {
  EXPECT_EQ(must(take(kTelevision)), Taken::Created);
  const Product product = television();
  EXPECT_EQ(product.name, "Телевизор 32``");
  EXPECT_EQ(product.price, Money::literal(12000'00));
  EXPECT_THAT(product.stock_by_zone, ElementsAre(Pair("MSK", 34), Pair("SPB", 12)));
  EXPECT_EQ(stoa::to_json(product.created_at), "\"2025-11-05T12:34:56.000Z\"");
}

TEST_P(IntakeOnEveryEngine, TakingTheSameAgainChangesNothing) {
  must(take(kTelevision));
  const Product before = television();
  const auto moves = all<StockMove>(records::collections::stock_moves()).size();
  clock().advance(std::chrono::hours(1));
  EXPECT_EQ(must(take(kTelevision)), Taken::Unchanged);
  EXPECT_EQ(television(), before);
  EXPECT_EQ(all<StockMove>(records::collections::stock_moves()).size(), moves);
}

TEST_P(IntakeOnEveryEngine, ChangesWhatIsNamedAndLeavesTheRest) {
  must(take(kTelevision));
  EXPECT_EQ(
      must(take(R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "price": 11000, "stock_by_zone": {"MSK": 30}})")),
      Taken::Changed);
  const Product product = television();
  EXPECT_EQ(product.price, Money::literal(11000'00));
  EXPECT_EQ(product.name, "Телевизор 32``");
  EXPECT_THAT(product.stock_by_zone, ElementsAre(Pair("MSK", 30), Pair("SPB", 12)));
}

TEST_P(IntakeOnEveryEngine, GivesEveryStockThatBecomesAnotherARowOfHistory) {
  must(take(kTelevision));
  clock().advance(std::chrono::seconds(1));
  must(take(R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "stock_by_zone": {"MSK": 30, "SPB": 12}})"));
  const auto history = must(shop().stock.history(kId, 10, ""));
  ASSERT_EQ(history.moves.size(), 3U);
  EXPECT_EQ(history.moves[0].zone, kMoscow);
  EXPECT_EQ(history.moves[0].delta, -4);
  EXPECT_EQ(history.moves[0].left, 30);
  std::map<std::string, std::int64_t> sums;
  for (const StockMove& move : history.moves) sums[move.zone.text()] += move.delta;
  EXPECT_EQ(sums, television().stock_by_zone);
}

TEST_P(IntakeOnEveryEngine, TakesAnEntryWholeOrNotAtAll) {
  must(take(kTelevision));
  const Product before = television();
  EXPECT_EQ(code_of(take(
                R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "price": 1, "stock_by_zone": {"MSK": 1, "no": 2}})")),
            "shop.zone");
  EXPECT_EQ(television(), before);
  EXPECT_EQ(must(shop().stock.history(kId, 10, "")).moves.size(), 2U);
}

TEST_P(IntakeOnEveryEngine, WantsANewProductComplete) {
  EXPECT_EQ(code_of(take(R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "price": 11000})")), "import.incomplete");
  EXPECT_EQ(code_of(take(R"({"name": "x"})")), "import.incomplete");
  EXPECT_THAT(all<Product>(records::collections::products()), IsEmpty());
}

TEST_P(IntakeOnEveryEngine, KnowsAProductWithoutAnIdByItsCategoryAndName) {
  EXPECT_EQ(must(take(R"({"name": "Lamp", "category": "Lamps", "price": 5})")), Taken::Created);
  EXPECT_EQ(must(take(R"({"name": "Lamp", "category": "Lamps", "price": 6})")), Taken::Changed);
  EXPECT_EQ(must(take(R"({"name": "Lamp", "category": "Other", "price": 6})")), Taken::Created);
}

TEST_P(IntakeOnEveryEngine, RefusesWhatTheRulesOfProductsRefuse) {
  for (const auto* wrong :
       {R"({"name": "", "category": "c", "price": 1})", R"({"name": "n", "category": "c", "price": -1})",
        R"({"name": "n", "category": "c", "price": 1.234})",
        R"({"name": "n", "category": "c", "price": "x"})",
        R"({"name": "n", "category": "c", "price": 1, "colour": "red"})",
        R"({"name": "n", "category": "c", "price": 1, "stock_by_zone": {"MSK": -1}})",
        R"({"_id": "1", "name": "n", "category": "c", "price": 1})",
        R"({"name": "n", "category": "c", "price": 1, "attributes": {"": "x"}})",
        R"({"name": "n", "category": "c", "price": 1, "attributes": {"a\u0000b": "x"}})", "[]", "{", ""})
    EXPECT_FALSE(take(wrong).ok()) << wrong;
  EXPECT_THAT(all<Product>(records::collections::products()), IsEmpty());
}

TEST_P(IntakeOnEveryEngine, AFileFromBeforeASaleDoesNotPutTheStockBack) {
  const Product lamp = product("Lamp", 50000, 10);
  ProductEntry entry = entry_of(lamp);
  clock().advance(std::chrono::seconds(1));
  const auto buyer = user();
  must(shop().carts.add(buyer, lamp.id, 2));
  order(buyer);
  ASSERT_EQ(stock(lamp.id), 8);

  entry.name = "Desk lamp";
  const auto outcome = must(shop().intake.take(entry));
  EXPECT_EQ(outcome.taken, Taken::Changed);
  EXPECT_THAT(outcome.note, HasSubstr("MSK at 8 and not 10"));
  EXPECT_THAT(outcome.note, HasSubstr("--set-stock"));
  EXPECT_EQ(stock(lamp.id), 8);
  EXPECT_EQ(must(shop().catalogue.product(lamp.id)).name, "Desk lamp");

  EXPECT_EQ(must(shop().intake.take(entry, StaleStock::Take)).taken, Taken::Changed);
  EXPECT_EQ(stock(lamp.id), 10);
}

TEST_P(IntakeOnEveryEngine, AFileFromBeforeAChangeOfPriceHasNothingToSayOfTheStock) {
  const Product lamp = product("Lamp", 50000, 10);
  const ProductEntry entry = entry_of(lamp);
  clock().advance(std::chrono::seconds(1));
  price(lamp, 60000);
  const auto outcome = must(shop().intake.take(entry));
  EXPECT_EQ(outcome.taken, Taken::Changed);
  EXPECT_THAT(outcome.note, IsEmpty());
}

TEST_P(IntakeOnEveryEngine, AFileThatIsAsNewAsTheProductSetsItsStock) {
  const Product lamp = product("Lamp", 50000, 10);
  ProductEntry entry = entry_of(lamp);
  entry.stock_by_zone = {{"MSK", 12}};
  EXPECT_THAT(must(shop().intake.take(entry)).note, IsEmpty());
  EXPECT_EQ(stock(lamp.id), 12);
}

TEST_P(IntakeOnEveryEngine, ANewAttributeWithAColonIsRefusedAndOneThatWasThereStays) {
  must(take(kTelevision));
  EXPECT_EQ(code_of(take(R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "some_attributes": {"size:mm": "3"}})")),
            "product.attributes");
  Product old = television();
  old.attributes = {{"size:mm", "3"}};
  must(records().transact(
      [&](records::Tx& tx) { return records::replace(tx, records::collections::products(), old); }));
  EXPECT_EQ(must(take(R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "price": 1})")), Taken::Changed);
  EXPECT_EQ(television().attributes, old.attributes);
}

TEST_P(IntakeOnEveryEngine, APictureFromElsewhereIsRefusedAndOneThatWasThereStays) {
  const auto with = [](const std::string& picture) {
    return R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "name": "n", "category": "c", "price": 1, "pictures": [")" +
           picture + "\"]}";
  };
  for (const auto* elsewhere : {"http://evil/x.png", "//evil/x.png", "x.png", "/pictures/../x", "data:,x"})
    EXPECT_EQ(code_of(take(with(elsewhere))), "product.pictures") << elsewhere;
  must(take(with("/static/lamp.png")));
  Product old = television();
  old.pictures = {"http://elsewhere/lamp.png"};
  must(records().transact(
      [&](records::Tx& tx) { return records::replace(tx, records::collections::products(), old); }));
  EXPECT_EQ(must(take(with("http://elsewhere/lamp.png"))), Taken::Unchanged);
}

TEST_P(IntakeOnEveryEngine, CountsTheUsesOfPictures) {
  const PictureId id = must(shop().pictures.add_drawing("<svg/>"));
  must(
      take(R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "name": "n", "category": "c", "price": 1, "pictures": [")" +
           picture_path(id) + "\"]}"));
  clock().advance(std::chrono::hours(48));
  EXPECT_EQ(must(shop().pictures.remove_unused(10)), 0U);
  must(take(R"({"_id": "672a1b2c3d4e5f6a7b8c9d0e", "pictures": []})"));
  clock().advance(std::chrono::hours(48));
  EXPECT_EQ(must(shop().pictures.remove_unused(10)), 1U);
}

}  // namespace
}  // namespace stoa::shop::test
