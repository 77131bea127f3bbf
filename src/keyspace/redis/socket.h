#pragma once
#include "base/result.h"
#include "keyspace/redis/deadline.h"
#include "keyspace/redis/resolver.h"

#include <string>
#include <utility>

namespace stoa::keyspace::redis {

/// A connected non-blocking stream socket.
class Socket {
 public:
  enum class Ready { ToRead, ToWrite };

  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket();
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  int descriptor() const { return descriptor_; }
  /// False at the deadline.
  bool wait(Ready, Deadline) const;
  /// Whether something came, or the end, that nobody asked for: an idle connection is of no more use then.
  bool has_unasked_input() const;

 private:
  int descriptor_ = -1;
};

/// Tries the addresses in turn, each with its share of the time.
Result<Socket> connect_tcp(const std::vector<Address>&, Deadline, const std::string& where);
Result<Socket> connect_unix(const std::string& path, Deadline, const std::string& where);

}  // namespace stoa::keyspace::redis
