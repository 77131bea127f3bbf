// What every engine does with single documents and in transactions.

#include "on_every_engine.h"

#include <atomic>
#include <latch>
#include <thread>

namespace stoa::records::test {
namespace {

using testing::ValuesIn;
using Kind = Error::Kind;

class RecordsOnEveryEngine : public OnEveryEngine {};
INSTANTIATE_TEST_SUITE_P(Records, RecordsOnEveryEngine, ValuesIn(engines()), engine_name);

TEST_P(RecordsOnEveryEngine, WhatWasInsertedIsReadBackByteForByte) {
  const auto document = from_json(
      R"({"_id": {"$oid": "672a1b2c3d4e5f6a7b8c9d0e"}, "name": "Телевизор", "price": 12000.0, "tags": ["a", {"b": null}]})");
  ASSERT_TRUE(records().transact([&](Tx& tx) { return tx.insert(things(), document); }).ok());
  EXPECT_EQ(**read().get(things(), *ObjectId::parse("672a1b2c3d4e5f6a7b8c9d0e")), document);
}

TEST_P(RecordsOnEveryEngine, IdsAreObjectIdsTextOrWholeNumbers) {
  fill(things(), {R"({"_id": "a"})", R"({"_id": 7})", R"({"_id": {"$numberLong": "9007199254740993"}})"});
  EXPECT_EQ(json(things(), text("a")), canonical(R"({"_id": "a"})"));
  EXPECT_EQ(json(things(), 7.0), canonical(R"({"_id": 7})"));
  EXPECT_NE(json(things(), whole(9007199254740993)), "none");
  EXPECT_EQ(json(things(), whole(9007199254740992)), "none");
  EXPECT_EQ(json(things(), text("7")), "none");
  EXPECT_EQ(json(things(), true), "none");
}

TEST_P(RecordsOnEveryEngine, ADocumentWithoutAProperIdIsRefused) {
  for (const auto* wrong : {"{}", R"({"_id": 1.5})", R"({"_id": null})", R"({"_id": [1]})"}) {
    const auto inserted = insert(things(), wrong);
    EXPECT_EQ(code_of(inserted), "records.id") << wrong;
    EXPECT_EQ(inserted.error().kind, Kind::Invalid);
    EXPECT_EQ(code_of(replace(things(), wrong)), "records.id") << wrong;
  }
}

TEST_P(RecordsOnEveryEngine, BytesThatAreNoDocumentAreRefused) {
  const auto put = [&](const Document& bytes) {
    return code_of(records().transact([&](Tx& tx) { return tx.insert(things(), bytes); }));
  };
  EXPECT_EQ(put("nonsense"), "records.document");
  EXPECT_EQ(put(from_json(R"({"_id": 1})") + "x"), "records.document");
}

TEST_P(RecordsOnEveryEngine, ADocumentOfMoreThanSixteenMebibytesIsRefused) {
  auto document = from_json("{\"_id\": 1, \"text\": \"" + std::string(kMaxDocumentBytes, 'x') + "\"}");
  EXPECT_EQ(code_of(records().transact([&](Tx& tx) { return tx.insert(things(), document); })),
            "records.too_large");
}

TEST_P(RecordsOnEveryEngine, AnArrayOrDocumentAtAnIndexedPathIsRefused) {
  EXPECT_EQ(code_of(insert(things(), R"({"_id": 1, "colour": ["red"]})")), "records.not_indexable");
  EXPECT_EQ(code_of(insert(things(), R"({"_id": 1, "colour": {"name": "red"}})")), "records.not_indexable");
  fill(things(), {R"({"_id": 1})"});
  EXPECT_EQ(code_of(replace(things(), R"({"_id": 1, "width": []})")), "records.not_indexable");
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1})"));
}

TEST_P(RecordsOnEveryEngine, InsertingATakenIdIsAConflict) {
  fill(things(), {R"({"_id": 1, "n": "first"})"});
  const auto again = insert(things(), R"({"_id": 1.0, "n": "second"})");
  EXPECT_EQ(code_of(again), "records.exists");
  EXPECT_EQ(again.error().kind, Kind::Conflict);
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1, "n": "first"})"));
}

