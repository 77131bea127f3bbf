#pragma once
#include "keyspace/redis/transport.h"
#include "keyspace/redis/url.h"

#include <memory>

namespace stoa::keyspace::redis {

/// Whom to trust and who we are, read once from the files the URL names. Safe from any thread.
class TlsContext {
 public:
  /// Invalid (`redis.url`) naming the file that cannot be used.
  static Result<std::unique_ptr<TlsContext>> open(const Url&);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  /// Shakes hands and checks the server's certificate and name. `redis.tls` when it is not to be trusted.
  Result<std::unique_ptr<Transport>> connect(Socket, Deadline) const;

 private:
  struct Implementation;
  explicit TlsContext(std::unique_ptr<Implementation>);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace stoa::keyspace::redis
