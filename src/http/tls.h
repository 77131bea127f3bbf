#pragma once
#include "base/log.h"
#include "base/result.h"
#include "http/server.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace stoa::http {

/// How a read or a write on a socket that never blocks went.
struct Io {
  enum class State { Done, Again, Closed };
  State state;
  std::size_t bytes = 0;
  /// Of a read: nothing more is there, as far as one can tell without asking again.
  bool drained = false;
};

/// One connection's TLS; for one thread.
class TlsSession {
 public:
  virtual ~TlsSession() = default;

  enum class Handshake { Done, Again, Failed, PlainHttp };
  virtual Handshake handshake() = 0;
  virtual Io read(std::span<char>) = 0;
  /// May take less than all.
  virtual Io write(std::string_view) = 0;
  /// Says goodbye, so that the other side knows that nothing was cut off.
  virtual void close() = 0;
};

/// The certificate and what all sessions share. Safe from any thread.
class TlsContext {
 public:
  virtual ~TlsContext() = default;
  virtual std::unique_ptr<TlsSession> accept(int socket) = 0;
  /// Reads certificate and key again if their files have changed. What is wrong with new ones is logged, and
  /// the old ones stay.
  virtual void refresh() = 0;
};

/// Invalid (`http.certificate`) says which of the two files is wrong, and how.
Result<std::unique_ptr<TlsContext>> open_tls(const Tls&, const Logger&);

}  // namespace stoa::http
