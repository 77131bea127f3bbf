#include "http/socket.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace stoa::http {
namespace {

constexpr std::size_t kRecord = 16 << 10;

Io outcome(ssize_t result) {
  if (result >= 0) return {Io::State::Done, static_cast<std::size_t>(result)};
  if (errno == EAGAIN || errno == EINTR) return {Io::State::Again};
  return {Io::State::Closed};
}

}  // namespace

Io Socket::read(std::span<char> room) {
  if (tls_) return tls_->read(room);
  Io io = outcome(::recv(descriptor_, room.data(), room.size(), 0));
  if (io.state == Io::State::Done && io.bytes == 0) return {Io::State::Closed};
  io.drained = io.bytes < room.size();
  return io;
}

Io Socket::write(std::string_view first, std::string_view second) {
  if (tls_) return tls_->write(first.empty() ? second.substr(0, kRecord) : first);
  iovec parts[2] = {{const_cast<char*>(first.data()), first.size()},
                    {const_cast<char*>(second.data()), second.size()}};
  msghdr message{};
  message.msg_iov = first.empty() ? parts + 1 : parts;
  message.msg_iovlen = first.empty() || second.empty() ? 1 : 2;
  return outcome(::sendmsg(descriptor_, &message, MSG_NOSIGNAL));
}

Io Socket::send_file(int file, std::uint64_t& offset, std::uint64_t length) {
  if (tls_) return send_file_over_tls(file, offset, length);
  auto from = static_cast<off_t>(offset);
  constexpr std::uint64_t kMost = 1 << 20;
  const Io io = outcome(::sendfile(descriptor_, file, &from, std::min(length, kMost)));
  if (io.state == Io::State::Done && io.bytes == 0) return {Io::State::Closed};
  offset = static_cast<std::uint64_t>(from);
  return io;
}

/// What TLS did not take is read again: a record's worth, from the kernel's cache.
Io Socket::send_file_over_tls(int file, std::uint64_t& offset, std::uint64_t length) {
  char record[kRecord];
  const ssize_t got =
      ::pread(file, record, std::min<std::uint64_t>(length, kRecord), static_cast<off_t>(offset));
  if (got <= 0) return {Io::State::Closed};
  const Io io = tls_->write({record, static_cast<std::size_t>(got)});
  offset += io.bytes;
  return io;
}

std::size_t Socket::unconfirmed() const {
  int bytes = 0;
  return ::ioctl(descriptor_, SIOCOUTQ, &bytes) == 0 ? static_cast<std::size_t>(bytes) : 0;
}

void Socket::finish_writing() {
  if (tls_) tls_->close();
  ::shutdown(descriptor_, SHUT_WR);
}

void Socket::close() {
  if (descriptor_ < 0) return;
  if (tls_) tls_->close();
  tls_.reset();
  ::close(std::exchange(descriptor_, -1));
}

void Socket::reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  tls_.reset();
  ::close(std::exchange(descriptor_, -1));
}

}  // namespace stoa::http
