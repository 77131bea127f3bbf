#pragma once
#include "base/result.h"
#include "keyspace/redis/deadline.h"
#include "keyspace/redis/socket.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace stoa::keyspace::redis {

/// Bytes to and from a server. After a failure it is of no more use.
class Transport {
 public:
  virtual ~Transport() = default;

  /// Hands all bytes on. When it fails, not all of them have left, so the last command cannot have been run.
  virtual Result<void> write(std::string_view, Deadline) = 0;
  /// At least one byte.
  virtual Result<std::size_t> read(std::span<char>, Deadline) = 0;
  /// Whether the server has gone while nothing was asked.
  virtual bool gone() const = 0;
};

std::unique_ptr<Transport> plain_transport(Socket, std::string where);

}  // namespace stoa::keyspace::redis