TEST_P(RecordsOnEveryEngine, ATakenIdIsAConflictInWhateverOrderIdsCome) {
  const std::vector<std::string> documents{R"({"_id": 5})", R"({"_id": 9})", R"({"_id": 2})", R"({"_id": 7})",
                                           R"({"_id": "a"})"};
  fill(things(), documents);
  for (int round = 0; round < 2; ++round) {
    for (const auto& document : documents)
      EXPECT_EQ(code_of(insert(things(), document)), "records.exists") << document;
    reopen();
  }
  ASSERT_TRUE(remove(things(), text("a")).ok());
  EXPECT_TRUE(insert(things(), R"({"_id": "a"})").ok());
  EXPECT_EQ(code_of(insert(things(), R"({"_id": "a"})")), "records.exists");
}

TEST_P(RecordsOnEveryEngine, AnIdThatATransactionTookAndGaveUpIsFree) {
  const auto given_up = records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.insert(things(), from_json(R"({"_id": 8})")));
    EXPECT_EQ(code_of(tx.insert(things(), from_json(R"({"_id": 8})"))), "records.exists");
    return Error{Kind::Conflict, "test.refused", "refused"};
  });
  EXPECT_EQ(code_of(given_up), "test.refused");
  EXPECT_TRUE(insert(things(), R"({"_id": 8})").ok());
  EXPECT_EQ(code_of(insert(things(), R"({"_id": 8})")), "records.exists");
}

TEST_P(RecordsOnEveryEngine, WhatATransactionDidNotFindItFindsAfterInsertingIt) {
  const Query red{.index = "colour", .equal = {text("red")}};
  const auto looked = records().transact([&](Tx& tx) -> Result<void> {
    EXPECT_EQ(STOA_TRY(tx.find(things(), red)).documents.size(), 0u);
    STOA_TRY(tx.insert(things(), from_json(R"({"_id": 1, "colour": "red"})")));
    EXPECT_EQ(STOA_TRY(tx.find(things(), red)).documents.size(), 1u);
    STOA_TRY(tx.remove(things(), whole(1)));
    EXPECT_EQ(STOA_TRY(tx.find(things(), red)).documents.size(), 0u);
    STOA_TRY(tx.insert(things(), from_json(R"({"_id": 2, "colour": "red"})")));
    return {};
  });
  ASSERT_TRUE(looked.ok());
  const auto after = records().transact([&](Tx& tx) { return tx.find(things(), red); });
  EXPECT_EQ(after.value().documents.size(), 1u);
}

TEST_P(RecordsOnEveryEngine, ReplacingNeedsADocumentWithThatId) {
  EXPECT_EQ(replace(things(), R"({"_id": 1})").error().kind, Kind::NotFound);
  fill(things(), {R"({"_id": 1, "colour": "red"})"});
  ASSERT_TRUE(replace(things(), R"({"_id": 1, "colour": "blue"})").ok());
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1, "colour": "blue"})"));
  EXPECT_TRUE(ids(things(), {.index = "colour", .equal = {text("red")}}).empty());
  EXPECT_EQ(ids(things(), {.index = "colour", .equal = {text("blue")}}).size(), 1u);
}

TEST_P(RecordsOnEveryEngine, RemovingSaysWhetherThereWasOne) {
  fill(things(), {R"({"_id": 1, "colour": "red"})"});
  EXPECT_TRUE(*remove(things(), whole(1)));
  EXPECT_FALSE(*remove(things(), whole(1)));
  EXPECT_EQ(json(things(), whole(1)), "none");
  EXPECT_TRUE(ids(things(), {.index = "colour"}).empty());
}

