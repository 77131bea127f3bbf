#pragma once
#include "base/result.h"
#include "keyspace/redis/commands.h"
#include "keyspace/redis/deadline.h"
#include "keyspace/redis/decoder.h"
#include "keyspace/redis/reply.h"
#include "keyspace/redis/tls.h"
#include "keyspace/redis/transport.h"
#include "keyspace/redis/url.h"

#include <memory>
#include <span>
#include <string>

namespace stoa::keyspace::redis {

/// One connection, logged in and on its database. Belongs to one thread at a time.
class Connection {
 public:
  /// Sends AUTH, SELECT and CLIENT SETNAME as the URL asks. Unavailable with what the server said.
  static Result<std::unique_ptr<Connection>> open(std::unique_ptr<Transport>, const Url&, Deadline);

  /// One round trip: sends all commands and fills one reply for each; errors of single commands are replies.
  Result<void> exchange(std::string_view bytes, std::span<Reply> replies, Deadline);
  Result<void> exchange(const Commands& commands, std::span<Reply> replies, Deadline deadline) {
    return exchange(commands.bytes(), replies, deadline);
  }

  /// Whether the last exchange got as far as handing all its bytes on: only then can its last command have
  /// been run.
  bool sent_all() const { return sent_all_; }
  /// False after a failed exchange: what comes next on the wire cannot be told apart.
  bool usable() const { return usable_; }
  /// Whether the server has closed it while nobody used it. Costs a system call.
  bool gone() const { return transport_->gone(); }

 private:
  explicit Connection(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}
  Result<void> receive(std::span<Reply> replies, Deadline);

  std::unique_ptr<Transport> transport_;
  Decoder decoder_;
  bool sent_all_ = false;
  bool usable_ = true;
};

}  // namespace stoa::keyspace::redis
