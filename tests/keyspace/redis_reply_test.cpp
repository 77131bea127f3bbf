#include "keyspace/redis/decoder.h"
#include "keyspace/redis/reply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stoa::keyspace::redis {
namespace {

using namespace std::string_literals;

TEST(RedisErrors, OfAServerThatCannotServeAreUnavailable) {
  const auto code = [](std::string_view text) {
    const Error error = error_of(text);
    EXPECT_EQ(error.kind, Error::Kind::Unavailable) << text;
    EXPECT_THAT(error.message, testing::HasSubstr(std::string(text)));
    return error.code;
  };
  EXPECT_EQ(code("LOADING Redis is loading the dataset in memory"), "redis.loading");
  EXPECT_EQ(code("MASTERDOWN Link with MASTER is down"), "redis.loading");
  EXPECT_EQ(code("BUSY Redis is busy running a script"), "redis.busy");
  EXPECT_EQ(code("READONLY You can't write against a read only replica."), "redis.read_only");
  EXPECT_EQ(code("CLUSTERDOWN The cluster is down"), "redis.cluster_down");
  EXPECT_EQ(code("OOM command not allowed when used memory > 'maxmemory'."), "redis.out_of_memory");
  EXPECT_EQ(code("NOAUTH Authentication required."), "redis.auth");
  EXPECT_EQ(code("WRONGPASS invalid username-password pair"), "redis.auth");
  EXPECT_EQ(code("ERR something new"), "redis.refused");
}

TEST(RedisErrors, OfDataThatIsNotWhatItShouldBeAreCorrupt) {
  EXPECT_EQ(error_of("WRONGTYPE Operation against a key").kind, Error::Kind::Corrupt);
  EXPECT_EQ(error_of("WRONGTYPE Operation against a key").code, "keyspace.wrong_type");
  EXPECT_EQ(error_of("ERR value is not an integer or out of range").code, "keyspace.not_a_number");
  EXPECT_EQ(error_of("ERR hash value is not an integer").code, "keyspace.not_a_number");
  EXPECT_EQ(error_of("ERR increment or decrement would overflow").code, "keyspace.not_a_number");
}

/// Feeds the text in pieces of `size` and gives the replies.
std::vector<Reply> decoded(std::string_view text, std::size_t size) {
  Decoder decoder;
  std::vector<Reply> replies;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
    decoder.feed(text.substr(0, size));
    for (Reply reply; decoder.next(reply).value(); reply = Reply{}) replies.push_back(std::move(reply));
  }
  return replies;
}

TEST(RedisDecoder, PutsRepliesTogetherHoweverTheyAreCut) {
  const std::string wire =
      "+OK\r\n*3\r\n$3\r\na\0b\r\n$-1\r\n*2\r\n:-7\r\n$0\r\n\r\n*-1\r\n-ERR no\r\n*0\r\n$5\r\nhello\r\n"s;
  for (std::size_t size = 1; size <= wire.size(); ++size) {
    const auto replies = decoded(wire, size);
    ASSERT_EQ(replies.size(), 6u) << size;
    EXPECT_EQ(replies[0].kind, Reply::Kind::Status);
    EXPECT_EQ(replies[0].text, "OK");
    ASSERT_EQ(replies[1].elements.size(), 3u);
    EXPECT_EQ(replies[1].elements[0].text, "a\0b"s);
    EXPECT_EQ(replies[1].elements[1].kind, Reply::Kind::Nil);
    ASSERT_EQ(replies[1].elements[2].elements.size(), 2u);
    EXPECT_EQ(replies[1].elements[2].elements[0].number, -7);
    EXPECT_EQ(replies[1].elements[2].elements[1].kind, Reply::Kind::Text);
    EXPECT_EQ(replies[2].kind, Reply::Kind::Nil);
    EXPECT_EQ(replies[3].kind, Reply::Kind::Error);
    EXPECT_EQ(replies[3].text, "ERR no");
    EXPECT_EQ(replies[4].kind, Reply::Kind::Array);
    EXPECT_TRUE(replies[4].elements.empty());
    EXPECT_EQ(replies[5].text, "hello");
  }
}

TEST(RedisDecoder, SaysWhenTheOtherSideIsNoRedis) {
  Decoder decoder;
  decoder.feed("HTTP/1.1 400 Bad Request\r\n"s);
  Reply reply;
  const auto next = decoder.next(reply);
  ASSERT_FALSE(next.ok());
  EXPECT_EQ(next.error().code, "redis.protocol");
}

}  // namespace
}  // namespace stoa::keyspace::redis
