#include "keyspace/redis/connection.h"

#include <array>
#include <vector>

namespace stoa::keyspace::redis {
namespace {

Commands greeting(const Url& url) {
  Commands commands;
  if (!url.user.empty()) {
    commands.add("AUTH", url.user, url.password);
  } else if (!url.password.empty()) {
    commands.add("AUTH", url.password);
  }
  if (url.database != 0) commands.add("SELECT", url.database);
  commands.add("CLIENT", "SETNAME", "stoa");
  return commands;
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(std::unique_ptr<Transport> transport, const Url& url,
                                                     Deadline deadline) {
  std::unique_ptr<Connection> connection(new Connection(std::move(transport)));
  const Commands commands = greeting(url);
  std::vector<Reply> replies(commands.count());
  STOA_TRY(connection->exchange(commands, replies, deadline));
  for (const Reply& reply : replies)
    if (reply.kind == Reply::Kind::Error) return error_of(reply.text);
  return connection;
}

Result<void> Connection::exchange(std::string_view bytes, std::span<Reply> replies, Deadline deadline) {
  usable_ = false;
  sent_all_ = false;
  STOA_TRY(transport_->write(bytes, deadline));
  sent_all_ = true;
  STOA_TRY(receive(replies, deadline));
  usable_ = true;
  return {};
}

Result<void> Connection::receive(std::span<Reply> replies, Deadline deadline) {
  std::array<char, 32 * 1024> buffer;
  std::size_t received = 0;
  while (received < replies.size()) {
    if (STOA_TRY(decoder_.next(replies[received]))) {
      ++received;
    } else {
      const std::size_t size = STOA_TRY(transport_->read(buffer, deadline));
      decoder_.feed(std::span(buffer).first(size));
    }
  }
  return {};
}

}  // namespace stoa::keyspace::redis
