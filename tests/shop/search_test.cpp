#include "shop_fixture.h"

#include <chrono>
#include <set>
#include <thread>

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

class ProductSearchOnEveryEngine : public ShopOnEveryEngine {
 protected:
  std::vector<std::string> found(std::string text) {
    std::vector<std::string> names;
    for (const Product& product :
         must(shop().search.search({.text = std::move(text), .limit = 100})).products)
      names.push_back(product.name);
    return names;
  }
  template <class Matcher>
  void expect_soon(const std::string& text, Matcher matcher) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!testing::Value(found(text), matcher) && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_THAT(found(text), matcher);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, ProductSearchOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(ProductSearchOnEveryEngine, FindsByNameCategoryAttributeAndDescription) {
  ProductDraft draft;
  draft.name = "Ostia";
  draft.category = "Lamps";
  draft.attributes = {{"color", "терракотовый"}};
  draft.description = "A warm light for reading";
  must(shop().catalogue.create(draft));
  expect_soon("ostia", ElementsAre("Ostia"));
  EXPECT_THAT(found("lamp"), ElementsAre("Ostia"));
  EXPECT_THAT(found("терракотовые"), ElementsAre("Ostia"));
  EXPECT_THAT(found("read"), ElementsAre("Ostia"));
  EXPECT_THAT(found("chair"), IsEmpty());
}

TEST_P(ProductSearchOnEveryEngine, NeverShowsWhatIsRetired) {
  const Product lamp = product("Desk lamp", 100);
  expect_soon("lamp", ElementsAre("Desk lamp"));
  must(shop().catalogue.retire(lamp.id));
  EXPECT_THAT(found("lamp"), IsEmpty());
  must(shop().catalogue.bring_back(lamp.id));
  expect_soon("lamp", ElementsAre("Desk lamp"));
}

TEST_P(ProductSearchOnEveryEngine, NeitherSkipsNorRepeatsWhatMovesBetweenTwoPages) {
  std::set<std::string> wanted;
  for (int i = 0; i < 160; ++i) {
    const std::string name = "Lamp " + std::to_string(i);
    product(name, 100);
    wanted.insert(name);
  }
  expect_soon("lamp", testing::SizeIs(100));
  expect_soon("159", ElementsAre("Lamp 159"));
  std::vector<std::string> seen;
  ProductSearch search{.text = "lamp", .limit = 24};
  int pages = 0;
  do {
    const auto page = must(shop().search.search(search));
    for (const Product& each : page.products) seen.push_back(each.name);
    search.cursor = page.next;
    // Those that come now stand before all others.
    if (++pages > 3) continue;
    const std::string word = "bright" + std::to_string(pages);
    for (int i = 0; i < 5; ++i) product("Lamp lamp lamp " + word, 100, 0, "Lamps");
    expect_soon(word, testing::SizeIs(5));
  } while (!search.cursor.empty());
  std::set<std::string> once;
  for (const std::string& name : seen)
    if (wanted.contains(name)) {
      EXPECT_TRUE(once.insert(name).second) << name << " comes twice";
    }
  EXPECT_EQ(once, wanted);
  EXPECT_EQ(code_of(shop().search.search({.text = "lamp", .cursor = "zzz"})), "records.cursor");
}

TEST_P(ProductSearchOnEveryEngine, RefusesATextThatIsTooLong) {
  std::string text;
  for (std::size_t i = 0; i < kMostSearchedCharacters; ++i) text += "ы";
  EXPECT_TRUE(shop().search.search({.text = text}).ok());
  EXPECT_EQ(code_of(shop().search.search({.text = text + "x"})), "search.too_long");
}

}  // namespace
}  // namespace stoa::shop::test
