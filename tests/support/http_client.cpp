#include "support/http_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace stoa::test {

struct HttpClient::Tls {
  explicit Tls(int socket) : context(SSL_CTX_new(TLS_client_method())), session(SSL_new(context)) {
    SSL_set_fd(session, socket);
  }
  ~Tls() {
    SSL_free(session);
    SSL_CTX_free(context);
  }

  SSL_CTX* context;
  SSL* session;
};

HttpClient::HttpClient(int port, Over over) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
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
  if (over == Over::Tcp) return;
  tls_ = std::make_unique<Tls>(socket_);
  if (SSL_connect(tls_->session) == 1) return;
  ::close(socket_);
  throw std::runtime_error("the TLS handshake failed");
}

HttpClient::~HttpClient() {
  if (socket_ >= 0) ::close(socket_);
}

void HttpClient::send(std::string_view bytes) {
  if (!try_send(bytes)) throw std::system_error(errno, std::generic_category(), "send");
}

bool HttpClient::try_send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = tls_ ? SSL_write(tls_->session, bytes.data(), static_cast<int>(bytes.size()))
                              : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string HttpClient::receive(Expect expect) {
  constexpr std::string_view kEnd = "\r\n\r\n", kLength = "Content-Length: ";
  while (received_.find(kEnd) == std::string::npos)
    if (!receive_some()) return std::exchange(received_, {});
  std::size_t size = received_.find(kEnd) + kEnd.size();
  const auto length = received_.substr(0, size).find(kLength);
  if (expect == Expect::HeadAndBody && length != std::string::npos)
    size += std::stoul(received_.substr(length + kLength.size(), 20));
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

void HttpClient::finish_sending() {
  ::shutdown(socket_, SHUT_WR);
}

void HttpClient::reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(std::exchange(socket_, -1));
}

std::string HttpClient::protocol() const {
  return tls_ ? SSL_get_version(tls_->session) : "";
}

bool HttpClient::receive_some() {
  char part[16384];
  if (tls_) {
    const int size = SSL_read(tls_->session, part, sizeof part);
    if (size > 0) received_.append(part, static_cast<std::size_t>(size));
    return size > 0;
  }
  const ssize_t size = ::recv(socket_, part, sizeof part, 0);
  if (size < 0 && errno != ECONNRESET) throw std::system_error(errno, std::generic_category(), "recv");
  if (size <= 0) return false;
  received_.append(part, static_cast<std::size_t>(size));
  return true;
}

}  // namespace stoa::test
