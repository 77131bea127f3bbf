#include "cli/serve.h"

#include "cli/house.h"
#include "cli/service_manager.h"
#include "cli/stop_signals.h"
#include "cli/unfinished_demo.h"
#include "cli/version.h"

#include <fmt/format.h>

namespace stoa::cli {
namespace {

/// How often the service manager is told that we are there, unless it wants to hear more often.
constexpr std::chrono::microseconds kLongestSilence = std::chrono::seconds(10);

std::string_view wait_for_signal(StopSignals& signals, const ServiceManager& manager) {
  // Twice in the time that it grants.
  const auto pause =
      manager.watchdog() ? std::min(*manager.watchdog() / 2, kLongestSilence) : kLongestSilence;
  while (true) {
    if (const auto signal = signals.wait(pause)) return *signal;
    if (manager.watchdog()) manager.alive();
  }
}

Result<void> serve_until_signal(const Configuration& configuration, Engines& engines, StopSignals& signals,
                                const ServiceManager& manager, const Logger& log) {
  const auto house = STOA_TRY(
      House::open(configuration.settings, engines, log, manager.listening_socket(), configuration.values));
  log.info(
      "serving; Ctrl-C stops",
      {{"url", house->url()}, {"keyspace", engines.keyspace_name()}, {"records", engines.records_name()}});
  manager.status("serving on " + house->url(), ServiceManager::Phase::Running);
  manager.ready();
  log.info("stopping", {{"signal", wait_for_signal(signals, manager)}});
  manager.stopping();
  house->stop();
  return {};
}

}  // namespace

Result<void> serve(const Configuration& configuration, const EngineFactory& factory, const Logger& log) {
  const Settings& settings = configuration.settings;
  StopSignals signals;
  const auto manager = ServiceManager::from_environment();
  log.info("starting", {{"version", version()}, {"data", settings.data.directory}});
  manager.status("opening " + settings.data.directory, ServiceManager::Phase::Starting);
  auto engines = STOA_TRY(factory.open(settings, log, Absent::Make, [&](std::string_view how_far) {
    manager.status(how_far, ServiceManager::Phase::Starting);
  }));
  UnfinishedDemo(settings.data.directory).unmark();
  STOA_TRY(serve_until_signal(configuration, *engines, signals, manager, log));
  engines.reset();
  log.info("stopped");
  return {};
}

}  // namespace stoa::cli
