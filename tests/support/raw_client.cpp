#include "support/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace stoa::test {

std::string encode(const std::vector<std::string>& words) {
  std::string bytes = "*" + std::to_string(words.size()) + "\r\n";
  for (const std::string& word : words) bytes += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  return bytes;
}

std::string show(const WireReply& reply) {
  if (reply.null) return std::string(1, reply.kind) + "null";
  std::string text = std::string(1, reply.kind) + reply.text;
  if (reply.elements.empty()) return text;
  text += "[";
  for (const WireReply& element : reply.elements) text += show(element) + ", ";
  return text + "]";
}

void sort_elements(WireReply& reply, std::size_t group) {
  if (reply.elements.size() % group != 0) return;
  std::vector<std::vector<WireReply>> groups;
  for (std::size_t i = 0; i < reply.elements.size(); i += group)
    groups.emplace_back(reply.elements.begin() + static_cast<std::ptrdiff_t>(i),
                        reply.elements.begin() + static_cast<std::ptrdiff_t>(i + group));
  std::ranges::sort(groups, {}, [](const std::vector<WireReply>& one) {
    std::string text;
    for (const WireReply& element : one) text += show(element) + '\0';
    return text;
  });
  reply.elements.clear();
  for (auto& one : groups)
    for (WireReply& element : one) reply.elements.push_back(std::move(element));
}

RawClient::RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket_);
    throw std::runtime_error("nobody listens on port " + std::to_string(port));
  }
  const timeval patience{10, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

void RawClient::shrink_receive_buffer() {
  const int size = 4096;
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}

void RawClient::reset() {
  const linger none{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  ::close(std::exchange(socket_, -1));
}

void RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) throw std::runtime_error("the connection took nothing more");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void RawClient::ask(const std::vector<std::string>& words) {
  send(encode(words));
}

bool RawClient::receive_some() {
  char bytes[65536];
  const ssize_t got = ::recv(socket_, bytes, sizeof bytes, 0);
  if (got > 0) received_.append(bytes, static_cast<std::size_t>(got));
  return got > 0;
}

std::size_t RawClient::end_of_line(std::size_t from) {
  for (;;) {
    const std::size_t end = received_.find("\r\n", from);
    if (end != std::string::npos) return end;
    if (!receive_some()) throw std::runtime_error("no reply: the connection ended or stayed silent");
  }
}

WireReply RawClient::parse(std::size_t& at) {
  const std::size_t end = end_of_line(at);
  WireReply reply;
  reply.kind = received_[at];
  const std::string head = received_.substr(at + 1, end - at - 1);
  at = end + 2;
  const std::string_view counted = "*%~>";
  if (reply.kind == '$' || reply.kind == '=') {
    const long size = std::stol(head);
    reply.null = size < 0;
    if (reply.null) return reply;
    while (received_.size() < at + static_cast<std::size_t>(size) + 2)
      if (!receive_some()) throw std::runtime_error("half a reply");
    reply.text = received_.substr(at, static_cast<std::size_t>(size));
    at += static_cast<std::size_t>(size) + 2;
  } else if (counted.find(reply.kind) != std::string_view::npos) {
    const long count = std::stol(head) * (reply.kind == '%' ? 2 : 1);
    reply.null = count < 0;
    for (long i = 0; i < count; ++i) reply.elements.push_back(parse(at));
  } else {
    reply.text = head;
    reply.null = reply.kind == '_';
  }
  return reply;
}

WireReply RawClient::receive() {
  std::size_t at = 0;
  WireReply reply = parse(at);
  received_.erase(0, at);
  return reply;
}

std::string RawClient::receive_raw() {
  std::size_t at = 0;
  parse(at);
  std::string raw = received_.substr(0, at);
  received_.erase(0, at);
  return raw;
}

WireReply RawClient::command(const std::vector<std::string>& words) {
  ask(words);
  return receive();
}

bool RawClient::closed() {
  pollfd waiting{socket_, POLLIN, 0};
  char bytes[65536];
  while (::poll(&waiting, 1, 10'000) > 0) {
    const ssize_t got = ::recv(socket_, bytes, sizeof bytes, 0);
    if (got <= 0) return true;
  }
  return false;
}

bool RawClient::readable_within(int milliseconds) {
  pollfd waiting{socket_, POLLIN, 0};
  return !received_.empty() || ::poll(&waiting, 1, milliseconds) > 0;
}

}  // namespace stoa::test
