#include "http/listeners.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace stoa::http {
namespace {

struct Endpoint {
  sockaddr_storage storage{};
  socklen_t size = 0;

  sockaddr* generic() { return reinterpret_cast<sockaddr*>(&storage); }
  void set_port(std::uint16_t port) {
    if (storage.ss_family == AF_INET6)
      reinterpret_cast<sockaddr_in6&>(storage).sin6_port = htons(port);
    else
      reinterpret_cast<sockaddr_in&>(storage).sin_port = htons(port);
  }
};

std::optional<Endpoint> parse_endpoint(const std::string& address, std::uint16_t port) {
  Endpoint endpoint;
  auto& v4 = reinterpret_cast<sockaddr_in&>(endpoint.storage);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(endpoint.storage);
  if (::inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    endpoint.size = sizeof v4;
  } else if (::inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    endpoint.size = sizeof v6;
  } else {
    return std::nullopt;
  }
  endpoint.set_port(port);
  return endpoint;
}

Error listen_error(const ServerOptions& options, int number) {
  const auto place = fmt::format("{}:{}", options.address, options.port);
  if (number == EADDRINUSE)
    return {Error::Kind::Unavailable, "http.port_in_use",
            fmt::format("{} is in use; stop what listens there, or choose another port: --http.port={}",
                        place, options.port < 65535 ? options.port + 1 : 8080)};
  if (number == EACCES)
    return {
        Error::Kind::Unavailable, "http.port_forbidden",
        fmt::format("{}: this user may not listen there; choose a port above 1023: --http.port=8080", place)};
  return {Error::Kind::Invalid, "http.address",
          fmt::format("cannot listen on {}: {}; choose an address of this machine: --http.address=127.0.0.1",
                      place, std::strerror(number))};
}

/// Closes what it holds unless that was taken out.
struct Descriptors {
  std::vector<int> all;
  ~Descriptors() {
    for (const int each : all) ::close(each);
  }
};

enum class Port { Alone, Shared };

/// The socket, or the negative of errno.
int bind_socket(Endpoint& endpoint, Port port) {
  const int socket = ::socket(endpoint.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) return -errno;
  const int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (port == Port::Shared) ::setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  if (::bind(socket, endpoint.generic(), endpoint.size) == 0) return socket;
  const int error = errno;
  ::close(socket);
  return -error;
}

/// A port that others share would be shared with a second server, too: whether it is free is found out by
/// asking for it alone.
Result<void> take_port(const ServerOptions& options, Endpoint& endpoint) {
  const int probe = bind_socket(endpoint, Port::Alone);
  if (probe < 0) return listen_error(options, -probe);
  const Descriptors held{{probe}};
  if (::listen(probe, 1) != 0) return listen_error(options, errno);
  endpoint.set_port(port_of(probe));
  return {};
}

bool listens(int socket) {
  int yes = 0;
  socklen_t size = sizeof yes;
  return ::getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &yes, &size) == 0 && yes != 0;
}

Result<std::vector<int>> share(int listening, std::size_t count) {
  if (!listens(listening))
    return Error{
        Error::Kind::Invalid, "http.address",
        fmt::format("descriptor {} was handed over and is no listening socket; see the unit that starts this "
                    "server, or start it without socket activation",
                    listening)};
  Descriptors made{{listening}};
  ::fcntl(listening, F_SETFL, ::fcntl(listening, F_GETFL) | O_NONBLOCK);
  ::fcntl(listening, F_SETFD, FD_CLOEXEC);
  while (made.all.size() < count) {
    const int copy = ::fcntl(listening, F_DUPFD_CLOEXEC, 3);
    if (copy < 0)
      return Error{
          Error::Kind::Unavailable, "http.address",
          fmt::format("no descriptor for another loop: {}; allow more with ulimit -n", std::strerror(errno))};
    made.all.push_back(copy);
  }
  return std::exchange(made.all, {});
}

}  // namespace

std::uint16_t port_of(int socket) {
  Endpoint endpoint;
  endpoint.size = sizeof endpoint.storage;
  if (::getsockname(socket, endpoint.generic(), &endpoint.size) != 0) return 0;
  if (endpoint.storage.ss_family == AF_INET6)
    return ntohs(reinterpret_cast<sockaddr_in6&>(endpoint.storage).sin6_port);
  if (endpoint.storage.ss_family == AF_INET)
    return ntohs(reinterpret_cast<sockaddr_in&>(endpoint.storage).sin_port);
  return 0;
}

Result<std::vector<int>> open_listeners(const ServerOptions& options, std::size_t count) {
  if (options.listening_socket) return share(*options.listening_socket, count);
  auto endpoint = parse_endpoint(options.address, options.port);
  if (!endpoint) return listen_error(options, EINVAL);
  if (count > 1) STOA_TRY(take_port(options, *endpoint));
  Descriptors made;
  while (made.all.size() < count) {
    const int socket = bind_socket(*endpoint, count > 1 ? Port::Shared : Port::Alone);
    if (socket < 0) return listen_error(options, -socket);
    made.all.push_back(socket);
    if (::listen(socket, SOMAXCONN) != 0) return listen_error(options, errno);
  }
  return std::exchange(made.all, {});
}

}  // namespace stoa::http
