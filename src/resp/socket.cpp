#include "resp/socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace stoa::resp {
namespace {

constexpr int kBacklog = 511;

Error cannot_listen(const std::string& address, std::uint16_t port, const char* why) {
  return {Error::Kind::Unavailable, "resp.address",
          fmt::format("cannot listen on {}:{} for Redis clients: {}; choose another with --resp.address and "
                      "--resp.port, or turn it off with --resp.mode=off",
                      address, port, why)};
}

bool is_loopback(const sockaddr* address) {
  if (address->sa_family == AF_INET)
    return (ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr) >> 24) == 127;
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

std::uint16_t port_of(const sockaddr_storage& address) {
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

std::string text_of(const sockaddr_storage& address, socklen_t size) {
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  if (::getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "?:0";
  return address.ss_family == AF_INET6 ? fmt::format("[{}]:{}", host, port)
                                       : fmt::format("{}:{}", host, port);
}

void switch_on(int socket, int level, int option) {
  const int on = 1;
  ::setsockopt(socket, level, option, &on, sizeof on);
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Result<Listener> listen_on(const std::string& address, std::uint16_t port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int problem = ::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (problem != 0) return cannot_listen(address, port, ::gai_strerror(problem));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  Descriptor socket(::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.open()) return cannot_listen(address, port, std::strerror(errno));
  switch_on(socket.number(), SOL_SOCKET, SO_REUSEADDR);
  if (::bind(socket.number(), found->ai_addr, found->ai_addrlen) != 0 ||
      ::listen(socket.number(), kBacklog) != 0)
    return cannot_listen(address, port, std::strerror(errno));
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&bound), &size);
  return Listener{std::move(socket), port_of(bound), is_loopback(found->ai_addr)};
}

Accepted accept_client(const Descriptor& listener) {
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  const int number =
      ::accept4(listener.number(), reinterpret_cast<sockaddr*>(&from), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (number < 0) {
    const bool too_many = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
    return {too_many ? Accepted::Outcome::TooManyFiles : Accepted::Outcome::Nobody, Descriptor(), {}};
  }
  switch_on(number, IPPROTO_TCP, TCP_NODELAY);
  switch_on(number, SOL_SOCKET, SO_KEEPALIVE);
  return {Accepted::Outcome::Client, Descriptor(number), text_of(from, size)};
}

}  // namespace stoa::resp
