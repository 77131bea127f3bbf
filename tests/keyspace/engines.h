#pragma once
// The engines that the contract suite runs on: one row each. Another engine is another row.

#include "base/clock.h"
#include "base/must.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "keyspace/keyspace.h"
#include "keyspace/redis/redis_keyspace.h"
#include "store/store.h"
#include "support/redis_client.h"
#include "support/redis_server.h"
#include "support/temporary_directory.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace stoa::keyspace {

using test::must;

/// An empty keyspace, and all that it needs, for the length of a test.
class OpenEngine {
 public:
  virtual ~OpenEngine() = default;
  virtual Keyspace& keyspace() = 0;
};

class OpenEmbedded final : public OpenEngine {
 public:
  OpenEmbedded() {
    store::Options options;
    options.directory = directory_.path() / "data";
    store_ = must(store::open(options));
    keyspace_ = must(open_embedded_keyspace(*store_, Clock::system()));
  }
  Keyspace& keyspace() override { return *keyspace_; }

 private:
  test::TemporaryDirectory directory_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Keyspace> keyspace_;
};

/// The one server of this test program, started when it is first needed.
inline test::RedisServer& shared_redis_server() {
  static test::RedisServer server;
  return server;
}

class OpenRedis final : public OpenEngine {
 public:
  OpenRedis() {
    test::RedisServer& server = shared_redis_server();
    test::RedisClient(server.socket()).command({"FLUSHALL"});
    RedisOptions options;
    options.url = server.unix_url();
    // A machine that runs everything at once may be slow; no test here waits for the time-out.
    options.timeout = std::chrono::seconds(20);
    keyspace_ = must(open_redis_keyspace(options));
  }
  Keyspace& keyspace() override { return *keyspace_; }

 private:
  std::unique_ptr<Keyspace> keyspace_;
};

struct Engine {
  std::string name;
  std::function<std::unique_ptr<OpenEngine>()> open;
  /// By how much of its due a member may be favoured in samples. Redis draws from a hash table by walking on
  /// from a random bucket, which favours those after empty ones by a tenth or two.
  double sampling_bias;
};

inline std::vector<Engine> every_engine() {
  return {{"Embedded", [] { return std::make_unique<OpenEmbedded>(); }, 0},
          {"Redis", [] { return std::make_unique<OpenRedis>(); }, 0.3}};
}

}  // namespace stoa::keyspace
