#include "on_every_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

namespace stoa::records::test {
namespace {
using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const Collection& goods() {
  static const Collection collection{
      "goods", {}, "", TextIndex{{{"name", 5}, {"attributes"}, {"about"}}, "gone_at"}};
  return collection;
}

const Collection& goods_by_name_only() {
  static const Collection collection{"goods", {}, "", TextIndex{{{"name", 1}}}};
  return collection;
}

class SearchOnEveryEngine : public OnEveryEngine {
 protected:
  void SetUp() override { reopen({&goods()}); }

  std::vector<std::string> found(std::string_view text, const Collection& collection = goods()) {
    const auto page = records().search(collection, {.text = text, .limit = 100});
    EXPECT_TRUE(page.ok()) << page.error().message;
    std::vector<std::string> ids;
    if (page.ok())
      for (const auto& document : page->documents) ids.push_back(id_text(document));
    return ids;
  }

  /// What is found once the index has heard of everything; the last answer when that takes too long.
  template <class Matcher>
  void expect_soon(std::string_view text, Matcher matcher, const Collection& collection = goods()) {
    const auto end = steady_clock::now() + std::chrono::seconds(60);
    while (!testing::Value(found(text, collection), matcher) && steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_THAT(found(text, collection), matcher) << "looking for '" << text << "'";
  }
  void settle() {
    const auto mark = "settled" + std::to_string(++marks_);
    const auto id = std::to_string(1'000'000 + marks_);
    must(insert(goods(), "{\"_id\": " + id + ", \"name\": \"" + mark + "\"}"));
    expect_soon(mark, ElementsAre(id));
    must(remove(goods(), whole(1'000'000 + marks_)));
  }
  template <class T>
  static void must(const Result<T>& result) {
    ASSERT_TRUE(result.ok()) << result.error().message;
  }

  int marks_ = 0;
};

TEST_P(SearchOnEveryEngine, FindsEnglishWordsInAllTheirForms) {
  fill(goods(), {R"({"_id": 1, "name": "Desk lamp"})", R"({"_id": 2, "name": "Running shoes"})"});
  expect_soon("lamps", ElementsAre("1"));
  EXPECT_THAT(found("LAMP"), ElementsAre("1"));
  EXPECT_THAT(found("shoe"), ElementsAre("2"));
  EXPECT_THAT(found("run"), ElementsAre("2"));
  EXPECT_THAT(found("lamp's"), ElementsAre("1"));
  EXPECT_THAT(found("chair"), IsEmpty());
}

TEST_P(SearchOnEveryEngine, FindsRussianWordsInAllTheirForms) {
  fill(goods(), {R"({"_id": 1, "name": "Настольная лампа"})", R"({"_id": 2, "name": "Кроссовки беговые"})",
                 R"({"_id": 3, "name": "Зелёный чай"})"});
  expect_soon("лампы", ElementsAre("1"));
  EXPECT_THAT(found("лампу"), ElementsAre("1"));
  EXPECT_THAT(found("настольными лампами"), ElementsAre("1"));
  EXPECT_THAT(found("КРОССОВОК"), ElementsAre("2"));
  EXPECT_THAT(found("кроссовками"), ElementsAre("2"));
  EXPECT_THAT(found("зеленого чая"), ElementsAre("3"));
  EXPECT_THAT(found("зелёная"), ElementsAre("3"));
}

TEST_P(SearchOnEveryEngine, FindsTheLastWordByItsBeginning) {
  fill(goods(), {R"({"_id": 1, "name": "Desk lamp"})", R"({"_id": 2, "name": "Чайник"})"});
  expect_soon("lam", ElementsAre("1"));
  EXPECT_THAT(found("desk la"), ElementsAre("1"));
  EXPECT_THAT(found("чайн"), ElementsAre("2"));
  EXPECT_THAT(found("l"), IsEmpty());
  EXPECT_THAT(found("lam desk"), ElementsAre("1")) << "some of the words, as no document has all";
}

TEST_P(SearchOnEveryEngine, RanksNamesBeforeDescriptions) {
  fill(goods(), {R"({"_id": 1, "name": "Table", "about": "Looks well beside a lamp"})",
                 R"({"_id": 2, "name": "Lamp", "about": "Stands well on a table"})"});
  expect_soon("lamp", ElementsAre("2", "1"));
  EXPECT_THAT(found("table"), ElementsAre("1", "2"));
}

TEST_P(SearchOnEveryEngine, WantsAllWordsAndSomeOnlyWhereNoDocumentHasAll) {
  fill(goods(), {R"({"_id": 1, "name": "Red lamp"})", R"({"_id": 2, "name": "Red chair"})",
                 R"({"_id": 3, "name": "Green chair"})"});
  expect_soon("red chair", ElementsAre("2"));
  EXPECT_THAT(found("green lamp"), UnorderedElementsAre("1", "3"));
  EXPECT_THAT(found("a chair for the red"), ElementsAre("2"));
}

TEST_P(SearchOnEveryEngine, LooksIntoDocumentsAndArrays) {
  fill(goods(), {R"({"_id": 1, "name": "Mug", "attributes": {"colour": "turquoise", "tags": ["gift"]}})"});
  expect_soon("turquoise", ElementsAre("1"));
  EXPECT_THAT(found("gifts"), ElementsAre("1"));
}

TEST_P(SearchOnEveryEngine, FollowsChangesAndRemovals) {
  must(insert(goods(), R"({"_id": 1, "name": "Desk lamp"})"));
  expect_soon("lamp", ElementsAre("1"));
  must(replace(goods(), R"({"_id": 1, "name": "Desk chair"})"));
  expect_soon("chair", ElementsAre("1"));
  EXPECT_THAT(found("lamp"), IsEmpty());
  must(remove(goods(), whole(1)));
  EXPECT_THAT(found("chair"), IsEmpty());
}

TEST_P(SearchOnEveryEngine, NeverGivesWhatIsMarkedGone) {
  must(insert(goods(), R"({"_id": 1, "name": "Desk lamp"})"));
  expect_soon("lamp", ElementsAre("1"));
  must(replace(goods(), R"({"_id": 1, "name": "Desk lamp", "gone_at": {"$date": 5}})"));
  EXPECT_THAT(found("lamp"), IsEmpty()) << "at once, not only when the index has heard of it";
  settle();
  EXPECT_THAT(found("lamp"), IsEmpty());
  must(replace(goods(), R"({"_id": 1, "name": "Desk lamp", "gone_at": null})"));
  expect_soon("lamp", ElementsAre("1"));
}

TEST_P(SearchOnEveryEngine, HearsOfATouchThatHidesADocument) {
  must(insert(goods(), R"({"_id": 1, "name": "Desk lamp", "n": 1})"));
  must(insert(goods(), R"({"_id": 2, "name": "Floor lamp", "n": 1})"));
  expect_soon("lamp", UnorderedElementsAre("1", "2"));
  must(records().transact([&](Tx& tx) {
    return tx.increment_if(goods(), whole(1), "n", 1, 0,
                           std::pair(std::string_view("gone_at"), clock_.now()));
  }));
  settle();
  EXPECT_THAT(found("lamp"), ElementsAre("2"));
}

TEST_P(SearchOnEveryEngine, ATransactionThatFailsIsNotFound) {
  const auto failed = records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.insert(goods(), from_json(R"({"_id": 1, "name": "Desk lamp"})")));
    return Error{Error::Kind::Conflict, "test", ""};
  });
  EXPECT_FALSE(failed.ok());
  settle();
  EXPECT_THAT(found("lamp"), IsEmpty());
}

