#include "cli/serve.h"

#include "cli/version.h"
#include "http/front.h"
#include "http/readiness.h"
#include "http/server.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <thread>

namespace stoa::cli {
namespace {

/// Blocks the signals that end a server while it lives, so that they can be waited for.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&awaited_);
    sigaddset(&awaited_, SIGTERM);
    sigaddset(&awaited_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
    // A reader of our log that goes away must not take the server with it.
    ::signal(SIGPIPE, SIG_IGN);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Gives the name of the one that came; another one acts as usual from then on.
  std::string_view wait() {
    int number = 0;
    while (sigwait(&awaited_, &number) != 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    return number == SIGTERM ? "SIGTERM" : "SIGINT";
  }

 private:
  sigset_t awaited_;
  sigset_t before_;
};

http::ServerOptions server_options(const Settings& settings) {
  http::ServerOptions options;
  options.address = settings.http.address;
  options.port = static_cast<std::uint16_t>(settings.http.port);
  options.loops = settings.threads.loops > 0 ? static_cast<std::size_t>(settings.threads.loops)
                                             : std::max<std::size_t>(1, std::thread::hardware_concurrency());
  return options;
}

std::vector<http::Engine> watched(Engines& engines) {
  return {{"keyspace", engines.keyspace_name(), [&engines] { return engines.keyspace().ping(); }},
          {"records", engines.records_name(), [&engines] { return engines.records().ping(); }}};
}

Result<void> serve_until_signal(const Settings& settings, Engines& engines, StopSignals& signals,
                                const Logger& log) {
  const http::Readiness readiness(watched(engines));
  const auto server =
      STOA_TRY(http::start_server(server_options(settings), http::front(readiness, std::string(version()))));
  log.info("serving; Ctrl-C stops",
           {{"url", fmt::format("http://{}:{}", settings.http.address, server->port())},
            {"keyspace", engines.keyspace_name()},
            {"records", engines.records_name()}});
  log.info("stopping", {{"signal", signals.wait()}});
  return {};
}

}  // namespace

Result<void> serve(const Settings& settings, const EngineFactory& factory, const Logger& log) {
  StopSignals signals;
  log.info("starting", {{"version", version()}, {"data", settings.data.directory}});
  auto engines = STOA_TRY(factory.open(settings, log));
  STOA_TRY(serve_until_signal(settings, *engines, signals, log));
  engines.reset();
  log.info("stopped");
  return {};
}

}  // namespace stoa::cli
