#include "base/bson.h"
#include "base/schema_of.h"
#include "closed_loop.h"
#include "documents.h"
#include "engines.h"
#include "keyspace/embedded/random.h"
#include "keyspace/score.h"
#include "records/collections.h"
#include "redis_load.h"
#include "support/redis_server.h"
#include "workloads.h"

namespace stoa::bench {
namespace {

constexpr std::uint64_t kProducts = 1'000;
constexpr std::int64_t kStock = 1'000'000'000;

struct Shop {
  explicit Shop(Time now) {
    for (std::uint64_t i = 0; i < kProducts; ++i) products.push_back(make_product(i, now, kStock));
    for (int client = 0; client < kClients; ++client) {
      carts.push_back(make_cart(CartId::make(now), client, now));
      users.push_back(UserId::make(now));
    }
  }
  std::vector<Product> products;
  std::vector<Cart> carts;
  std::vector<UserId> users;
};

/// Takes from stock, adds the order with its index rows, and marks the cart, which was active, as ordered.
Result<void> check_out(records::Tx& tx, const Product& product, const Order& order, const Cart& cart,
                       Time now) {
  using namespace records::collections;
  STOA_TRY(tx.increment_if(products(), product.id, "stock_by_zone.MSK", -1, 0, std::pair("updated_at", now)));
  STOA_TRY(tx.insert(orders(), write_bson(order)));
  return tx.replace(carts(), write_bson(cart));
}

/// The same in Redis: as many index entries as the collections declare.
void check_out(Pipeline& pipeline, const Product& product, const Order& order, const Cart& cart,
               std::string_view status_before, Time now) {
  const std::string id = order.id.hex();
  const std::string score = keyspace::format_score(to_unix_seconds(now));
  pipeline.add({"MULTI"});
  pipeline.add({"HINCRBY", "stock:" + product.id.hex(), "MSK", "-1"});
  pipeline.add({"HSET", "stock:" + product.id.hex(), "updated_at", score});
  pipeline.add({"SET", "orders:" + id, write_bson(order)});
  pipeline.add({"SADD", "orders:user_id:" + order.user_id.hex(), id});
  pipeline.add({"SADD", "orders:status:" + order.status, id});
  pipeline.add({"ZADD", "orders:user_date:" + order.user_id.hex(), score, id});
  pipeline.add({"SADD", "orders:zone:" + order.zone, id});
  pipeline.add({"SET", "carts:" + cart.id.hex(), write_bson(cart)});
  pipeline.add({"SREM", "carts:owner:" + cart.owner_id + ":" + std::string(status_before), cart.id.hex()});
  pipeline.add({"SADD", "carts:owner:" + cart.owner_id + ":" + cart.status, cart.id.hex()});
  pipeline.add({"EXEC"});
}

}  // namespace

std::vector<Figure> bench_checkout() {
  const Time now = Clock::system().now();
  Shop shop(now);
  keyspace::embedded::Random random(2);

  const test::TemporaryDirectory directory;
  const Engines engines(directory.path() / "data");
  must(engines.records->transact([&](records::Tx& tx) -> Result<void> {
    for (const Product& product : shop.products)
      STOA_TRY(tx.insert(records::collections::products(), write_bson(product)));
    for (const Cart& cart : shop.carts) STOA_TRY(tx.insert(records::collections::carts(), write_bson(cart)));
    return {};
  }));
  // A client's cart goes from active to ordered and, as the next one, back: each time its index row moves.
  const auto turn = [&](Cart& cart) { cart.status = cart.status == "active" ? "ordered" : "active"; };
  const double ours = closed_loop(*engines.store, [&](int client) {
    Cart& cart = shop.carts[client];
    turn(cart);
    const Order order = make_order(cart, shop.users[client], now);
    const Product& product = shop.products[random.below(kProducts)];
    must(
        engines.records->transact([&](records::Tx& tx) { return check_out(tx, product, order, cart, now); }));
  });

  const test::RedisServer redis({"--appendonly", "yes", "--appendfsync", "always"});
  const double theirs = redis_closed_loop(redis.socket(), [&](int client, Pipeline& pipeline) {
    Cart& cart = shop.carts[client];
    const std::string before = cart.status;
    turn(cart);
    check_out(pipeline, shop.products[random.below(kProducts)], make_order(cart, shop.users[client], now),
              cart, before, now);
  });
  return {{"check-out, durable", ours, "/s", "redis always", theirs, 1.0}};
}

}  // namespace stoa::bench