TEST_P(RecordsOnEveryEngine, ManyAreReadInTheOrderOfTheirIds) {
  fill(things(), {R"({"_id": 1})", R"({"_id": 2})"});
  const std::vector<Value> wanted{whole(2), whole(9), whole(1), whole(2)};
  const auto got = read().get_many(things(), wanted);
  ASSERT_EQ(got->size(), 4u);
  EXPECT_EQ((*got)[0], from_json(R"({"_id": 2})"));
  EXPECT_EQ((*got)[1], std::nullopt);
  EXPECT_EQ((*got)[2], from_json(R"({"_id": 1})"));
  EXPECT_EQ((*got)[3], (*got)[0]);
}

TEST_P(RecordsOnEveryEngine, CollectionsDoNotSeeOneAnother) {
  fill(things(), {R"({"_id": 1})"});
  fill(leases(), {R"({"_id": 1, "n": 2})"});
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1})"));
  EXPECT_EQ(ids(things(), {.index = "_id"}).size(), 1u);
}

TEST_P(RecordsOnEveryEngine, SizesAreKept) {
  EXPECT_EQ(*read().size(things()), 0u);
  fill(things(), {R"({"_id": 1})", R"({"_id": 2})", R"({"_id": 3})"});
  EXPECT_EQ(*read().size(things()), 3u);
  ASSERT_TRUE(remove(things(), whole(2)).ok());
  ASSERT_TRUE(replace(things(), R"({"_id": 1, "n": 1})").ok());
  EXPECT_FALSE(insert(things(), R"({"_id": 1})").ok());
  EXPECT_EQ(*read().size(things()), 2u);
  EXPECT_EQ(*read().size(badges()), 0u);
}

TEST_P(RecordsOnEveryEngine, ATransactionReadsItsOwnWrites) {
  fill(things(), {R"({"_id": 1, "colour": "red"})", R"({"_id": 2, "colour": "red"})"});
  const auto seen = records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.insert(things(), from_json(R"({"_id": 3, "colour": "red"})")));
    STOA_TRY(tx.replace(things(), from_json(R"({"_id": 1, "colour": "blue"})")));
    STOA_TRY(tx.remove(things(), whole(2)));
    EXPECT_EQ(to_json(**tx.get(things(), whole(1))), canonical(R"({"_id": 1, "colour": "blue"})"));
    EXPECT_EQ(*tx.get(things(), whole(2)), std::nullopt);
    EXPECT_EQ(ids(tx, things(), {.index = "colour"}), (std::vector<std::string>{"1", "3"}));
    EXPECT_EQ(ids(tx, things(), {.index = "colour", .walk = Query::Walk::Against}),
              (std::vector<std::string>{"3", "1"}));
    EXPECT_EQ(ids(tx, things(), {.index = "_id"}), (std::vector<std::string>{"1", "3"}));
    EXPECT_EQ(*tx.count(things(), {.index = "colour", .equal = {text("red")}}, 10), 1u);
    EXPECT_EQ(*tx.size(things()), 2u);
    EXPECT_EQ(code_of(tx.insert(things(), from_json(R"({"_id": 3})"))), "records.exists");
    STOA_TRY(tx.insert(things(), from_json(R"({"_id": 2, "n": "again"})")));
    return {};
  });
  ASSERT_TRUE(seen.ok());
  EXPECT_EQ(json(things(), whole(2)), canonical(R"({"_id": 2, "n": "again"})"));
  EXPECT_EQ(*read().size(things()), 3u);
}

TEST_P(RecordsOnEveryEngine, WhatIsIndexedToAndFroInATransactionIsFoundAsItIsThen) {
  fill(things(), {R"({"_id": 1, "colour": "red"})", R"({"_id": 2, "colour": "red"})"});
  const auto reds = [](Tx& tx) {
    const Query query{.index = "colour", .equal = {std::string("red")}};
    return tx.find(things(), query)->documents.size();
  };
  const auto done = records().transact([&](Tx& tx) -> Result<void> {
    for (int round = 0; round < 3; ++round) {
      STOA_TRY(tx.replace(things(), from_json(R"({"_id": 1, "colour": "blue"})")));
      EXPECT_EQ(reds(tx), 1u);
      STOA_TRY(tx.replace(things(), from_json(R"({"_id": 1, "colour": "red"})")));
      EXPECT_EQ(reds(tx), 2u);
    }
    STOA_TRY(tx.remove(things(), whole(2)));
    EXPECT_EQ(reds(tx), 1u);
    STOA_TRY(tx.insert(things(), from_json(R"({"_id": 2, "colour": "blue"})")));
    return tx.replace(things(), from_json(R"({"_id": 1, "colour": "red", "n": 1})"));
  });
  ASSERT_TRUE(done.ok());
  const auto ids_of = [&](const char* colour) {
    return ids(things(), {.index = "colour", .equal = {std::string(colour)}});
  };
  EXPECT_EQ(ids_of("red"), (std::vector<std::string>{"1"}));
  EXPECT_EQ(ids_of("blue"), (std::vector<std::string>{"2"}));
}

