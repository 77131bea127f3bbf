#pragma once
// http/ answers requests. It knows sockets and HTTP, routes and who may take them; what is said to whom, the
// domains know.

#include "base/durable_progress.h"
#include "base/log.h"
#include "base/result.h"
#include "http/application.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stoa::http {

struct Tls {
  std::filesystem::path certificate;
  std::filesystem::path key;
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  /// 0 takes any free one.
  std::uint16_t port = 8080;
  /// A socket that already listens, from whoever started this process; address and port are then not looked
  /// at. The server closes it.
  std::optional<int> listening_socket = {};
  /// HTTPS when given. Files that change are read again.
  std::optional<Tls> tls = {};
  /// Threads, each with an event loop of its own. A connection stays on one.
  std::size_t loops = 1;
  /// One more takes the place of who is idle for longest, else of who has been at a head for longest; where
  /// all are busy, it waits in the kernel's queue.
  std::size_t connections = 20'000;
  /// So long a connection may ask for nothing before it has to make room: newcomers do not throw out each
  /// other.
  std::chrono::milliseconds spared{1'000};
  std::size_t head_bytes = 16 << 10;
  std::size_t pool_threads = 4;
  /// Requests that wait for a thread of the pool; one more is answered with 503 and Retry-After.
  std::size_t pool_queue = 256;
  /// From a request's first byte to its complete head; to its complete body, extended while it keeps coming
  /// at a reasonable rate; between requests; for a client that does not take its answer.
  std::chrono::milliseconds head_timeout{10'000};
  std::chrono::milliseconds body_timeout{30'000};
  std::chrono::milliseconds idle_timeout{75'000};
  std::chrono::milliseconds write_timeout{30'000};
  /// How long an answer is kept back for the disk before the client hears 503 instead.
  std::chrono::milliseconds durable_timeout{5'000};
  /// How long SIGTERM's drain waits for answers that are under way.
  std::chrono::milliseconds drain_timeout{10'000};
  /// Streamed bodies lie here while they come and until their request is over. Made at start, when what a
  /// crash left there is removed.
  std::filesystem::path upload_directory = {};
  /// Addresses whose X-Forwarded-For and X-Forwarded-Proto are believed.
  std::vector<std::string> proxies = {};
  Logger log = Logger::silent();
};

struct ServerFigures {
  std::size_t connections = 0;
  std::size_t parked = 0;
  std::size_t pool_queued = 0;
  std::size_t pool_busy = 0;
};

/// Serves from construction until destroyed.
class Server {
 public:
  /// Stops if stop() was not called, and joins.
  virtual ~Server() = default;
  virtual std::uint16_t port() const = 0;
  virtual ServerFigures figures() const = 0;
  /// Takes no new connections, answers what is under way (parked answers included), closes; waits for that as
  /// long as drain_timeout says.
  virtual void stop() = 0;
};

/// `application` and `progress` outlive the server. Unavailable (`http.port_in_use`, `http.port_forbidden`)
/// or Invalid (`http.address`, `http.certificate`, `http.proxies`), each naming the option to change.
Result<std::unique_ptr<Server>> start_server(const ServerOptions&, Application&, DurableProgress&);

}  // namespace stoa::http
