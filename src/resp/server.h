#pragma once
// resp/ lets redis-cli and any Redis client at the embedded keyspace, over RESP2 and RESP3. It knows the
// keyspace's door and no engine.

#include "base/clock.h"
#include "base/durability.h"
#include "base/durable_progress.h"
#include "base/log.h"
#include "base/result.h"
#include "keyspace/door.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace stoa::resp {

struct RespOptions {
  enum class Mode { Read, Write };
  Mode mode = Mode::Read;
  std::string address = "127.0.0.1";
  /// 0 takes a free one.
  std::uint16_t port = 6390;
  /// What AUTH has to say; empty asks for none, which only loopback may.
  std::string password;
  /// Durable keeps an answer back until what it shows is on disk.
  Durability durability = Durability::Durable;
  std::size_t most_clients = 10'000;
  /// How long a client with answers waiting may read none of them before it is cut off.
  std::chrono::milliseconds write_patience{30'000};
  /// How long an answer may wait for the disk before its client is told so and hung up on.
  std::chrono::milliseconds disk_patience{5'000};
  std::string version = "unknown";
};

/// One thread that serves all clients. Ends when destroyed.
class RespServer {
 public:
  virtual ~RespServer() = default;
  virtual std::uint16_t port() const = 0;
  virtual std::size_t clients() const = 0;
  /// Answers nobody any more; returns within a second. May be called again.
  virtual void stop() = 0;
};

/// Invalid (`resp.password`) for an address that others can reach and no password; Unavailable
/// (`resp.address`) when it cannot be listened on. The door and the progress must outlive the server.
Result<std::unique_ptr<RespServer>> start_resp(const RespOptions&, keyspace::Door&, DurableProgress&, Logger);

}  // namespace stoa::resp
