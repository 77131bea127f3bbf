#include "cli/doctor.h"

#include "base/fields.h"
#include "cli/check.h"
#include "cli/open_engines.h"
#include "keyspace/contract.h"
#include "keyspace/keys.h"
#include "records/typed.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

namespace stoa::cli {

struct PlantedItem {
  double price;
  std::int64_t quantity;
};
StructDescription describe(Described<PlantedItem>) {
  return fields("PlantedItem", field("price", &PlantedItem::price),
                field("quantity", &PlantedItem::quantity));
}

struct PlantedProduct {
  ObjectId id;
  std::map<std::string, std::int64_t> stock_by_zone;
};
StructDescription describe(Described<PlantedProduct>) {
  return fields("PlantedProduct", field("id", &PlantedProduct::id).stored_as("_id"),
                field("stock_by_zone", &PlantedProduct::stock_by_zone));
}

struct PlantedCart {
  ObjectId id;
  std::string owner;
  std::string status;
  double amount;
  std::vector<PlantedItem> items;
};
StructDescription describe(Described<PlantedCart>) {
  return fields("PlantedCart", field("id", &PlantedCart::id).stored_as("_id"),
                field("owner_id", &PlantedCart::owner), field("status", &PlantedCart::status),
                field("amount", &PlantedCart::amount), field("items", &PlantedCart::items));
}

struct PlantedOrder {
  ObjectId id;
  std::string status;
  double total;
  std::vector<PlantedItem> items;
};
StructDescription describe(Described<PlantedOrder>) {
  return fields("PlantedOrder", field("id", &PlantedOrder::id).stored_as("_id"),
                field("status", &PlantedOrder::status), field("total_amount", &PlantedOrder::total),
                field("items", &PlantedOrder::items));
}

namespace {
using namespace keyspace;
using testing::HasSubstr;
using testing::Not;

const std::string kToken = "0b7d6e2c-5d2f-4a55-9c0f-6a4a4b1f2a10";
const std::string kId = "65a1b2c3d4e5f60718293a4b";

/// A keyspace in which everything holds, a little of each kind.
void plant_what_is_right(Tx& tx) {
  tx.hset(keys::login(), kToken, "ann");
  tx.zadd(keys::recent(), kToken, 1'700'000'000.5);
  for (const char* item : {"1", "2", "3"}) tx.lpush(ListKey("viewed:", kToken), item);
  tx.hset(HashKey("cart:", kToken), "1", "2");
  tx.zadd(keys::schedule(), "7", 1);
  tx.zadd(keys::delay(), "7", 5);
  tx.set(keys::inventory("7"), R"({"id":7,"name":"a","description":"b","price":1,"qty":2,"cached_at":3})");
  tx.set(keys::article_counter(), "1");
  const keyspace::Field article[] = {
      {"title", "t"}, {"link", "l"}, {"author", "user:ann"}, {"time", "1700000000.25"}, {"votes", "1"}};
  tx.hset(keys::article(1), article);
  tx.sadd(keys::upvoted(1), "user:ann");
  tx.sadd(keys::upvoted(1), "user:bob");
  tx.sadd(keys::downvoted(1), "user:eve");
  tx.zadd(keys::time(), "article:1", 1'700'000'000.25);
  tx.zadd(keys::score(), "article:1", 1'700'000'432.25);
  tx.sadd(keys::group("news"), "article:1");
  const keyspace::Field account[] = {{"ObjectId", kId}, {"Password", "p"}, {"Salt", "s"}};
  tx.hset(HashKey("users:ann"), account);
  tx.set(StringKey("images:cat"), kId);
  tx.set(StringKey("images:cat:owner"), "users:ann");
  tx.set(StringKey("images:cat:views"), "12");
  tx.zadd(SortedSetKey("users:ann:images"), "images:cat", 1);
  tx.set(StringKey("collections:pets"), kId);
  tx.set(StringKey("collections:pets:owner"), "users:ann");
  tx.set(StringKey("collections:pets:view_type"), "public");
  tx.zadd(SortedSetKey("users:ann:collections"), "collections:pets", 1);
  tx.zadd(SortedSetKey("collections:pets:images"), "images:cat", 1);
  tx.zadd(SortedSetKey("images:cat:collections_in"), "collections:pets", 1);
  tx.zadd(SortedSetKey("users:bob:followed"), "users:ann", 1);
  tx.zadd(SortedSetKey("users:ann:followed_by"), "users:bob", 1);
  tx.zadd(SortedSetKey("users:bob:favorited"), "images:cat", 1);
  tx.zadd(SortedSetKey("images:cat:favorited_by"), "users:bob", 1);
  tx.zadd(SortedSetKey("users:bob:stream"), "images:cat", 1);
  const keyspace::Field parameters[] = {
      {"max_post_age", "30"}, {"distinct_category", "5"}, {"day_index", "3"}};
  tx.hset(keys::recommender_parameters(), parameters);
  tx.zadd(keys::recent_posts(2), "p1", 3);
  tx.hset(keys::post_challenge(), "p1", "c1");
  tx.hset(keys::running_challenges(), "c1", "2,1,14,0");
  tx.hset(keys::user_contribution(), "ann", "0,14,0,0,3");
  tx.hset(keys::table_lengths(), "clg", "1");
}

/// Something that must be found, by which check, in which words.
struct Defect {
  std::string check;
  std::string words;
  std::function<void(Tx&)> plant;
};

std::vector<Defect> defects() {
  return {
      {"keys.type", "upvoted:9 is a string; its family upvoted:{id} is a set",
       [](Tx& tx) { tx.set(StringKey("upvoted:9"), "x"); }},
      {"shop.viewed", "holds 26 items",
       [](Tx& tx) {
         for (int i = 10; i < 33; ++i) tx.lpush(ListKey("viewed:", kToken), std::to_string(i));
       }},
      {"shop.viewed", "holds the item 2 twice", [](Tx& tx) { tx.lpush(ListKey("viewed:", kToken), "2"); }},
      {"shop.viewed_name", "viewed:nobody is not named",
       [](Tx& tx) { tx.lpush(ListKey("viewed:nobody"), "2"); }},
      {"shop.cart", "'0' of the item 5", [](Tx& tx) { tx.hset(HashKey("cart:", kToken), "5", "0"); }},
      {"shop.cart", "'many' of the item 5", [](Tx& tx) { tx.hset(HashKey("cart:", kToken), "5", "many"); }},
      {"shop.cart_name", "cart:nobody", [](Tx& tx) { tx.hset(HashKey("cart:nobody"), "5", "1"); }},
      {"shop.row", "has no 'price'",
       [](Tx& tx) { tx.set(keys::inventory("8"), R"({"id":8,"name":"","description":""})"); }},
      {"shop.schedule",
       "row 8 stands in schedule: and not in delay:", [](Tx& tx) { tx.zadd(keys::schedule(), "8", 1); }},
      {"shop.schedule",
       "row 9 stands in delay: and not in schedule:", [](Tx& tx) { tx.zadd(keys::delay(), "9", 1); }},
      {"accounts.sessions", "1 tokens of login:", [](Tx& tx) { tx.hset(keys::login(), "ghost", "bob"); }},
      {"accounts.user", "users:eve has no field 'Salt'",
       [](Tx& tx) {
         const keyspace::Field account[] = {{"ObjectId", kId}, {"Password", "p"}};
         tx.hset(HashKey("users:eve"), account);
       }},
      {"feed.article", "article:1 has the author 'ann'",
       [](Tx& tx) { tx.hset(keys::article(1), "author", "ann"); }},
      {"feed.votes", "article:1 says 5 votes", [](Tx& tx) { tx.hset(keys::article(1), "votes", "5"); }},
      {"feed.one_vote", "user:eve voted article:1 both",
       [](Tx& tx) { tx.sadd(keys::upvoted(1), "user:eve"); }},
      {"feed.ranked",
       "article:1 does not stand in time:", [](Tx& tx) { tx.zrem(keys::time(), "article:1"); }},
      {"feed.counter", "article:1 is beyond article:", [](Tx& tx) { tx.set(keys::article_counter(), "0"); }},
      {"feed.score", "time + 432", [](Tx& tx) { tx.zadd(keys::score(), "article:1", 5); }},
      {"feed.score", "ranks article:99", [](Tx& tx) { tx.zadd(keys::score(), "article:99", 5); }},
      {"feed.time", "time: gives article:1", [](Tx& tx) { tx.zadd(keys::time(), "article:1", 5); }},
      {"feed.group", "group:news holds article:77",
       [](Tx& tx) { tx.sadd(keys::group("news"), "article:77"); }},
      {"gallery.image", "images:cat holds 'dog'", [](Tx& tx) { tx.set(StringKey("images:cat"), "dog"); }},
      {"gallery.collection", "collections:pets holds",
       [](Tx& tx) { tx.set(StringKey("collections:pets"), "x"); }},
      {"gallery.image_owner", "users:bob:images does not hold images:cat",
       [](Tx& tx) { tx.set(StringKey("images:cat:owner"), "users:bob"); }},
      {"gallery.collection_owner", "users:bob:collections does not hold",
       [](Tx& tx) { tx.set(StringKey("collections:pets:owner"), "users:bob"); }},
      {"gallery.view_type", "is 'secret'",
       [](Tx& tx) { tx.set(StringKey("collections:pets:view_type"), "secret"); }},
      {"gallery.two_sides", "users:bob:followed holds users:eve, and users:eve:followed_by does not",
       [](Tx& tx) { tx.zadd(SortedSetKey("users:bob:followed"), "users:eve", 1); }},
      {"gallery.two_sides", "images:cat:favorited_by holds users:eve",
       [](Tx& tx) { tx.zadd(SortedSetKey("images:cat:favorited_by"), "users:eve", 1); }},
      {"gallery.two_sides", "collections:pets:images holds images:dog",
       [](Tx& tx) { tx.zadd(SortedSetKey("collections:pets:images"), "images:dog", 1); }},
      {"gallery.two_sides", "which cannot stand there",
       [](Tx& tx) { tx.zadd(SortedSetKey("users:bob:favorited"), "article:1", 1); }},
      {"gallery.counts", "images:cat:views holds '-1'",
       [](Tx& tx) { tx.set(StringKey("images:cat:views"), "-1"); }},
      {"gallery.named_things", "users:bob:stream holds images:gone",
       [](Tx& tx) { tx.zadd(SortedSetKey("users:bob:stream"), "images:gone", 1); }},
      {"gallery.stream", "holds 1001 images",
       [](Tx& tx) {
         for (int i = 0; i < 1000; ++i)
           tx.zadd(SortedSetKey("users:bob:stream"), "images:s" + std::to_string(i), i);
       }},
      {"challenges.day", "day_index",
       [](Tx& tx) { tx.hset(keys::recommender_parameters(), "day_index", "30"); }},
      {"challenges.pool", "the day index 30", [](Tx& tx) { tx.zadd(keys::recent_posts(2), "p1", 30); }},
      {"challenges.pair", "the post p2", [](Tx& tx) { tx.zadd(keys::recent_posts(2), "p2", 1); }},
      {"challenges.contribution", "user_contribution of bob is '1,2,-3,4,5'",
       [](Tx& tx) { tx.hset(keys::user_contribution(), "bob", "1,2,-3,4,5"); }},
      {"challenges.contribution", "'1,2'", [](Tx& tx) { tx.hset(keys::user_contribution(), "bob", "1,2"); }},
      {"challenges.running", "on_clg_info of c2",
       [](Tx& tx) { tx.hset(keys::running_challenges(), "c2", "9,1,14,0"); }},
      {"challenges.lengths", "db_len of post", [](Tx& tx) { tx.hset(keys::table_lengths(), "post", "-1"); }},
  };
}

/// What a visit of the doctor says.
struct Visit {
  Result<ExitCode> outcome;
  std::string said;

  /// The lines of a check that has findings.
  std::string findings_of(const std::string& check) const {
    const auto at = said.find("FINDING  " + check + ":");
    if (at == said.npos) return {};
    auto end = said.find('\n', at);
    while (end != said.npos && said.compare(end + 1, 3, "   ") == 0) end = said.find('\n', end + 1);
    return said.substr(at, end - at);
  }
};

class DoctorOnEveryEngine : public testing::TestWithParam<keyspace::Engine> {
 protected:
  Visit visit() {
    settings_.data.directory = engines_.data();
    Premises premises{settings_, engines_};
    Listener listener;
    auto outcome = examine_everything(premises, "", listener);
    return {std::move(outcome), listener.text()};
  }
  template <class T>
  void insert(const records::Collection& collection, const T& document) {
    must(engines_.records().transact(
        [&](records::Tx& tx) { return records::insert(tx, collection, document); }));
  }
  static ObjectId id() { return ObjectId::make(Clock::system().now()); }

  OpenEngines engines_{GetParam().name};
  Settings settings_;
};

TEST_P(DoctorOnEveryEngine, FindsNothingInAnEmptyStore) {
  const Visit seen = visit();
  ASSERT_TRUE(seen.outcome.ok());
  EXPECT_EQ(*seen.outcome, ExitCode::Done) << seen.said;
}

TEST_P(DoctorOnEveryEngine, FindsNothingWhereEverythingHolds) {
  engines_.write(plant_what_is_right);
  const Visit seen = visit();
  ASSERT_TRUE(seen.outcome.ok());
  EXPECT_EQ(*seen.outcome, ExitCode::Done) << seen.said;
  EXPECT_THAT(seen.said, HasSubstr("All is well"));
}

TEST_P(DoctorOnEveryEngine, FindsEachPlantedDefect) {
  for (const Defect& defect : defects()) {
    std::unique_ptr<OpenEngines> fresh = std::make_unique<OpenEngines>(GetParam().name);
    fresh->write(plant_what_is_right);
    fresh->write(defect.plant);
    settings_.data.directory = fresh->data();
    Premises premises{settings_, *fresh};
    Listener listener;
    const auto outcome = examine_everything(premises, "", listener);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_EQ(*outcome, ExitCode::Failed) << defect.check << ": " << defect.words;
    EXPECT_THAT((Visit{outcome, listener.text()}.findings_of(defect.check)), HasSubstr(defect.words))
        << listener.text();
  }
}

TEST_P(DoctorOnEveryEngine, FindsStockBelowZero) {
  insert(records::collections::products(), PlantedProduct{id(), {{"MSK", 3}, {"SPB", -1}}});
  EXPECT_THAT(visit().findings_of("records.stock"), HasSubstr("a stock of -1 in zone SPB"));
}

TEST_P(DoctorOnEveryEngine, FindsASecondActiveCartOfAnOwner) {
  const auto cart = [&](std::string owner, std::string status) {
    insert(records::collections::carts(),
           PlantedCart{id(), std::move(owner), std::move(status), 20.5, {{10.25, 2}}});
  };
  cart("sess_1", "active");
  cart("sess_1", "ordered");
  cart("sess_2", "active");
  EXPECT_EQ(*visit().outcome, ExitCode::Done) << visit().said;
  cart("sess_1", "active");
  EXPECT_THAT(visit().findings_of("records.active_cart"), HasSubstr("has another active one"));
}

TEST_P(DoctorOnEveryEngine, FindsACartAndAnOrderThatDoNotAddUp) {
  insert(records::collections::carts(), PlantedCart{id(), "sess_1", "active", 10, {{10, 2}}});
  insert(records::collections::orders(), PlantedOrder{id(), "pending", 19.99, {{10, 2}}});
  insert(records::collections::orders(), PlantedOrder{id(), "lost", 20, {{10, 2}}});
  const Visit seen = visit();
  EXPECT_THAT(seen.findings_of("records.carts"), HasSubstr("says 10.00; its items are 20.00"));
  EXPECT_THAT(seen.findings_of("records.orders"), HasSubstr("says 19.99; its items are 20.00"));
  EXPECT_THAT(seen.findings_of("records.orders"), HasSubstr("the status 'lost'"));
}

TEST_P(DoctorOnEveryEngine, FindsADataDirectoryThatIsOpenToOthers) {
  std::filesystem::permissions(engines_.data(), std::filesystem::perms(0755));
  EXPECT_THAT(visit().findings_of("data.directory"), HasSubstr("chmod 700"));
}

TEST_P(DoctorOnEveryEngine, TellsOfStrangeKeysWithoutCallingThemWrong) {
  engines_.write([](Tx& tx) { tx.set(StringKey("whatever"), "x"); });
  const Visit seen = visit();
  EXPECT_EQ(*seen.outcome, ExitCode::Done);
  EXPECT_THAT(seen.said, HasSubstr("1 keys belong to no family"));
}

TEST_P(DoctorOnEveryEngine, TellsTheFirstFewOfManyAndCountsTheRest) {
  engines_.write([](Tx& tx) {
    for (int i = 0; i < 300; ++i) tx.hset(HashKey("cart:c" + std::to_string(i)), "1", "1");
  });
  EXPECT_THAT(visit().findings_of("shop.cart_name"), HasSubstr("and 290 more"));
}

INSTANTIATE_TEST_SUITE_P(Doctor, DoctorOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         keyspace::engine_name);

TEST(Checks, AreAllPlantedByADefect) {
  std::set<std::string> planted{"records.stock", "records.orders", "records.carts", "records.active_cart"};
  for (const Defect& defect : defects()) planted.insert(defect.check);
  for (const Check& check : all_checks())
    EXPECT_TRUE(planted.contains(std::string(check.name))) << check.name;
}

TEST(Checks, NameFamiliesThatExist) {
  std::set<std::string_view> families;
  for (const KeyFamily& family : key_families()) families.insert(family.pattern);
  for (const Check& check : all_checks()) {
    EXPECT_TRUE(check.family.empty() || families.contains(check.family)) << check.family;
    EXPECT_EQ(check.family.empty(), check.of_key == nullptr) << check.name;
    EXPECT_EQ(check.family.empty(), check.of_whole != nullptr) << check.name;
  }
}

}  // namespace
}  // namespace stoa::cli
