// What every engine's indexes give: order, ranges, pages, counts, expiry.

#include "on_every_engine.h"

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

namespace stoa::records::test {
namespace {

using testing::ValuesIn;
using Ids = std::vector<std::string>;
using enum Query::Walk;
using enum Query::End;

class QueriesOnEveryEngine : public OnEveryEngine {};
INSTANTIATE_TEST_SUITE_P(Records, QueriesOnEveryEngine, ValuesIn(engines()), engine_name);

Query::Bound at(Value value, Query::End end = Included) {
  return {std::move(value), end};
}

TEST_P(QueriesOnEveryEngine, MixedValuesStandInTheOrderOfMongoDb) {
  fill(things(),
       {R"({"_id": "date", "width": {"$date": 0}})", R"({"_id": "true", "width": true})",
        R"({"_id": "false", "width": false})",
        R"({"_id": "id", "width": {"$oid": "000000000000000000000000"}})", R"({"_id": "text", "width": "a"})",
        R"({"_id": "infinite", "width": {"$numberDouble": "Infinity"}})", R"({"_id": "two", "width": 2})",
        R"({"_id": "one and a half", "width": 1.5})", R"({"_id": "one", "width": {"$numberLong": "1"}})",
        R"({"_id": "nan", "width": {"$numberDouble": "NaN"}})", R"({"_id": "missing"})"});
  Ids expected{"missing", "nan", "one",   "one and a half", "two", "infinite",
               "text",    "id",  "false", "true",           "date"};
  EXPECT_EQ(ids(things(), {.index = "width"}), expected);
  std::ranges::reverse(expected);
  EXPECT_EQ(ids(things(), {.index = "width", .walk = Against}), expected);
}

TEST_P(QueriesOnEveryEngine, NumbersAreEqualWhateverTheirType) {
  fill(things(), {R"({"_id": 1, "width": 5})", R"({"_id": 2, "width": 5.0})",
                  R"({"_id": 3, "width": {"$numberLong": "5"}})"});
  EXPECT_EQ(ids(things(), {.index = "width", .equal = {5.0}}), (Ids{"1", "2", "3"}));
  EXPECT_EQ(ids(things(), {.index = "width", .equal = {whole(5)}}), (Ids{"1", "2", "3"}));
}

TEST_P(QueriesOnEveryEngine, NullFindsWhatIsMissing) {
  fill(things(), {R"({"_id": 1})", R"({"_id": 2, "colour": null})", R"({"_id": 3, "colour": "red"})"});
  EXPECT_EQ(ids(things(), {.index = "colour", .equal = {Value()}}), (Ids{"1", "2"}));
}

TEST_P(QueriesOnEveryEngine, RangesGoBothWaysWithOpenAndClosedEnds) {
  fill(things(), {R"({"_id": 1, "width": 1})", R"({"_id": 2, "width": 2})", R"({"_id": 3, "width": 3})",
                  R"({"_id": 4, "width": 4})"});
  EXPECT_EQ(ids(things(), {.index = "width", .min = at(whole(2)), .max = at(whole(3))}), (Ids{"2", "3"}));
  EXPECT_EQ(ids(things(), {.index = "width", .min = at(whole(2), Excluded), .max = at(whole(4), Excluded)}),
            (Ids{"3"}));
  EXPECT_EQ(ids(things(), {.index = "width", .min = at(1.5)}), (Ids{"2", "3", "4"}));
  EXPECT_EQ(ids(things(), {.index = "width", .max = at(whole(2)), .walk = Against}), (Ids{"2", "1"}));
  EXPECT_EQ(ids(things(), {.index = "width", .max = at(whole(2), Excluded)}), (Ids{"1"}));
  EXPECT_TRUE(ids(things(), {.index = "width", .min = at(whole(3)), .max = at(whole(2))}).empty());
  EXPECT_TRUE(ids(things(), {.index = "width", .min = at(whole(3), Excluded), .max = at(whole(3))}).empty());
}

TEST_P(QueriesOnEveryEngine, ADescendingFieldIsWalkedFromItsGreatestValue) {
  fill(things(),
       {R"({"_id": 1, "colour": "red", "width": 1})", R"({"_id": 2, "colour": "red", "width": 2})",
        R"({"_id": 3, "colour": "red", "width": 3})", R"({"_id": 4, "colour": "blue", "width": 9})"});
  const Query red{.index = "colour_width", .equal = {text("red")}};
  auto query = red;
  EXPECT_EQ(ids(things(), query), (Ids{"3", "2", "1"}));
  query.walk = Against;
  EXPECT_EQ(ids(things(), query), (Ids{"1", "2", "3"}));
  query = red;
  query.min = at(whole(2));
  EXPECT_EQ(ids(things(), query), (Ids{"3", "2"}));
  query.min = at(whole(1), Excluded);
  query.max = at(whole(3), Excluded);
  EXPECT_EQ(ids(things(), query), (Ids{"2"}));
  EXPECT_EQ(ids(things(), {.index = "colour_width"}), (Ids{"4", "3", "2", "1"}));
  EXPECT_EQ(ids(things(), {.index = "colour_width", .equal = {text("red"), whole(2)}}), (Ids{"2"}));
}

TEST_P(QueriesOnEveryEngine, TextThatIsTheBeginningOfAnotherStaysApart) {
  fill(things(), {R"({"_id": 1, "colour": "red"})", R"({"_id": 2, "colour": "reddish"})",
                  R"({"_id": 3, "colour": "red\u0000"})"});
  EXPECT_EQ(ids(things(), {.index = "colour", .equal = {text("red")}}), (Ids{"1"}));
  EXPECT_EQ(ids(things(), {.index = "colour"}), (Ids{"1", "3", "2"}));
}

TEST_P(QueriesOnEveryEngine, TheIdIsAnIndexToo) {
  fill(things(), {R"({"_id": "b"})", R"({"_id": 2})", R"({"_id": "a"})", R"({"_id": 10})"});
  EXPECT_EQ(ids(things(), {.index = "_id"}), (Ids{"2", "10", "a", "b"}));
  EXPECT_EQ(ids(things(), {.index = "_id", .min = at(whole(3)), .walk = Against}), (Ids{"b", "a", "10"}));
  EXPECT_EQ(ids(things(), {.index = "_id", .equal = {text("a")}}), (Ids{"a"}));
}

TEST_P(QueriesOnEveryEngine, AUniqueIndexIsWalkedLikeAnyOther) {
  fill(badges(), {R"({"_id": 1, "code": "c", "hall": "A", "seat": 1})",
                  R"({"_id": 2, "code": "a", "hall": "A", "seat": 2})",
                  R"({"_id": 3, "code": "b", "hall": "B", "seat": 1})"});
  EXPECT_EQ(ids(badges(), {.index = "code"}), (Ids{"2", "3", "1"}));
  EXPECT_EQ(ids(badges(), {.index = "place", .equal = {text("A")}, .min = at(whole(2))}), (Ids{"2"}));
  const auto first = read().find(badges(), {.index = "code", .limit = 2});
  EXPECT_EQ(ids(badges(), {.index = "code", .limit = 2, .cursor = first->next}), (Ids{"1"}));
}

TEST_P(QueriesOnEveryEngine, AllFieldsOfAUniqueIndexNameOneDocumentOrNone) {
  fill(badges(),
       {R"({"_id": 1, "code": "c", "hall": "A", "seat": 1})",
        R"({"_id": 2, "code": "a", "hall": "A", "seat": 2})", R"({"_id": 3, "hall": "B", "seat": 1})"});
  for (const auto walk : {Along, Against}) {
    EXPECT_EQ(ids(badges(), {.index = "code", .equal = {text("a")}, .walk = walk}), (Ids{"2"}));
    EXPECT_EQ(ids(badges(), {.index = "code", .equal = {Value()}, .walk = walk}), (Ids{"3"}));
    EXPECT_TRUE(ids(badges(), {.index = "code", .equal = {text("")}, .walk = walk}).empty());
    EXPECT_EQ(ids(badges(), {.index = "place", .equal = {text("A"), whole(1)}, .walk = walk}), (Ids{"1"}));
    EXPECT_TRUE(ids(badges(), {.index = "place", .equal = {text("B"), whole(2)}, .walk = walk}).empty());
  }
  const auto page = read().find(badges(), {.index = "code", .equal = {text("a")}, .limit = 1});
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->next, "");
  const auto none = read().find(badges(), {.index = "code", .equal = {text("a")}, .limit = 0});
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->documents.empty());
  EXPECT_EQ(code_of(read().find(badges(), {.index = "code", .equal = {text("a")}, .cursor = "nonsense"})),
            "records.cursor");
}