TEST_P(RecordsOnEveryEngine, ATransactionThatFailsChangesNothing) {
  fill(things(), {R"({"_id": 1, "colour": "red", "n": 5})"});
  const auto write_all = [](Tx& tx) -> Result<void> {
    STOA_TRY(tx.insert(things(), from_json(R"({"_id": 2, "colour": "red"})")));
    STOA_TRY(tx.increment_if(things(), whole(1), "n", -1, 0));
    STOA_TRY(tx.remove(things(), whole(1)));
    return {};
  };
  const auto failed = records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(write_all(tx));
    return Error{Kind::Conflict, "test.refused", "refused"};
  });
  EXPECT_EQ(code_of(failed), "test.refused");
  EXPECT_THROW((void)records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(write_all(tx));
    throw std::runtime_error("broken");
  }),
               std::runtime_error);
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1, "colour": "red", "n": 5})"));
  EXPECT_EQ(json(things(), whole(2)), "none");
  EXPECT_EQ(ids(things(), {.index = "colour"}), (std::vector<std::string>{"1"}));
  EXPECT_EQ(*read().size(things()), 1u);
}

TEST_P(RecordsOnEveryEngine, ARefusedWriteLeavesTheRestOfItsTransaction) {
  fill(badges(), {R"({"_id": 1, "code": "x", "seat": 1})"});
  const auto done = records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(tx.insert(badges(), from_json(R"({"_id": 2, "code": "y", "seat": 2})")));
    EXPECT_EQ(code_of(tx.insert(badges(), from_json(R"({"_id": 3, "code": "z", "seat": 1})"))),
              "records.unique");
    return {};
  });
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(ids(badges(), {.index = "code"}), (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(*read().size(badges()), 2u);
}

TEST_P(RecordsOnEveryEngine, ATransactionGivesWhatItsBodyGives) {
  const auto given = records().transact([](Tx&) -> Result<std::string> { return std::string("answer"); });
  EXPECT_EQ(*given, "answer");
}

TEST_P(RecordsOnEveryEngine, RelaxedTransactionsAreReadAtOnce) {
  ASSERT_TRUE(records()
                  .transact([](Tx& tx) { return tx.insert(things(), from_json(R"({"_id": 1})")); },
                            Durability::Relaxed)
                  .ok());
  EXPECT_NE(json(things(), whole(1)), "none");
}

TEST_P(RecordsOnEveryEngine, UniqueValuesBelongToOneDocument) {
  fill(badges(), {R"({"_id": 1, "code": "x", "seat": 1})"});
  const auto taken = insert(badges(), R"({"_id": 2, "code": "x", "seat": 2})");
  EXPECT_EQ(code_of(taken), "records.unique");
  EXPECT_EQ(taken.error().kind, Kind::Conflict);
  EXPECT_NE(taken.error().message.find("'code'"), std::string::npos);
  fill(badges(), {R"({"_id": 2, "code": "y", "seat": 2})"});
  EXPECT_EQ(code_of(replace(badges(), R"({"_id": 2, "code": "x", "seat": 2})")), "records.unique");
  EXPECT_TRUE(replace(badges(), R"({"_id": 2, "code": "y", "seat": 3})").ok());
}

TEST_P(RecordsOnEveryEngine, AUniqueFieldThatIsMissingCountsAsNull) {
  fill(badges(), {R"({"_id": 1, "seat": 1})"});
  EXPECT_EQ(code_of(insert(badges(), R"({"_id": 2, "code": null, "seat": 2})")), "records.unique");
}

TEST_P(RecordsOnEveryEngine, AUniqueValueThatWasGivenUpCanBeTaken) {
  fill(badges(), {R"({"_id": 1, "code": "x", "seat": 1})", R"({"_id": 2, "code": "y", "seat": 2})"});
  const auto moved = records().transact([](Tx& tx) -> Result<void> {
    STOA_TRY(tx.replace(badges(), from_json(R"({"_id": 1, "code": "z", "seat": 1})")));
    return tx.replace(badges(), from_json(R"({"_id": 2, "code": "x", "seat": 2})"));
  });
  ASSERT_TRUE(moved.ok());
  ASSERT_TRUE(remove(badges(), whole(1)).ok());
  EXPECT_TRUE(insert(badges(), R"({"_id": 3, "code": "z", "seat": 3})").ok());
  EXPECT_EQ(ids(badges(), {.index = "code"}), (std::vector<std::string>{"2", "3"}));
}

TEST_P(RecordsOnEveryEngine, OfManyWhoWantAUniqueValueOneGetsIt) {
  std::atomic<int> winners = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        const auto id = std::to_string(i);
        if (insert(badges(), "{\"_id\": " + id + ", \"code\": \"one\", \"seat\": " + id + "}").ok())
          ++winners;
      });
  }
  EXPECT_EQ(winners, 1);
  EXPECT_EQ(*read().count(badges(), {.index = "code", .equal = {text("one")}}, 10), 1u);
}

