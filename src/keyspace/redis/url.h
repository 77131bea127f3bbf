#pragma once
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::keyspace::redis {

/// Where a server is and how to get in, as RedisOptions::url says it.
struct Url {
  enum class Scheme { Tcp, Tls, Unix };
  enum class Verify { Yes, No };

  Scheme scheme = Scheme::Tcp;
  std::string host;
  std::uint16_t port = 6379;
  std::string path;
  std::string user;
  std::string password;
  int database = 0;
  std::string ca;
  std::string cert;
  std::string key;
  Verify verify = Verify::Yes;

  /// For messages: never holds the password.
  std::string where() const;
};

/// Invalid (`redis.url`), naming the part that cannot be read, never the password.
Result<Url> parse_url(std::string_view);

}  // namespace stoa::keyspace::redis