TEST_P(QueriesOnEveryEngine, PagesFollowOneAnotherAndTheLastHasNoNext) {
  std::vector<std::string> documents;
  for (int i = 0; i < 10; ++i)
    documents.push_back("{\"_id\": " + std::to_string(i) + ", \"width\": " + std::to_string(i / 3) + "}");
  fill(things(), documents);
  for (const auto walk : {Along, Against}) {
    for (const auto* index : {"width", "_id", "colour_width"}) {
      const auto all = ids(things(), {.index = index, .walk = walk});
      ASSERT_EQ(all.size(), 10u);
      Ids paged;
      std::string cursor;
      do {
        const auto page = read().find(things(), {.index = index, .walk = walk, .limit = 5, .cursor = cursor});
        ASSERT_TRUE(page.ok());
        EXPECT_EQ(page->documents.size(), 5u);
        for (const auto& document : page->documents) paged.push_back(id_text(document));
        cursor = page->next;
      } while (!cursor.empty());
      EXPECT_EQ(paged, all) << index;
    }
  }
}

TEST_P(QueriesOnEveryEngine, APageOfNoneStaysWhereItIs) {
  fill(things(), {R"({"_id": 1})", R"({"_id": 2})"});
  const auto first = read().find(things(), {.index = "_id", .limit = 1});
  const auto none = read().find(things(), {.index = "_id", .limit = 0, .cursor = first->next});
  EXPECT_TRUE(none->documents.empty());
  EXPECT_EQ(none->next, first->next);
}