TEST_P(RecordsOnEveryEngine, IncrementingGivesTheSumAndTouches) {
  fill(things(), {R"({"_id": 1, "stock": {"MSK": 34}, "updated_at": {"$date": 0}})"});
  const auto now = Time(std::chrono::milliseconds(1500));
  const auto left = records().transact([&](Tx& tx) {
    return tx.increment_if(things(), whole(1), "stock.MSK", -2, 0, {{"updated_at", now}});
  });
  EXPECT_EQ(*left, 32);
  EXPECT_EQ(
      json(things(), whole(1)),
      canonical(R"({"_id": 1, "stock": {"MSK": 32}, "updated_at": {"$date": {"$numberLong": "1500"}}})"));
}

TEST_P(RecordsOnEveryEngine, IncrementingBelowTheFloorIsAConflictThatChangesNothing) {
  fill(things(), {R"({"_id": 1, "n": 1})"});
  const auto refused = records().transact([](Tx& tx) {
    return tx.increment_if(things(), whole(1), "n", -2, 0, {{"at", Time()}});
  });
  EXPECT_EQ(code_of(refused), "records.floor");
  EXPECT_EQ(refused.error().kind, Kind::Conflict);
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1, "n": 1})"));
}

TEST_P(RecordsOnEveryEngine, IncrementingWhatIsNotThereIsNotFound) {
  fill(things(), {R"({"_id": 1, "n": "text"})"});
  const auto kind = [&](std::int64_t id, std::string_view path) {
    return records()
        .transact([&](Tx& tx) { return tx.increment_if(things(), whole(id), path, 1, 0); })
        .error()
        .kind;
  };
  EXPECT_EQ(kind(2, "n"), Kind::NotFound);
  EXPECT_EQ(kind(1, "m"), Kind::NotFound);
  EXPECT_EQ(kind(1, "n"), Kind::NotFound);
  EXPECT_EQ(kind(1, "_id"), Kind::Invalid);
}

TEST_P(RecordsOnEveryEngine, IncrementingAnIndexedFieldMovesTheDocumentInItsIndex) {
  fill(things(), {R"({"_id": 1, "width": 1})", R"({"_id": 2, "width": 2})"});
  ASSERT_TRUE(
      records().transact([](Tx& tx) { return tx.increment_if(things(), whole(1), "width", 5, 0); }).ok());
  EXPECT_EQ(ids(things(), {.index = "width"}), (std::vector<std::string>{"2", "1"}));
  EXPECT_TRUE(ids(things(), {.index = "width", .equal = {whole(1)}}).empty());
  EXPECT_EQ(ids(things(), {.index = "width", .equal = {whole(6)}}).size(), 1u);
}

