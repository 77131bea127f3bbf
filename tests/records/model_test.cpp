// Random transactions on the records and on a plain map beside them must agree, also after reopening.

#include "on_every_engine.h"

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <compare>
#include <map>

namespace stoa::records::test {
namespace {

const Collection& cards() {
  static const Collection collection{"cards",
                                     {{"suit", {{"suit"}}},
                                      {"suit_rank", {{"suit"}, {"rank", IndexField::Direction::Descending}}},
                                      {"code", {{"code"}}, Index::Unique::Yes}}};
  return collection;
}

struct Card {
  int suit;
  int rank;
  int code;
};
using Model = std::map<int, Card>;

Document document_of(int id, const Card& card) {
  const auto field = [](const char* name, int value) {
    return ",\"" + std::string(name) + "\":" + std::to_string(value);
  };
  return from_json("{\"_id\":" + std::to_string(id) + field("suit", card.suit) + field("rank", card.rank) +
                   field("code", card.code) + "}");
}

bool code_is_taken(const Model& model, int id, int code) {
  return std::ranges::any_of(model,
                             [&](const auto& row) { return row.first != id && row.second.code == code; });
}

Card any_card() {
  return {*rc::gen::inRange(0, 4), *rc::gen::inRange(0, 5), *rc::gen::inRange(0, 40)};
}

// One random write on both; their answers must be the same.
void write(Tx& tx, Model& model) {
  const int id = *rc::gen::inRange(0, 20);
  const bool there = model.contains(id);
  switch (*rc::gen::inRange(0, 4)) {
    case 0: {
      const auto card = any_card();
      const auto expected = there                                 ? "records.exists"
                            : code_is_taken(model, id, card.code) ? "records.unique"
                                                                  : "";
      RC_ASSERT(code_of(tx.insert(cards(), document_of(id, card))) == expected);
      if (*expected == 0) model[id] = card;
      break;
    }
    case 1: {
      const auto card = any_card();
      const auto expected = !there                                ? "records.absent"
                            : code_is_taken(model, id, card.code) ? "records.unique"
                                                                  : "";
      RC_ASSERT(code_of(tx.replace(cards(), document_of(id, card))) == expected);
      if (*expected == 0) model[id] = card;
      break;
    }
    case 2:
      RC_ASSERT(*tx.remove(cards(), whole(id)) == there);
      model.erase(id);
      break;
    default: {
      const int delta = *rc::gen::inRange(-3, 3);
      const auto sum = tx.increment_if(cards(), whole(id), "rank", delta, 0);
      const auto expected = !there ? "records.absent" : model[id].rank + delta < 0 ? "records.floor" : "";
      RC_ASSERT(code_of(sum) == expected);
      if (*expected == 0) RC_ASSERT(*sum == (model[id].rank += delta));
      if (!there) model.erase(id);
    }
  }
}

std::vector<Document> sorted(const Model& model, auto before) {
  std::vector<std::pair<int, Card>> rows(model.begin(), model.end());
  std::ranges::sort(rows, before);
  std::vector<Document> documents;
  for (const auto& [id, card] : rows) documents.push_back(document_of(id, card));
  return documents;
}

void compare(Reader& reader, const Model& model) {
  const auto by_suit = sorted(model, [](const auto& a, const auto& b) {
    return std::tuple(a.second.suit, a.first) < std::tuple(b.second.suit, b.first);
  });
  const auto by_rank = sorted(model, [](const auto& a, const auto& b) {
    return std::tuple(a.second.suit, -a.second.rank, a.first) <
           std::tuple(b.second.suit, -b.second.rank, b.first);
  });
  const auto by_code =
      sorted(model, [](const auto& a, const auto& b) { return a.second.code < b.second.code; });
  const auto by_id = sorted(model, [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::pair<std::string_view, const std::vector<Document>*> views[] = {
      {"suit", &by_suit}, {"suit_rank", &by_rank}, {"code", &by_code}, {"_id", &by_id}};
  for (const auto& [index, expected] : views) {
    RC_ASSERT(reader.find(cards(), {.index = index})->documents == *expected);
    auto backwards = *expected;
    std::ranges::reverse(backwards);
    RC_ASSERT(reader.find(cards(), {.index = index, .walk = Query::Walk::Against})->documents == backwards);
    RC_ASSERT(*reader.count(cards(), {.index = index}, 1000) == model.size());
  }
  RC_ASSERT(*reader.size(cards()) == model.size());
}

class ModelOnEveryEngine : public OnEveryEngine {};
INSTANTIATE_TEST_SUITE_P(Records, ModelOnEveryEngine, testing::ValuesIn(engines()), engine_name);

TEST_P(ModelOnEveryEngine, RandomTransactionsDoWhatAMapDoes) {
  reopen({&cards()});
  const bool held = rc::check("random transactions", [&] {
    RC_ASSERT(records()
                  .transact(
                      [](Tx& tx) -> Result<void> {
                        for (int id = 0; id < 20; ++id) STOA_TRY(tx.remove(cards(), whole(id)));
                        return {};
                      },
                      Durability::Relaxed)
                  .ok());
    Model model;
    const int transactions = *rc::gen::inRange(1, 15);
    for (int i = 0; i < transactions; ++i) {
      auto changed = model;
      const bool fails = *rc::gen::inRange(0, 4) == 0;
      const auto done = records().transact(
          [&](Tx& tx) -> Result<void> {
            for (int writes = *rc::gen::inRange(1, 6); writes > 0; --writes) write(tx, changed);
            compare(tx, changed);
            if (fails) return Error{Error::Kind::Conflict, "test.refused", "refused"};
            return {};
          },
          Durability::Relaxed);
      RC_ASSERT(done.ok() != fails);
      if (!fails) model = std::move(changed);
      compare(records().read(), model);
    }
    if (*rc::gen::inRange(0, 10) == 0) {
      reopen({&cards()});
      compare(records().read(), model);
    }
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace stoa::records::test