TEST_P(QueriesOnEveryEngine, ACursorOfAnotherQueryOrFromNowhereIsInvalid) {
  fill(things(), {R"({"_id": 1, "width": 1})", R"({"_id": 2, "width": 2})"});
  const auto next = read().find(things(), {.index = "width", .limit = 1})->next;
  ASSERT_FALSE(next.empty());
  const auto refused = [&](const Collection& collection, Query query) {
    const auto page = read().find(collection, query);
    return code_of(page) == "records.cursor" && page.error().kind == Error::Kind::Invalid;
  };
  EXPECT_TRUE(refused(things(), {.index = "_id", .cursor = next}));
  EXPECT_TRUE(refused(things(), {.index = "width", .walk = Against, .cursor = next}));
  EXPECT_TRUE(refused(things(), {.index = "width", .min = at(whole(1)), .cursor = next}));
  EXPECT_TRUE(refused(things(), {.index = "width", .equal = {whole(1)}, .cursor = next}));
  EXPECT_TRUE(refused(badges(), {.index = "_id", .cursor = next}));
  EXPECT_TRUE(refused(things(), {.index = "width", .cursor = "nonsense"}));
  EXPECT_TRUE(refused(things(), {.index = "width", .cursor = next.substr(1)}));
  EXPECT_FALSE(refused(things(), {.index = "width", .limit = 50, .cursor = next}));
}

TEST_P(QueriesOnEveryEngine, ACursorGoesOnWhenItsDocumentIsGone) {
  fill(things(), {R"({"_id": 1, "width": 1})", R"({"_id": 2, "width": 2})", R"({"_id": 3, "width": 3})"});
  const auto next = read().find(things(), {.index = "width", .limit = 2})->next;
  ASSERT_TRUE(remove(things(), whole(2)).ok());
  fill(things(), {R"({"_id": 0, "width": 0})", R"({"_id": 25, "width": 2.5})"});
  EXPECT_EQ(ids(things(), {.index = "width", .cursor = next}), (Ids{"25", "3"}));
}

TEST_P(QueriesOnEveryEngine, CountsGoUpToWhatWasAskedFor) {
  fill(things(), {R"({"_id": 1, "colour": "red"})", R"({"_id": 2, "colour": "red"})",
                  R"({"_id": 3, "colour": "blue"})"});
  EXPECT_EQ(*read().count(things(), {.index = "colour"}, 100), 3u);
  EXPECT_EQ(*read().count(things(), {.index = "colour", .equal = {text("red")}, .limit = 1}, 100), 2u);
  EXPECT_EQ(*read().count(things(), {.index = "_id", .min = at(whole(2))}, 100), 2u);
  EXPECT_EQ(*read().count(things(), {.index = "colour"}, 2), 2u);
  EXPECT_EQ(*read().count(things(), {.index = "colour"}, 0), 0u);
}