TEST_P(SearchOnEveryEngine, FindsAfterReopeningWhatWasWrittenJustBefore) {
  for (int round = 0; round < 5; ++round) {
    must(insert(goods(), "{\"_id\": " + std::to_string(round) + ", \"name\": \"lamp\"}"));
    reopen({&goods()});
  }
  expect_soon("lamp", UnorderedElementsAre("0", "1", "2", "3", "4"));
}

TEST_P(SearchOnEveryEngine, AnotherDeclarationIsBuiltFromTheDocuments) {
  fill(goods(), {R"({"_id": 1, "name": "Mug", "about": "blue"})", R"({"_id": 2, "name": "Blue plate"})"});
  expect_soon("blue", ElementsAre("2", "1"));
  reopen({&goods_by_name_only()});
  expect_soon("blue", ElementsAre("2"), goods_by_name_only());
  EXPECT_THAT(found("mug", goods_by_name_only()), ElementsAre("1"));
}

TEST_P(SearchOnEveryEngine, PagesFollowOneAnotherWithoutOverlapOrGap) {
  std::vector<std::string> documents;
  for (int i = 0; i < 57; ++i)
    documents.push_back("{\"_id\": " + std::to_string(i) + ", \"name\": \"lamp number " + std::to_string(i) +
                        "\"}");
  fill(goods(), documents);
  settle();
  std::set<std::string> seen;
  std::string cursor;
  do {
    const auto page = records().search(goods(), {.text = "lamps", .limit = 10, .cursor = cursor});
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_LE(page->documents.size(), 10U);
    for (const auto& document : page->documents) EXPECT_TRUE(seen.insert(id_text(document)).second);
    cursor = page->next;
  } while (!cursor.empty());
  EXPECT_EQ(seen.size(), 57U);
}

TEST_P(SearchOnEveryEngine, ACursorOfAnotherSearchIsInvalid) {
  fill(goods(), {R"({"_id": 1, "name": "lamp"})", R"({"_id": 2, "name": "lamp"})"});
  settle();
  const auto page = records().search(goods(), {.text = "lamp", .limit = 1});
  ASSERT_TRUE(page.ok());
  ASSERT_FALSE(page->next.empty());
  EXPECT_EQ(code_of(records().search(goods(), {.text = "chair", .cursor = page->next})), "records.cursor");
  EXPECT_EQ(code_of(records().search(goods(), {.text = "lamp", .cursor = "zzz"})), "records.cursor");
  EXPECT_EQ(code_of(records().search(goods(), {.text = "lamp", .cursor = page->next})), "");
}

TEST_P(SearchOnEveryEngine, AnyTextIsAGoodSearch) {
  fill(goods(), {R"({"_id": 1, "name": "lamp"})"});
  settle();
  const std::string long_text(100'000, 'x');
  for (std::string_view text :
       std::initializer_list<std::string_view>{"", " ", "*", "lamp*", "\"lamp", "(lamp AND", "NOT", "lamp:x",
                                               "\xff\xfe", "-", "'", "lamp'", "Z", "Q", "🙂", long_text}) {
    const auto page = records().search(goods(), {.text = text});
    EXPECT_TRUE(page.ok()) << text.substr(0, 20);
  }
  EXPECT_THAT(found("lamp*"), ElementsAre("1"));
  EXPECT_THAT(found(""), IsEmpty());
  EXPECT_THAT(found("?!"), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Engines, SearchOnEveryEngine, testing::ValuesIn(engines()), engine_name);

}  // namespace
}  // namespace stoa::records::test
