#pragma once
#include "base/result.h"

#include <cstdint>
#include <string>
#include <utility>

namespace stoa::resp {

/// A file descriptor that is closed with it.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }

 private:
  int number_;
};

/// A socket that listens, and where.
struct Listener {
  Descriptor socket;
  std::uint16_t port = 0;
  /// Whether only this machine reaches it.
  bool loopback = false;
};

/// Unavailable (`resp.address`) when it cannot be listened on; the message says why.
Result<Listener> listen_on(const std::string& address, std::uint16_t port);

struct Accepted {
  enum class Outcome { Client, Nobody, TooManyFiles } outcome = Outcome::Nobody;
  Descriptor socket;
  std::string address;
};
Accepted accept_client(const Descriptor& listener);

}  // namespace stoa::resp
