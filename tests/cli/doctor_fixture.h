#pragma once
// A store with a little of everything in it, and what the doctor says of it.

#include "accounts/user.h"
#include "cli/check.h"
#include "cli/doctor.h"
#include "cli/open_engines.h"
#include "feed/link.h"
#include "keyspace/contract.h"
#include "keyspace/keys.h"
#include "records/typed.h"
#include "shop/cart.h"

#include <gmock/gmock.h>

namespace stoa::cli {

inline const std::string kToken = "0b7d6e2c-5d2f-4a55-9c0f-6a4a4b1f2a10";
inline const std::string kId = "65a1b2c3d4e5f60718293a4b";

/// In the group that another program's article is in, about a product, with a link.
inline const std::string kLink = "https://example.org/a";
inline keyspace::StringKey link_key(const std::string& link = kLink) {
  return keyspace::keys::posted_link(keyspace::must(feed::Link::parse(link)).page_hash());
}
inline void plant_an_article_of_ours(keyspace::Tx& tx) {
  const keyspace::Field article[] = {{"title", "t"},         {"link", kLink},           {"text", ""},
                                     {"author", "user:bob"}, {"time", "1700000100.25"}, {"votes", "1"},
                                     {"groups", "news"},     {"state", "live"},         {"product", kId}};
  tx.hset(keyspace::keys::article(2), article);
  tx.sadd(keyspace::keys::upvoted(2), "user:bob");
  tx.sadd(keyspace::keys::group("news"), "article:2");
  for (const auto& list :
       {keyspace::keys::time(), keyspace::keys::time("news"), keyspace::keys::voting(),
        keyspace::SortedSetKey("users:bob:articles"), keyspace::SortedSetKey("talk:", kId)})
    tx.zadd(list, "article:2", 1'700'000'100.25);
  tx.zadd(keyspace::keys::score(), "article:2", 1'700'000'532.25);
  tx.zincrement(keyspace::keys::group_sizes(), "news", 1);
  tx.hset(keyspace::keys::groups(), "news",
          R"({"description":"","creator":"bob","created":"2023-11-14T00:00:00Z"})");
  tx.set_until(link_key(), "2", Clock::system().now() + std::chrono::hours(1));
}

/// A keyspace in which everything holds, a little of each kind.
inline void plant_what_is_right(keyspace::Tx& tx) {
  tx.hset(keyspace::keys::login(), kToken, "ann");
  tx.zadd(keyspace::keys::recent(), kToken, 1'700'000'000.5);
  for (const char* item : {"1", "2", "3"}) tx.lpush(keyspace::ListKey("viewed:", kToken), item);
  tx.zadd(keyspace::SortedSetKey("users:ann:sessions"), kToken, 1);
  tx.hset(keyspace::HashKey("cart:", kToken), kId, "2");
  tx.zadd(keyspace::keys::schedule(), "7", 1);
  tx.zadd(keyspace::keys::delay(), "7", 5);
  tx.set(keyspace::keys::inventory("7"),
         R"({"id":7,"name":"a","description":"b","price":1,"qty":2,"cached_at":3})");
  tx.set(keyspace::keys::article_counter(), "2");
  const keyspace::Field article[] = {
      {"title", "t"}, {"link", "l"}, {"author", "user:ann"}, {"time", "1700000000.25"}, {"votes", "1"}};
  tx.hset(keyspace::keys::article(1), article);
  tx.sadd(keyspace::keys::upvoted(1), "user:ann");
  tx.sadd(keyspace::keys::upvoted(1), "user:bob");
  tx.sadd(keyspace::keys::downvoted(1), "user:eve");
  tx.zadd(keyspace::keys::time(), "article:1", 1'700'000'000.25);
  tx.zadd(keyspace::keys::score(), "article:1", 1'700'000'432.25);
  tx.sadd(keyspace::keys::group("news"), "article:1");
  tx.zadd(keyspace::keys::time("news"), "article:1", 1'700'000'000.25);
  tx.zincrement(keyspace::keys::group_sizes(), "news", 1);
  plant_an_article_of_ours(tx);
  const keyspace::Field account[] = {{"ObjectId", kId}, {"Password", "p"}, {"Salt", "s"}};
  tx.hset(keyspace::HashKey("users:ann"), account);
  tx.set(keyspace::StringKey("images:cat"), kId);
  tx.set(keyspace::StringKey("images:cat:owner"), "users:ann");
  tx.set(keyspace::StringKey("images:cat:views"), "12");
  tx.zadd(keyspace::SortedSetKey("users:ann:images"), "images:cat", 1);
  tx.set(keyspace::StringKey("collections:pets"), kId);
  tx.set(keyspace::StringKey("collections:pets:owner"), "users:ann");
  tx.set(keyspace::StringKey("collections:pets:view_type"), "public");
  tx.zadd(keyspace::SortedSetKey("users:ann:collections"), "collections:pets", 1);
  tx.zadd(keyspace::SortedSetKey("collections:pets:images"), "images:cat", 1);
  tx.zadd(keyspace::SortedSetKey("images:cat:collections_in"), "collections:pets", 1);
  tx.zadd(keyspace::SortedSetKey("users:bob:followed"), "users:ann", 1);
  tx.zadd(keyspace::SortedSetKey("users:ann:followed_by"), "users:bob", 1);
  tx.zadd(keyspace::SortedSetKey("users:bob:favorited"), "images:cat", 1);
  tx.zadd(keyspace::SortedSetKey("images:cat:favorited_by"), "users:bob", 1);
  tx.zadd(keyspace::SortedSetKey("users:bob:stream"), "images:cat", 1);
  const keyspace::Field parameters[] = {
      {"max_post_age", "30"}, {"distinct_category", "5"}, {"day_index", "3"}};
  tx.hset(keyspace::keys::recommender_parameters(), parameters);
  tx.zadd(keyspace::keys::recent_posts(2), "p1", 3);
  tx.hset(keyspace::keys::post_challenge(), "p1", "c1");
  tx.hset(keyspace::keys::running_challenges(), "c1", "2,1,14,0");
  tx.hset(keyspace::keys::user_contribution(), "ann", "0,14,0,0,3");
  tx.hset(keyspace::keys::table_lengths(), "clg", "1");
}

/// The account of plant_what_is_right().
inline accounts::User annas_document() {
  return {.id = UserId(keyspace::must(ObjectId::parse(kId))),
          .shortcode = keyspace::must(Shortcode::parse("ann")),
          .password = "p"};
}

inline shop::Cart annas_cart() {
  const Time now = Clock::system().now();
  shop::Cart cart;
  cart.id = CartId::make(now);
  cart.owner_id = annas_document().id;
  cart.type = shop::CartType::User;
  cart.status = shop::CartStatus::Active;
  cart.items = {{.product_id = ProductId(keyspace::must(ObjectId::parse(kId))),
                 .name = "a",
                 .price = keyspace::must(Money::of_minor(100)),
                 .quantity = 2,
                 .zone = std::nullopt}};
  cart.amount = keyspace::must(Money::of_minor(200));
  cart.created_at = cart.updated_at = now;
  cart.expires_at = now + std::chrono::days(7);
  return cart;
}

/// All of it.
inline void plant_all_that_is_right(OpenEngines& engines) {
  engines.write(plant_what_is_right);
  keyspace::must(engines.records().transact([&](records::Tx& tx) -> Result<void> {
    STOA_TRY(records::insert(tx, records::collections::users(), annas_document()));
    return records::insert(tx, records::collections::carts(), annas_cart());
  }));
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
    keyspace::must(engines_.records().transact(
        [&](records::Tx& tx) { return records::insert(tx, collection, document); }));
  }
  static ObjectId id() { return ObjectId::make(Clock::system().now()); }

  OpenEngines engines_{GetParam().name};
  Settings settings_;
};

}  // namespace stoa::cli
