#include "keyspace/redis/socket.h"

#include "keyspace/redis/failure.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

namespace stoa::keyspace::redis {
namespace {

Result<Socket> new_socket(int family, const std::string& where) {
  const int descriptor = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return unreachable(where, "cannot make a socket: " + system_message(errno));
  return Socket(descriptor);
}

/// Waits until a connect that has begun ends, and says how.
Result<void> finish_connect(const Socket& socket, Deadline deadline, const std::string& where) {
  if (!socket.wait(Socket::Ready::ToWrite, deadline)) return timed_out(where, "connecting");
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return unreachable(where, "cannot connect: " + system_message(error));
  return {};
}

Result<void> connect_to(const Socket& socket, const sockaddr* address, socklen_t size, Deadline deadline,
                        const std::string& where) {
  while (::connect(socket.descriptor(), address, size) != 0) {
    if (errno == EINPROGRESS || errno == EINTR) return finish_connect(socket, deadline, where);
    // A unix socket whose queue of waiting connections is full says so at once and gives nothing to wait on.
    if (errno != EAGAIN) return unreachable(where, "cannot connect: " + system_message(errno));
    if (std::chrono::steady_clock::now() >= deadline) return timed_out(where, "connecting");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

Result<Socket> connect_one(const Address& address, Deadline deadline, const std::string& where) {
  Socket socket = STOA_TRY(new_socket(address.storage.ss_family, where));
  STOA_TRY(
      connect_to(socket, reinterpret_cast<const sockaddr*>(&address.storage), address.size, deadline, where));
  const int on = 1;
  ::setsockopt(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Socket::wait(Ready ready, Deadline deadline) const {
  pollfd waited{descriptor_, static_cast<short>(ready == Ready::ToRead ? POLLIN : POLLOUT), 0};
  for (;;) {
    const int left = milliseconds_until(deadline);
    const int found = ::poll(&waited, 1, left);
    if (found > 0) return true;
    // Any other failure of poll() shows itself, by name, in the read or write that follows.
    if (found < 0 && errno != EINTR) return true;
    if (found == 0 && milliseconds_until(deadline) == 0) return false;
  }
}

bool Socket::has_unasked_input() const {
  char byte;
  const auto size = ::recv(descriptor_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return size >= 0 || (errno != EAGAIN && errno != EINTR);
}

Result<Socket> connect_tcp(const std::vector<Address>& addresses, Deadline deadline,
                           const std::string& where) {
  Result<Socket> socket = unreachable(where, "the host has no address");
  for (std::size_t i = 0; i < addresses.size() && !socket.ok(); ++i) {
    const auto now = std::chrono::steady_clock::now();
    const auto share = (deadline - now) / static_cast<int>(addresses.size() - i);
    socket = connect_one(addresses[i], now + share, where);
  }
  return socket;
}

Result<Socket> connect_unix(const std::string& path, Deadline deadline, const std::string& where) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return unreachable(where, "the path is too long for a unix socket");
  std::memcpy(address.sun_path, path.data(), path.size());
  Socket socket = STOA_TRY(new_socket(AF_UNIX, where));
  STOA_TRY(connect_to(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address, deadline, where));
  return socket;
}

}  // namespace stoa::keyspace::redis
