#include "keyspace/redis/redis_keyspace.h"
#include "keyspace/redis/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stoa::keyspace::redis {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Url parsed(std::string_view text) {
  auto url = parse_url(text);
  EXPECT_TRUE(url.ok()) << text << ": " << url.error().message;
  return url.ok() ? *url : Url{};
}

std::string refusal(std::string_view text) {
  const auto url = parse_url(text);
  if (url.ok()) return "accepted";
  EXPECT_EQ(url.error().kind, Error::Kind::Invalid);
  EXPECT_EQ(url.error().code, "redis.url");
  return url.error().message;
}

TEST(RedisUrl, NamesHostPortAndDatabase) {
  const Url url = parsed("redis://cache.example:7000/3");
  EXPECT_EQ(url.scheme, Url::Scheme::Tcp);
  EXPECT_EQ(url.host, "cache.example");
  EXPECT_EQ(url.port, 7000);
  EXPECT_EQ(url.database, 3);
  EXPECT_EQ(url.where(), "redis://cache.example:7000");
}

TEST(RedisUrl, LeavesPortAndDatabaseToTheirDefaults) {
  for (const char* text : {"redis://localhost", "redis://localhost/"}) {
    EXPECT_EQ(parsed(text).port, 6379);
    EXPECT_EQ(parsed(text).database, 0);
  }
}

TEST(RedisUrl, NamesUserAndPassword) {
  EXPECT_EQ(parsed("redis://anna:s%3Acr%40t@h").user, "anna");
  EXPECT_EQ(parsed("redis://anna:s%3Acr%40t@h").password, "s:cr@t");
  EXPECT_EQ(parsed("redis://:secret@h").user, "");
  EXPECT_EQ(parsed("redis://:secret@h").password, "secret");
  EXPECT_EQ(parsed("redis://secret@h").password, "secret");
  EXPECT_EQ(parsed("redis://anna:p@ss@h").password, "p@ss");
}

TEST(RedisUrl, TakesIpv6InBrackets) {
  EXPECT_EQ(parsed("redis://[::1]:7000/1").host, "::1");
  EXPECT_EQ(parsed("redis://[::1]:7000/1").port, 7000);
  EXPECT_EQ(parsed("redis://[::1]").where(), "redis://[::1]:6379");
}

TEST(RedisUrl, NamesAUnixSocket) {
  const Url url = parsed("unix:///run/redis/redis.sock?db=2&user=anna&password=a%26b");
  EXPECT_EQ(url.scheme, Url::Scheme::Unix);
  EXPECT_EQ(url.path, "/run/redis/redis.sock");
  EXPECT_EQ(url.database, 2);
  EXPECT_EQ(url.user, "anna");
  EXPECT_EQ(url.password, "a&b");
}

TEST(RedisUrl, NamesTheFilesForTls) {
  const Url url = parsed("rediss://h/1?ca=/etc/ca.pem&cert=/etc/c.pem&key=/etc/k.pem&verify=no");
  EXPECT_EQ(url.scheme, Url::Scheme::Tls);
  EXPECT_EQ(url.database, 1);
  EXPECT_EQ(url.ca, "/etc/ca.pem");
  EXPECT_EQ(url.cert, "/etc/c.pem");
  EXPECT_EQ(url.key, "/etc/k.pem");
  EXPECT_EQ(url.verify, Url::Verify::No);
  EXPECT_EQ(parsed("rediss://h").verify, Url::Verify::Yes);
}

TEST(RedisUrl, AWrongOneIsRefusedWithWhatIsWrongAndHowToWriteIt) {
  EXPECT_THAT(refusal("localhost:6379"), AllOf(HasSubstr("://"), HasSubstr("write redis://")));
  EXPECT_THAT(refusal("http://localhost"), HasSubstr("'http'"));
  EXPECT_THAT(refusal("redis://"), HasSubstr("host is missing"));
  EXPECT_THAT(refusal("redis://:6379"), HasSubstr("host is missing"));
  EXPECT_THAT(refusal("redis://h:"), HasSubstr("port"));
  EXPECT_THAT(refusal("redis://h:0"), HasSubstr("'0' is not a number from 1 to 65535"));
  EXPECT_THAT(refusal("redis://h:99999"), HasSubstr("'99999'"));
  EXPECT_THAT(refusal("redis://h:12x"), HasSubstr("'12x'"));
  EXPECT_THAT(refusal("redis://h/x"), HasSubstr("database 'x'"));
  EXPECT_THAT(refusal("redis://h/-1"), HasSubstr("database '-1'"));
  EXPECT_THAT(refusal("redis://[::1"), HasSubstr("']'"));
  EXPECT_THAT(refusal("redis://[::1]6379"), HasSubstr("':port'"));
  EXPECT_THAT(refusal("redis://h?timeout=1"), HasSubstr("unknown option 'timeout'"));
  EXPECT_THAT(refusal("redis://h?ca=/x"), HasSubstr("unknown option 'ca'"));
  EXPECT_THAT(refusal("rediss://h?verify=maybe"), HasSubstr("'maybe'"));
  EXPECT_THAT(refusal("rediss://h?cert=/x"), HasSubstr("go together"));
  EXPECT_THAT(refusal("unix://redis.sock"), HasSubstr("three slashes"));
  EXPECT_THAT(refusal("redis://h%4"), HasSubstr("two hex digits"));
}

TEST(RedisUrl, APasswordIsNeverInAMessage) {
  EXPECT_THAT(refusal("redis://anna:hunter2@h:x"), Not(HasSubstr("hunter2")));
  EXPECT_THAT(refusal("redis://anna:hunter2%@h"), Not(HasSubstr("hunter2")));
  EXPECT_THAT(parsed("redis://anna:hunter2@h").where(), Not(HasSubstr("hunter2")));
}

TEST(RedisUrl, IsReadWhenTheKeyspaceIsOpened) {
  RedisOptions options;
  options.url = "rediss://localhost?ca=/does/not/exist.pem";
  const auto opened = open_redis_keyspace(options);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, "redis.url");
  EXPECT_THAT(opened.error().message, HasSubstr("/does/not/exist.pem"));
}

}  // namespace
}  // namespace stoa::keyspace::redis
