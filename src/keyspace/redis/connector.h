#pragma once
#include "base/result.h"
#include "keyspace/redis/connection.h"
#include "keyspace/redis/resolver.h"
#include "keyspace/redis/tls.h"
#include "keyspace/redis/url.h"

#include <memory>
#include <optional>

namespace stoa::keyspace::redis {

/// Makes connections to the server of one URL. Safe from any thread.
class Connector {
 public:
  /// Invalid (`redis.url`) when a file the URL names cannot be used.
  static Result<std::unique_ptr<Connector>> open(Url);

  Result<std::unique_ptr<Connection>> connect(Deadline);
  const std::string& where() const { return where_; }

 private:
  Connector(Url, std::unique_ptr<TlsContext>);
  Result<Socket> connect_socket(Deadline);

  const Url url_;
  const std::string where_;
  const std::unique_ptr<TlsContext> tls_;
  Resolver resolver_;
};

}  // namespace stoa::keyspace::redis
