#include "http/server_options.h"

#include "base/must.h"

#include <gtest/gtest.h>

namespace stoa::http {
namespace {
using stoa::test::must;

/// The threads of a server's pool, by what the settings' defaults and `change` say.
template <class Change>
std::size_t pool_threads(Change change) {
  Settings settings;
  option_table(settings);
  change(settings);
  return must(server_options(settings, Logger::silent())).pool_threads;
}

void use_redis(Settings& settings) {
  settings.keyspace.engine = Settings::Keyspace::Engine::Redis;
}

TEST(ServerOptions, ThePoolIsLargeEnoughForPasswordsAndPicturesAtOnce) {
  EXPECT_EQ(pool_threads([](Settings&) {}), 4u);
}

TEST(ServerOptions, ThePoolUsesEveryConnectionToRedis) {
  EXPECT_EQ(pool_threads(use_redis), 16u);
  const auto many = [](Settings& settings) {
    use_redis(settings);
    settings.keyspace.redis_connections = 50;
  };
  EXPECT_EQ(pool_threads(many), 50u);
  const auto one = [](Settings& settings) {
    use_redis(settings);
    settings.keyspace.redis_connections = 1;
  };
  EXPECT_EQ(pool_threads(one), 4u);
}

TEST(ServerOptions, ThePoolIsAsLargeAsIsAskedFor) {
  EXPECT_EQ(pool_threads([](Settings& settings) { settings.threads.pool = 7; }), 7u);
}

}  // namespace
}  // namespace stoa::http
