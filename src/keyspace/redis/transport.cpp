#include "keyspace/redis/transport.h"

#include "keyspace/redis/failure.h"

#include <sys/socket.h>

#include <cerrno>

namespace stoa::keyspace::redis {
namespace {

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

class PlainTransport final : public Transport {
 public:
  PlainTransport(Socket socket, std::string where) : socket_(std::move(socket)), where_(std::move(where)) {}

  Result<void> write(std::string_view bytes, Deadline deadline) override {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent));
      } else if (!would_block()) {
        return unreachable(where_, "the connection broke: " + system_message(errno));
      } else if (!socket_.wait(Socket::Ready::ToWrite, deadline)) {
        return timed_out(where_, "sending");
      }
    }
    return {};
  }

  Result<std::size_t> read(std::span<char> into, Deadline deadline) override {
    // The answer is hardly ever there yet, so asking first saves a call that finds nothing.
    while (socket_.wait(Socket::Ready::ToRead, deadline)) {
      const auto size = ::recv(socket_.descriptor(), into.data(), into.size(), 0);
      if (size > 0) return static_cast<std::size_t>(size);
      if (size == 0) return unreachable(where_, "the server closed the connection");
      if (!would_block()) return unreachable(where_, "the connection broke: " + system_message(errno));
    }
    return timed_out(where_, "waiting for an answer");
  }

  bool gone() const override { return socket_.has_unasked_input(); }

 private:
  Socket socket_;
  std::string where_;
};

}  // namespace

std::unique_ptr<Transport> plain_transport(Socket socket, std::string where) {
  return std::make_unique<PlainTransport>(std::move(socket), std::move(where));
}

}  // namespace stoa::keyspace::redis
