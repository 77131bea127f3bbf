#pragma once
#include "keyspace/redis/client.h"
#include "keyspace/redis/read_commands.h"

namespace stoa::keyspace::redis {

/// Plain reads: one round trip a call, on any connection. Safe from any thread.
class RedisReader final : public ReadCommands<Reader> {
 public:
  explicit RedisReader(Client& client) : client_(client) {}

 private:
  Result<void> ask(std::span<const KeyName* const> keys, const Commands&, std::span<Reply>) override;

  Client& client_;
};

}  // namespace stoa::keyspace::redis
