#pragma once
#include "keyspace/contract.h"
#include "keyspace/engines.h"
#include "support/redis_client.h"
#include "support/redis_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

namespace stoa::keyspace {

/// Short words for what the tests of the Redis engine do with a keyspace.
class RedisTest : public testing::Test {
 protected:
  using Steady = std::chrono::steady_clock;

  static RedisOptions with_url(std::string url) {
    RedisOptions options;
    options.url = std::move(url);
    options.timeout = std::chrono::seconds(20);
    return options;
  }
  static std::unique_ptr<Keyspace> open(const RedisOptions& options) {
    return must(open_redis_keyspace(options));
  }
  static std::unique_ptr<Keyspace> open(std::string url) { return open(with_url(std::move(url))); }

  static Result<void> set(Keyspace& keyspace, std::string_view value = "v") {
    return keyspace.transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
      tx.set(kKey, value);
      return {};
    });
  }
  static Result<std::optional<std::string>> get(Keyspace& keyspace) { return keyspace.read().get(kKey); }

  /// Waits until `condition()` holds; false if it does not for long.
  template <class Condition>
  static bool eventually(Condition condition) {
    const auto patience = Steady::now() + std::chrono::seconds(20);
    while (!condition()) {
      if (Steady::now() > patience) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }

  static const inline StringKey kKey{"k:", "1"};
};

}  // namespace stoa::keyspace
