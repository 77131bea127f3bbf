#include "base/bson.h"
#include "base/schema_of.h"
#include "closed_loop.h"
#include "documents.h"
#include "engines.h"
#include "keyspace/keys.h"
#include "records/collections.h"
#include "sessions.h"
#include "support/redis_server.h"
#include "workloads.h"

#include <fmt/format.h>

namespace stoa::bench {

std::vector<Figure> bench_cart() {
  const Time now = Clock::system().now();
  std::vector<Cart> carts;
  std::vector<std::string> tokens;
  for (int client = 0; client < kClients; ++client) {
    carts.push_back(make_cart(CartId::make(now), client, now));
    tokens.push_back(session_token(client));
  }
  std::uint64_t changes = 0;

  const test::TemporaryDirectory directory;
  const Engines engines(directory.path() / "data");
  const records::Collection& collection = records::collections::carts();
  for (const Cart& cart : carts)
    must(engines.records->transact([&](records::Tx& tx) { return tx.insert(collection, write_bson(cart)); }));
  const double ours = closed_loop(*engines.store, [&](int client) {
    Cart& cart = carts[client];
    cart.items[0].quantity = static_cast<std::int32_t>(++changes % 999);
    must(
        engines.records->transact([&](records::Tx& tx) { return tx.replace(collection, write_bson(cart)); }));
    must(engines.keyspace->transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
      tx.hset(keyspace::HashKey("cart:", tokens[client]), cart.items[0].product_id.hex(),
              std::to_string(changes % 999));
      return {};
    }));
  });

  const test::RedisServer redis({"--appendonly", "yes", "--appendfsync", "always"});
  const double theirs = redis_closed_loop(redis.socket(), [&](int client, Pipeline& pipeline) {
    Cart& cart = carts[client];
    cart.items[0].quantity = static_cast<std::int32_t>(++changes % 999);
    pipeline.add({"MULTI"});
    pipeline.add({"SET", "carts:" + cart.id.hex(), write_bson(cart)});
    pipeline.add(
        {"HSET", "cart:" + tokens[client], cart.items[0].product_id.hex(), std::to_string(changes % 999)});
    pipeline.add({"EXEC"});
  });
  return {{"cart, durable", ours, "/s", "redis always", theirs, 1.0}};
}

}  // namespace stoa::bench
