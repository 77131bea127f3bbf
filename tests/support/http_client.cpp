#include "support/http_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace stoa::test {

HttpClient::HttpClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{.tv_sec = 10, .tv_usec = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    const int error = errno;
    ::close(socket_);
    throw std::system_error(error, std::generic_category(), "connect");
  }
}

HttpClient::~HttpClient() {
  ::close(socket_);
}

void HttpClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) throw std::system_error(errno, std::generic_category(), "send");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string HttpClient::receive(Expect expect) {
  constexpr std::string_view kEnd = "\r\n\r\n", kLength = "Content-Length: ";
  while (received_.find(kEnd) == std::string::npos)
    if (!receive_some()) return std::exchange(received_, {});
  std::size_t size = received_.find(kEnd) + kEnd.size();
  const auto length = received_.substr(0, size).find(kLength);
  if (expect == Expect::HeadAndBody && length != std::string::npos)
    size += std::stoul(received_.substr(length + kLength.size()));
  while (received_.size() < size)
    if (!receive_some()) return std::exchange(received_, {});
  std::string response = received_.substr(0, size);
  received_.erase(0, size);
  return response;
}

void HttpClient::wait_for_bytes() {
  if (received_.empty()) receive_some();
}

bool HttpClient::closed() {
  return received_.empty() && !receive_some();
}

std::string HttpClient::get(std::string_view path) {
  send("GET " + std::string(path) + " HTTP/1.1\r\nHost: test\r\n\r\n");
  return receive();
}

bool HttpClient::receive_some() {
  char part[4096];
  const ssize_t size = ::recv(socket_, part, sizeof part, 0);
  if (size < 0 && errno != ECONNRESET) throw std::system_error(errno, std::generic_category(), "recv");
  if (size <= 0) return false;
  received_.append(part, static_cast<std::size_t>(size));
  return true;
}

}  // namespace stoa::test
