#include "http/server.h"

#include "http/connection.h"
#include "http/listeners.h"
#include "http/loop.h"
#include "http/service.h"
#include "http/upload.h"

#include <algorithm>
#include <mutex>

namespace stoa::http {
namespace {

class EpollServer final : public Server {
 public:
  EpollServer(const ServerOptions& options, Application& application, DurableProgress& progress,
              Proxies proxies, std::unique_ptr<TlsContext> tls)
      : service_{options, application, progress, std::move(proxies), std::move(tls), nullptr} {}

  ~EpollServer() override { stop(); }

  void start(const std::vector<int>& listeners) {
    const ServerOptions& options = service_.options;
    port_ = port_of(listeners.front());
    service_.pool =
        std::make_unique<Pool>(std::max<std::size_t>(1, options.pool_threads),
                               std::max<std::size_t>(1, options.pool_queue), [](Connection& connection) {
                                 connection.handle();
                                 connection.loop().hand_back(connection);
                               });
    for (const int listener : listeners) loops_.push_back(std::make_unique<Loop>(service_, listener));
    moved_ = service_.progress.subscribe([this](Sequence) {
      for (const auto& loop : loops_) loop->disk_moved();
    });
    for (const auto& loop : loops_) loop->start();
  }

  std::uint16_t port() const override { return port_; }

  ServerFigures figures() const override {
    return {.connections = service_.connections.load(std::memory_order_relaxed),
            .parked = service_.parked.load(std::memory_order_relaxed),
            .pool_queued = service_.pool->queued(),
            .pool_busy = service_.pool->busy()};
  }

  void stop() override {
    std::call_once(stopped_, [this] {
      service_.draining = true;
      for (const auto& loop : loops_) loop->wake();
      for (const auto& loop : loops_) loop->join();
      moved_.end();
      service_.pool->stop();
    });
  }

 private:
  Service service_;
  std::uint16_t port_ = 0;
  std::vector<std::unique_ptr<Loop>> loops_;
  DurableProgress::Subscription moved_;
  std::once_flag stopped_;
};

}  // namespace

Result<std::unique_ptr<Server>> start_server(const ServerOptions& options, Application& application,
                                             DurableProgress& progress) {
  auto proxies = STOA_TRY(Proxies::of(options.proxies));
  if (!options.upload_directory.empty()) STOA_TRY(Upload::prepare(options.upload_directory));
  std::unique_ptr<TlsContext> tls;
  if (options.tls) tls = STOA_TRY(open_tls(*options.tls, options.log));
  const auto listeners = STOA_TRY(open_listeners(options, std::max<std::size_t>(1, options.loops)));
  auto server =
      std::make_unique<EpollServer>(options, application, progress, std::move(proxies), std::move(tls));
  server->start(listeners);
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace stoa::http
