#pragma once
#include "http/tls.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace stoa::http {

/// A connected socket that never blocks, with TLS over it or without. Closed with this object.
class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket() { close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void use_tls(std::unique_ptr<TlsSession> session) { tls_ = std::move(session); }
  TlsSession* tls() { return tls_.get(); }
  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

  Io read(std::span<char>);
  /// `first`, then `second`, in one call of the kernel where there is no TLS.
  Io write(std::string_view first, std::string_view second);
  /// Goes on from `offset`, which it moves. Closed when the file turns out to be shorter.
  Io send_file(int file, std::uint64_t& offset, std::uint64_t length);

  /// Bytes that were written and that the other side's kernel has not confirmed.
  std::size_t unconfirmed() const;
  /// No more will be written; reading goes on.
  void finish_writing();
  void close();
  /// Closes and forgets what the other side did not take.
  void reset();

 private:
  Io send_file_over_tls(int file, std::uint64_t& offset, std::uint64_t length);

  int descriptor_;
  std::unique_ptr<TlsSession> tls_;
};

}  // namespace stoa::http
