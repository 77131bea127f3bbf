#pragma once
#include "base/result.h"
#include "keyspace/redis/commands.h"
#include "keyspace/redis/connector.h"
#include "keyspace/redis/pool.h"
#include "keyspace/redis/reply.h"

#include <chrono>
#include <memory>
#include <span>

namespace stoa::keyspace::redis {

/// The connections to one server, and the rule of what may be sent twice. Safe from any thread.
class Client {
 public:
  Client(std::unique_ptr<Connector> connector, std::size_t connections, std::chrono::milliseconds timeout)
      : connector_(std::move(connector)), pool_(*connector_, connections), timeout_(timeout) {}

  Deadline deadline() const { return std::chrono::steady_clock::now() + timeout_; }
  Pool& pool() { return pool_; }

  /// For commands that change nothing: sent once more when a kept connection turns out to be closed.
  Result<void> read(const Commands&, std::span<Reply>);

  /// For commands that change something: sent once more only if they cannot have arrived. Unavailable
  /// (`redis.outcome_unknown`) when they were sent and no answer came.
  Result<void> change(std::string_view bytes, std::span<Reply>);

 private:
  const std::unique_ptr<Connector> connector_;
  Pool pool_;
  const std::chrono::milliseconds timeout_;
};

/// What EXEC answered, given the replies to MULTI … EXEC: a list, or nil when a watched key had changed. The
/// error that kept the transaction from running, if one did.
Result<Reply> exec_answer(std::span<Reply> replies);

/// The first error in the replies, if any.
Result<void> no_error(std::span<const Reply> replies);

}  // namespace stoa::keyspace::redis
