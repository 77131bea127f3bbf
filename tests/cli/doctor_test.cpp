#include "base/fields.h"
#include "cli/check.h"
#include "doctor_fixture.h"
#include "http/secret.h"
#include "shop/owner.h"

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
      {"feed.counter", "article:2 is beyond article:", [](Tx& tx) { tx.set(keys::article_counter(), "1"); }},
      {"feed.score", "time + 432", [](Tx& tx) { tx.zadd(keys::score(), "article:1", 5); }},
      {"feed.score", "ranks article:99", [](Tx& tx) { tx.zadd(keys::score(), "article:99", 5); }},
      {"feed.time", "time: gives article:1", [](Tx& tx) { tx.zadd(keys::time(), "article:1", 5); }},
      {"feed.time", "ranks article:2, which is no article",
       [](Tx& tx) { tx.hset(keys::article(2), "state", "removed"); }},
      {"feed.author_list", "article:2 does not stand in users:bob:articles",
       [](Tx& tx) { tx.zrem(SortedSetKey("users:bob:articles"), "article:2"); }},
      {"feed.author_list", "article:2 stands in users:bob:articles at 5.000",
       [](Tx& tx) { tx.zadd(SortedSetKey("users:bob:articles"), "article:2", 5); }},
      {"feed.author_list", "users:eve:articles names article:2, which is by user:bob",
       [](Tx& tx) { tx.zadd(SortedSetKey("users:eve:articles"), "article:2", 1'700'000'100.25); }},
      {"feed.author_list", "users:bob:articles names article:77, which is no article",
       [](Tx& tx) { tx.zadd(SortedSetKey("users:bob:articles"), "article:77", 5); }},
      {"feed.author_list", "users:bob:articles names article:2, which was removed",
       [](Tx& tx) { tx.hset(keys::article(2), "state", "removed"); }},
      {"feed.talk",
       "article:2 does not stand in talk:", [](Tx& tx) { tx.zrem(SortedSetKey("talk:", kId), "article:2"); }},
      {"feed.talk", "names article:1, which is not about it",
       [](Tx& tx) { tx.zadd(SortedSetKey("talk:", kId), "article:1", 1'700'000'000.25); }},
      {"feed.groups", "article:2 says that it is in group:news, which does not hold it",
       [](Tx& tx) { tx.srem(keys::group("news"), "article:2"); }},
      {"feed.groups", "time:news names article:2, which group:news does not hold",
       [](Tx& tx) { tx.srem(keys::group("news"), "article:2"); }},
      {"feed.groups", "article:2 does not stand in time:news",
       [](Tx& tx) { tx.zrem(keys::time("news"), "article:2"); }},
      {"feed.groups", "time:news names article:2, which says it is in none",
       [](Tx& tx) { tx.hset(keys::article(2), "groups", ""); }},
      {"feed.groups", "time:news names article:77, which is no article",
       [](Tx& tx) { tx.zadd(keys::time("news"), "article:77", 5); }},
      {"feed.group_size", "group:news holds 3 articles, and time:news names 2",
       [](Tx& tx) { tx.sadd(keys::group("news"), "article:77"); }},
      {"feed.group_size", "group_sizes: gives news 5 articles; it holds 2",
       [](Tx& tx) { tx.zadd(keys::group_sizes(), "news", 5); }},
      {"feed.group_size", "group:news holds 2 articles; group_sizes: says 5",
       [](Tx& tx) { tx.zadd(keys::group_sizes(), "news", 5); }},
      {"feed.group_size", "group_sizes: names news, which groups: does not know",
       [](Tx& tx) { tx.hdel(keys::groups(), "news"); }},
      {"feed.voting",
       "article:2 does not stand in voting:", [](Tx& tx) { tx.zrem(keys::voting(), "article:2"); }},
      {"feed.voting", "voting: names article:2, whose voting is closed",
       [](Tx& tx) { tx.hset(keys::article(2), "voting", "closed"); }},
      {"feed.voting", "upvoted:2 is there, and the voting is closed",
       [](Tx& tx) {
         tx.hset(keys::article(2), "voting", "closed");
         tx.zrem(keys::voting(), "article:2");
       }},
      {"feed.voting", "voting: names article:77, which is no article",
       [](Tx& tx) { tx.zadd(keys::voting(), "article:77", 5); }},
      {"feed.link", "leads to article:77, which is not there",
       [](Tx& tx) { tx.set_until(link_key(), "77", Clock::system().now() + std::chrono::hours(1)); }},
      {"feed.link", "leads to article:2, which has another link",
       [](Tx& tx) {
         tx.set_until(link_key("https://example.org/b"), "2", Clock::system().now() + std::chrono::hours(1));
       }},
      {"feed.link", "never expires", [](Tx& tx) { tx.set(link_key(), "2"); }},
      {"feed.sight", "article:2 is hidden; its thread says that it is live",
       [](Tx& tx) { tx.hset(keys::article(2), "state", "hidden"); }},
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

TEST_P(DoctorOnEveryEngine, FindsNothingInAnEmptyStore) {
  const Visit seen = visit();
  ASSERT_TRUE(seen.outcome.ok());
  EXPECT_EQ(*seen.outcome, ExitCode::Done) << seen.said;
}

TEST_P(DoctorOnEveryEngine, FindsNothingWhereEverythingHolds) {
  plant_all_that_is_right(engines_);
  const Visit seen = visit();
  ASSERT_TRUE(seen.outcome.ok());
  EXPECT_EQ(*seen.outcome, ExitCode::Done) << seen.said;
  EXPECT_THAT(seen.said, HasSubstr("All is well"));
}

TEST_P(DoctorOnEveryEngine, FindsEachPlantedDefect) {
  for (const Defect& defect : defects()) {
    std::unique_ptr<OpenEngines> fresh = std::make_unique<OpenEngines>(GetParam().name);
    plant_all_that_is_right(*fresh);
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

/// Documents of `users` belong to this node, so the two can be compared only where the keyspace does, too.
class AccountsAtTheDoctors : public DoctorOnEveryEngine {
 protected:
  AccountsAtTheDoctors() { plant_all_that_is_right(engines_); }
  std::string found() { return visit().findings_of("accounts.document"); }
};

TEST_P(AccountsAtTheDoctors, HaveADocumentOfTheSameId) {
  EXPECT_EQ(found(), "");
  const keyspace::Field account[] = {{"ObjectId", kId}, {"Password", "p"}, {"Salt", "s"}};
  engines_.write([&](Tx& tx) { tx.hset(HashKey("users:eve"), account); });
  EXPECT_THAT(found(), HasSubstr("users:eve has no document in `users`"));
  engines_.write([](Tx& tx) { tx.hset(HashKey("users:ann"), "ObjectId", "65a1b2c3d4e5f60718293a4c"); });
  EXPECT_THAT(found(),
              HasSubstr("users:ann has the ObjectId 65a1b2c3d4e5f60718293a4c, and its document " + kId));
}

TEST_P(AccountsAtTheDoctors, AreInTheKeyspaceUnlessTheyWereRemoved) {
  engines_.write([](Tx& tx) { tx.del(HashKey("users:ann")); });
  EXPECT_THAT(found(), HasSubstr("the document " + kId + " of `users` has no users:ann"));
  accounts::User gone = annas_document();
  gone.state = accounts::State::Removed;
  must(engines_.records().transact(
      [&](records::Tx& tx) { return records::replace(tx, records::collections::users(), gone); }));
  EXPECT_EQ(found(), "");
  const keyspace::Field account[] = {{"ObjectId", kId}, {"Password", "p"}, {"Salt", "s"}};
  engines_.write([&](Tx& tx) { tx.hset(HashKey("users:ann"), account); });
  EXPECT_THAT(found(), HasSubstr("its document says that it was removed"));
}

/// On the embedded engines, too: with others the doctor cannot compare the two.
class CartsAtTheDoctors : public DoctorOnEveryEngine {
 protected:
  std::string found() { return visit().findings_of("shop.cart_view"); }
  static HashKey view(const std::string& token = kToken) { return HashKey("cart:", token); }
};

TEST_P(CartsAtTheDoctors, AreShownAsTheyAre) {
  plant_all_that_is_right(engines_);
  EXPECT_EQ(found(), "");
  engines_.write([](Tx& tx) { tx.hset(view(), kId, "3"); });
  EXPECT_THAT(found(),
              HasSubstr("cart:" + kToken + " does not show the cart in `carts`: 1 products here, 1 there"));
  engines_.write([](Tx& tx) { tx.del(view()); });
  EXPECT_THAT(found(),
              HasSubstr("cart:" + kToken + " does not show the cart in `carts`: 0 products here, 1 there"));
}

TEST_P(CartsAtTheDoctors, OfGuestsAreFoundByTheirTokens) {
  const auto token = Token::make();
  engines_.write([&](Tx& tx) { tx.hset(view(token.text()), kId, "2"); });
  EXPECT_EQ(found(), "") << "a site that never started has no key to tell whose cart it is";
  const auto secret = must(http::shared_secret(engines_.records()));
  EXPECT_THAT(found(), HasSubstr("cart:" + token.text() +
                                 " does not show the cart in `carts`: 1 products here, 0 there"));
  shop::Cart cart = annas_cart();
  cart.type = shop::CartType::Guest;
  cart.owner_id = shop::guest_owner(secret.key, token);
  insert(records::collections::carts(), cart);
  EXPECT_EQ(found(), "");
}

TEST_P(CartsAtTheDoctors, MayLagWhileEventsWait) {
  plant_all_that_is_right(engines_);
  engines_.write([](Tx& tx) { tx.del(view()); });
  insert(records::collections::outbox(), PlantedProduct{id(), {}});
  EXPECT_EQ(found(), "");
}

INSTANTIATE_TEST_SUITE_P(Engines, CartsAtTheDoctors,
                         testing::ValuesIn(std::vector{keyspace::every_engine().front()}),
                         [](const auto& engine) { return engine.param.name; });

INSTANTIATE_TEST_SUITE_P(Engines, AccountsAtTheDoctors,
                         testing::ValuesIn(std::vector{keyspace::every_engine().front()}),
                         [](const auto& engine) { return engine.param.name; });

TEST_P(DoctorOnEveryEngine, FindsNoFaultWithDocumentsOfOtherNodes) {
  engines_.write(plant_what_is_right);
  const Visit seen = visit();
  EXPECT_EQ(seen.findings_of("accounts.document").empty(), engines_.keyspace_is_shared()) << seen.said;
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
  // The others are planted in records.
  std::set<std::string> planted{"accounts.document", "records.stock",       "records.orders",
                                "records.carts",     "records.active_cart", "feed.comments",
                                "feed.threads",      "feed.comment_votes",  "shop.cart_view"};
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