TEST_P(RecordsOnEveryEngine, StockTakenByManyNeverFallsBelowTheFloorAndAddsUp) {
  constexpr int kThreads = 8, kTries = 40, kStock = 200;
  fill(things(), {"{\"_id\": 1, \"n\": " + std::to_string(kStock) + "}"});
  std::atomic<int> taken = 0;
  std::atomic<bool> below = false;
  {
    std::latch start(kThreads);
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        for (int t = 0; t < kTries; ++t) {
          const auto left = records().transact(
              [](Tx& tx) { return tx.increment_if(things(), whole(1), "n", -1, 0); }, Durability::Relaxed);
          if (left.ok()) ++taken;
          if (left.ok() && *left < 0) below = true;
        }
      });
  }
  EXPECT_FALSE(below);
  EXPECT_EQ(taken, kStock);
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1, "n": 0})"));
}

TEST_P(RecordsOnEveryEngine, TransactionsSeeNoneOrAllOfAnother) {
  fill(things(), {R"({"_id": 1, "n": 100})", R"({"_id": 2, "n": 0})"});
  std::atomic<bool> torn = false;
  {
    std::jthread mover([&](const std::stop_token&) {
      for (int i = 0; i < 100; ++i)
        (void)records().transact(
            [](Tx& tx) -> Result<void> {
              STOA_TRY(tx.increment_if(things(), whole(1), "n", -1, 0));
              STOA_TRY(tx.increment_if(things(), whole(2), "n", 1, 0));
              return {};
            },
            Durability::Relaxed);
    });
    for (int i = 0; i < 100; ++i) {
      const auto sum = records().transact(
          [](Tx& tx) -> Result<std::int64_t> {
            std::int64_t total = 0;
            for (const auto id : {1, 2})
              total += std::get<std::int64_t>(*value_at(**tx.get(things(), whole(id)), "n"));
            return total;
          },
          Durability::Relaxed);
      if (*sum != 100) torn = true;
    }
  }
  EXPECT_FALSE(torn);
}

TEST_P(RecordsOnEveryEngine, WhatIsNotDeclaredIsABrokenInvariant) {
  const Collection unknown{"unknown", {}};
  EXPECT_THROW((void)read().get(unknown, whole(1)), std::logic_error);
  EXPECT_THROW((void)read().find(things(), {.index = "unknown"}), std::logic_error);
  EXPECT_THROW((void)read().find(things(), {.index = "width", .equal = {whole(1), whole(2)}}),
               std::logic_error);
  EXPECT_THROW(
      (void)read().find(things(), {.index = "width", .equal = {whole(1)}, .min = Query::Bound{whole(2)}}),
      std::logic_error);
}

TEST_P(RecordsOnEveryEngine, EverythingIsThereAfterReopening) {
  fill(things(), {R"({"_id": 1, "colour": "red"})", R"({"_id": 2, "colour": "blue"})", R"({"_id": 3})"});
  ASSERT_TRUE(remove(things(), whole(3)).ok());
  const auto first = read().find(things(), {.index = "colour", .limit = 1});
  reopen();
  EXPECT_EQ(json(things(), whole(1)), canonical(R"({"_id": 1, "colour": "red"})"));
  EXPECT_EQ(ids(things(), {.index = "colour"}), (std::vector<std::string>{"2", "1"}));
  EXPECT_EQ(*read().size(things()), 2u);
  EXPECT_EQ(ids(things(), {.index = "colour", .limit = 1, .cursor = first->next}),
            (std::vector<std::string>{"1"}));
}

TEST_P(RecordsOnEveryEngine, Answers) {
  EXPECT_TRUE(records().ping().ok());
}

}  // namespace
}  // namespace stoa::records::test
