#include "support/free_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace stoa::test {

int free_port() {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const bool found = ::bind(listener, generic, size) == 0 && ::getsockname(listener, generic, &size) == 0;
  const int error = errno;
  ::close(listener);
  if (!found) throw std::system_error(error, std::generic_category(), "no free port");
  return ntohs(address.sin_port);
}

}  // namespace stoa::test