// Pages are read while documents come and go between them: what stays is given once and in order, and nothing
// that is gone before its page is.
TEST_P(QueriesOnEveryEngine, PagesNeitherSkipNorRepeatWhatStays) {
  const bool held = rc::check("pages of changing documents", [&] {
    (void)records().transact(
        [](Tx& tx) -> Result<void> {
          for (int id = 0; id < 60; ++id) STOA_TRY(tx.remove(things(), whole(id)));
          return {};
        },
        Durability::Relaxed);
    std::map<int, int> widths;
    const auto put = [&](int id, int width) {
      if (!widths.emplace(id, width).second) return;
      const auto done = records().transact(
          [&](Tx& tx) {
            return tx.insert(things(), from_json("{\"_id\":" + std::to_string(id) +
                                                 ",\"width\":" + std::to_string(width) + "}"));
          },
          Durability::Relaxed);
      RC_ASSERT(done.ok());
    };
    for (int i = *rc::gen::inRange(0, 30); i > 0; --i) put(*rc::gen::inRange(0, 60), *rc::gen::inRange(0, 6));
    const auto at_start = widths;
    std::set<int> removed, seen;
    const auto walk = *rc::gen::element(Along, Against);
    std::optional<std::pair<int, int>> last;
    std::string cursor;
    do {
      const auto page = read().find(
          things(),
          {.index = "width", .walk = walk, .limit = *rc::gen::inRange<std::size_t>(1, 8), .cursor = cursor});
      RC_ASSERT(page.ok());
      for (const auto& document : page->documents) {
        const int id = std::stoi(id_text(document));
        const std::pair<int, int> place{
            static_cast<int>(std::get<std::int64_t>(*value_at(document, "width"))), id};
        RC_ASSERT(widths.contains(id));
        RC_ASSERT(seen.insert(id).second);
        RC_ASSERT(!last || (walk == Along ? *last < place : place < *last));
        last = place;
      }
      cursor = page->next;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
        put(*rc::gen::inRange(0, 60), *rc::gen::inRange(0, 6));
      for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
        const int id = *rc::gen::inRange(0, 60);
        if (seen.contains(id) || widths.erase(id) == 0) continue;
        removed.insert(id);
        (void)records().transact([&](Tx& tx) { return tx.remove(things(), whole(id)); }, Durability::Relaxed);
      }
    } while (!cursor.empty());
    for (const auto& [id, width] : at_start) RC_ASSERT(seen.contains(id) || removed.contains(id));
  });
  EXPECT_TRUE(held);
}

TEST_P(QueriesOnEveryEngine, WhileDocumentsChangeAFindGivesOnlyWhatMatchesAndEachOnce) {
  std::vector<std::string> documents;
  for (int id = 0; id < 20; ++id)
    documents.push_back("{\"_id\": " + std::to_string(id) + ", \"colour\": \"red\"}");
  fill(things(), documents);
  std::jthread painter([&](const std::stop_token& stop) {
    for (int i = 0; !stop.stop_requested(); ++i) {
      const auto* colour = i / 20 % 2 == 0 ? "blue" : "red";
      const auto json = "{\"_id\": " + std::to_string(i % 20) + ", \"colour\": \"" + colour + "\"}";
      const auto painted = records().transact([&](Tx& tx) { return tx.replace(things(), from_json(json)); },
                                              Durability::Relaxed);
      EXPECT_TRUE(painted.ok());
    }
  });
  for (int i = 0; i < 200; ++i) {
    const auto page = read().find(things(), {.index = "colour", .equal = {text("red")}});
    ASSERT_TRUE(page.ok());
    std::set<std::string> seen;
    for (const auto& document : page->documents) {
      EXPECT_EQ(value_at(document, "colour"), text("red"));
      EXPECT_TRUE(seen.insert(id_text(document)).second);
    }
  }
}

TEST_P(QueriesOnEveryEngine, WhatHasRunOutIsSwept) {
  const auto at_second = [](std::int64_t second) {
    return "{\"$date\": {\"$numberLong\": \"" + std::to_string(second * 1000) + "\"}}";
  };
  fill(leases(),
       {"{\"_id\": 1, \"until\": " + at_second(100) + "}", "{\"_id\": 2, \"until\": " + at_second(101) + "}",
        "{\"_id\": 3, \"renewed\": " + at_second(40) + "}",
        "{\"_id\": 4, \"renewed\": " + at_second(41) + "}", R"({"_id": 5, "until": 5})",
        R"({"_id": 6, "until": "1970"})", R"({"_id": 7})", R"({"_id": 8, "until": true})"});
  EXPECT_EQ(*records().sweep_expired(Time(std::chrono::seconds(99)), 100), 0u);
  EXPECT_EQ(*records().sweep_expired(Time(std::chrono::seconds(100)), 100), 2u);
  EXPECT_EQ(ids(leases(), {.index = "_id"}), (Ids{"2", "4", "5", "6", "7", "8"}));
  EXPECT_EQ(*read().size(leases()), 6u);
  EXPECT_EQ(*read().count(leases(), {.index = "until"}, 100), 6u);
}

