#include "keyspace/redis_fixture.h"

namespace stoa::keyspace {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing;

class RedisOverTls : public RedisTest {
 protected:
  std::string address() const { return "rediss://localhost:" + std::to_string(server.tls_port()); }
  std::string file(const char* name) const { return (server.directory() / name).string(); }

  test::RedisServer server{{}, test::RedisServer::Tls::On};
};

TEST_F(RedisOverTls, WorksWithACaOfItsOwn) {
  const auto keyspace = open(server.tls_url());
  must(set(*keyspace, "secret"));
  EXPECT_THAT(must(get(*keyspace)), Optional("secret"s));
  EXPECT_THAT(must(get(*open(server.unix_url()))), Optional("secret"s));
}

TEST_F(RedisOverTls, CarriesMegabytesBothWays) {
  const auto keyspace = open(server.tls_url());
  std::string large(3 << 20, 'x');
  for (std::size_t i = 0; i < large.size(); i += 1000) large[i] = static_cast<char>('a' + i % 26);
  must(set(*keyspace, large));
  EXPECT_TRUE(must(get(*keyspace)) == large);
}

TEST_F(RedisOverTls, RefusesAServerOfAnUnknownCa) {
  const auto outcome = get(*open(address()));
  EXPECT_THAT(outcome, FailsWith("redis.tls"));
  EXPECT_EQ(outcome.error().kind, Error::Kind::Unavailable);
  EXPECT_THAT(outcome.error().message, HasSubstr("?ca=FILE"));
}

TEST_F(RedisOverTls, RefusesAServerOfAnotherName) {
  const auto outcome =
      get(*open("rediss://127.0.0.1:" + std::to_string(server.tls_port()) + "/0?ca=" + server.ca().string()));
  EXPECT_THAT(outcome, FailsWith("redis.tls"));
  EXPECT_THAT(outcome.error().message, HasSubstr("mismatch"));
}

TEST_F(RedisOverTls, TrustsAnybodyWhenToldTo) {
  EXPECT_TRUE(set(*open(address() + "?verify=no")).ok());
}

TEST_F(RedisOverTls, ShowsACertificateOfItsOwn) {
  test::RedisClient(server.socket()).command({"CONFIG", "SET", "tls-auth-clients", "yes"});
  EXPECT_FALSE(get(*open(server.tls_url())).ok());
  const std::string own = "&cert=" + file("server.crt") + "&key=" + file("server.key");
  EXPECT_TRUE(get(*open(server.tls_url() + own)).ok());
  const auto swapped =
      open_redis_keyspace(with_url(server.tls_url() + "&cert=" + file("server.key") + "&key=/x"));
  ASSERT_FALSE(swapped.ok());
  EXPECT_EQ(swapped.error().code, "redis.url");
}

TEST_F(RedisOverTls, APortThatSpeaksNoTlsIsUnavailable) {
  RedisOptions options = with_url("rediss://localhost:" + std::to_string(server.port()) + "?verify=no");
  options.timeout = 500ms;
  const auto outcome = get(*open(options));
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().kind, Error::Kind::Unavailable);
}

TEST_F(RedisOverTls, AServerThatDiesIsNoticedAndFoundAgain) {
  RedisOptions options = with_url(server.tls_url());
  options.timeout = 500ms;
  const auto keyspace = open(options);
  ASSERT_TRUE(eventually([&] { return set(*keyspace).ok(); }));
  server.kill();
  EXPECT_FALSE(get(*keyspace).ok());
  EXPECT_FALSE(set(*keyspace).ok());
  server.restart();
  EXPECT_TRUE(eventually([&] { return set(*keyspace, "back").ok(); }));
}

}  // namespace
}  // namespace stoa::keyspace
