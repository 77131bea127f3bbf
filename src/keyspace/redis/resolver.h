#pragma once
#include "base/result.h"
#include "keyspace/redis/deadline.h"

#include <sys/socket.h>

#include <cstdint>
#include <future>
#include <mutex>
#include <string>
#include <vector>

namespace stoa::keyspace::redis {

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

/// Finds the addresses of a host by the deadline, although the system's resolver knows none: a name is looked
/// up on a thread of its own, one at a time, which the destructor waits for. Safe from any thread.
class Resolver {
 public:
  Resolver(std::string host, std::uint16_t port) : host_(std::move(host)), port_(port) {}

  /// Never empty. Unavailable when the name is unknown or the lookup takes too long.
  Result<std::vector<Address>> resolve(Deadline);

 private:
  using Found = Result<std::vector<Address>>;
  std::shared_future<Found> running_lookup();

  // Fixed at construction.
  const std::string host_;
  const std::uint16_t port_;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::shared_future<Found> lookup_;
};

}  // namespace stoa::keyspace::redis
