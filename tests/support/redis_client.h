#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct redisContext;

namespace stoa::test {

/// An answer as the wire carries it (RESP2). `text` is a string's, a status's or an error's text, or a
/// number's digits.
struct RedisReply {
  enum class Kind { Nil, Text, Number, Error, Array } kind = Kind::Nil;
  std::string text;
  std::vector<RedisReply> elements;

  bool nil() const { return kind == Kind::Nil; }
};

/// Somebody else who talks to the same server: plain, blocking, with no pool. For one thread.
class RedisClient {
 public:
  /// Throws when nobody listens.
  explicit RedisClient(const std::filesystem::path& socket);
  ~RedisClient();
  RedisClient(RedisClient&&) noexcept;
  RedisClient& operator=(RedisClient&&) = delete;

  static std::optional<RedisClient> try_connect(const std::filesystem::path& socket);

  /// Throws when the connection breaks; an answer that is an error comes back as such.
  RedisReply command(const std::vector<std::string>& words);

 private:
  explicit RedisClient(redisContext*);
  redisContext* context_;
};

}  // namespace stoa::test