TEST_P(QueriesOnEveryEngine, ASweepTakesNoMoreThanItMay) {
  std::vector<std::string> documents;
  for (int i = 0; i < 250; ++i)
    documents.push_back("{\"_id\": " + std::to_string(i) + ", \"until\": {\"$date\": 5}}");
  fill(leases(), documents);
  EXPECT_EQ(*records().sweep_expired(Time(std::chrono::seconds(1)), 130), 130u);
  EXPECT_EQ(*read().size(leases()), 120u);
  EXPECT_EQ(*records().sweep_expired(Time(std::chrono::seconds(1)), 1000), 120u);
  EXPECT_EQ(*records().sweep_expired(Time(std::chrono::seconds(1)), 1000), 0u);
}

TEST_P(QueriesOnEveryEngine, ANewIndexIsBuiltAndADroppedOneIsGone) {
  std::vector<std::string> documents;
  for (int i = 0; i < 2500; ++i)
    documents.push_back("{\"_id\": " + std::to_string(i) + ", \"n\": " + std::to_string(i % 7) + "}");
  fill(things(), documents);
  const Collection redeclared{"things",
                              {{"n", {{"n", IndexField::Direction::Descending}}}, {"width", {{"width"}}}}};
  reopen({&redeclared});
  EXPECT_EQ(*read().count(redeclared, {.index = "n", .equal = {whole(3)}}, 9999), 357u);
  EXPECT_EQ(*read().count(redeclared, {.index = "n"}, 9999), 2500u);
  EXPECT_EQ(*read().count(redeclared, {.index = "width"}, 9999), 2500u);
  EXPECT_THROW((void)read().count(redeclared, {.index = "colour"}, 1), std::logic_error);
  // While it was not declared, the index "colour" was not kept: coming back, it is built anew.
  ASSERT_TRUE(replace(redeclared, R"({"_id": 0, "colour": "red", "n": 9})").ok());
  reopen();
  EXPECT_EQ(ids(things(), {.index = "colour", .equal = {text("red")}}), (Ids{"0"}));
  EXPECT_EQ(*read().count(things(), {.index = "colour"}, 9999), 2500u);
  EXPECT_EQ(*read().size(things()), 2500u);
}

TEST_P(QueriesOnEveryEngine, AnIndexWithOtherFieldsUnderTheSameNameIsBuiltAnew) {
  fill(things(), {R"({"_id": 1, "width": 2, "depth": 1})", R"({"_id": 2, "width": 1, "depth": 2})"});
  const Collection redeclared{"things", {{"width", {{"depth"}}}}};
  reopen({&redeclared});
  EXPECT_EQ(ids(redeclared, {.index = "width"}), (Ids{"1", "2"}));
  EXPECT_EQ(*read().count(redeclared, {.index = "width"}, 9), 2u);
}

TEST_P(QueriesOnEveryEngine, ANewUniqueIndexOverEqualValuesIsRefused) {
  fill(things(), {R"({"_id": 1, "n": 1})", R"({"_id": 2, "n": 1})"});
  const Collection redeclared{"things", {{"n", {{"n"}}, Index::Unique::Yes}}};
  const auto opened = engine_->reopen({&redeclared});
  EXPECT_EQ(code_of(opened), "records.unique");
  EXPECT_EQ(opened.error().kind, Error::Kind::Corrupt);
  reopen();
  EXPECT_EQ(*read().count(things(), {.index = "colour"}, 9), 2u);
}

TEST_P(QueriesOnEveryEngine, ACollectionThatIsNotDeclaredForAWhileKeepsItsDocuments) {
  fill(badges(), {R"({"_id": 1, "code": "x"})"});
  reopen({&things()});
  reopen();
  EXPECT_EQ(ids(badges(), {.index = "code"}), (Ids{"1"}));
  EXPECT_EQ(*read().size(badges()), 1u);
}

}  // namespace
}  // namespace stoa::records::test
