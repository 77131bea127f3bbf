#include "keyspace/redis/resolver.h"

#include "keyspace/redis/failure.h"

#include <fmt/format.h>
#include <netdb.h>

#include <cstring>

namespace stoa::keyspace::redis {
namespace {

/// `flags` as getaddrinfo takes them; AI_NUMERICHOST keeps it from asking the network.
Result<std::vector<Address>> look_up(const std::string& host, std::uint16_t port, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) return unreachable(host, fmt::format("the host is not known: {}", ::gai_strerror(error)));
  std::vector<Address> addresses;
  for (const addrinfo* next = found; next != nullptr; next = next->ai_next) {
    Address address;
    std::memcpy(&address.storage, next->ai_addr, next->ai_addrlen);
    address.size = next->ai_addrlen;
    addresses.push_back(address);
  }
  ::freeaddrinfo(found);
  return addresses;
}

}  // namespace

std::shared_future<Resolver::Found> Resolver::running_lookup() {
  const std::lock_guard lock(mutex_);
  const bool finished =
      lookup_.valid() && lookup_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  if (!lookup_.valid() || finished)
    lookup_ = std::async(std::launch::async, [host = host_, port = port_] {
                return look_up(host, port, 0);
              }).share();
  return lookup_;
}

Result<std::vector<Address>> Resolver::resolve(Deadline deadline) {
  if (auto numeric = look_up(host_, port_, AI_NUMERICHOST); numeric.ok()) return numeric;
  const auto lookup = running_lookup();
  if (lookup.wait_until(deadline) != std::future_status::ready)
    return timed_out(host_, "looking up the host's name");
  return lookup.get();
}

}  // namespace stoa::keyspace::redis
