#pragma once
#include "base/durable_progress.h"
#include "http/application.h"
#include "http/pool.h"
#include "http/proxies.h"
#include "http/server.h"
#include "http/tls.h"

#include <atomic>
#include <cstddef>
#include <memory>

namespace stoa::http {

/// What all loops and connections of a server share.
struct Service {
  // Fixed once the server runs.
  ServerOptions options;
  Application& application;
  DurableProgress& progress;
  Proxies proxies;
  /// Null for plain HTTP.
  std::unique_ptr<TlsContext> tls;
  std::unique_ptr<Pool> pool;

  // From any thread.
  std::atomic<std::size_t> connections{0};
  std::atomic<std::size_t> parked{0};
  std::atomic<bool> draining{false};
};

}  // namespace stoa::http
