#pragma once
// http/ answers requests. It knows sockets and HTTP; what is said to whom, its handlers know.

#include "base/result.h"
#include "http/response.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace stoa::http {

struct ServerOptions {
  std::string address = "127.0.0.1";
  /// 0 takes any free one.
  std::uint16_t port = 8080;
  /// Threads, each with an event loop of its own. A connection stays on one.
  std::size_t loops = 1;
  /// More than these wait in the kernel's queue until one goes.
  std::size_t connections = 10'000;
  std::size_t head_bytes = 16 << 10;
  /// From the first wait for a request to its complete head; also how long a connection may lie idle.
  std::chrono::milliseconds head_timeout{30'000};
  std::chrono::milliseconds write_timeout{30'000};
};

/// Views into the connection's buffer; gone when the handler returns.
struct Request {
  std::string_view method;
  /// Without the query.
  std::string_view path;
};

/// Called on the loops' threads, several at once; must not block. What it throws is answered with 500.
using Handler = std::function<Response(const Request&)>;

/// Serves from construction until destroyed. Its destructor takes no new connections, sends what is being
/// answered, and joins.
class Server {
 public:
  virtual ~Server() = default;
  virtual std::uint16_t port() const = 0;
};

/// Unavailable (`http.port_in_use`, `http.port_forbidden`) or Invalid (`http.address`), each naming the
/// option to change.
Result<std::unique_ptr<Server>> start_server(const ServerOptions&, Handler);

}  // namespace stoa::http
