#pragma once
// keyspace/redis/ speaks to a Redis 7 server.

#include "keyspace/keyspace.h"

#include <chrono>
#include <memory>
#include <string>

namespace stoa::keyspace {

struct RedisOptions {
  /// redis://[user:password@]host[:port][/database], rediss:// for TLS,
  /// unix:///path/to.sock[?db=n&password=…]. For rediss: ?ca=FILE (default: the system's),
  /// ?cert=FILE&key=FILE, ?verify=no.
  std::string url = "redis://127.0.0.1:6379/0";
  std::size_t connections = 16;
  /// For connecting, for each answer, and for waiting for a free connection.
  std::chrono::milliseconds timeout{2000};
  /// How often a transaction's body is run at most when others keep changing what it read.
  int attempts = 64;
};

/// Invalid (`redis.url`) for a URL that cannot be read. The server need not be there yet: until it is, calls
/// answer Unavailable.
Result<std::unique_ptr<Keyspace>> open_redis_keyspace(const RedisOptions&);

}  // namespace stoa::keyspace
