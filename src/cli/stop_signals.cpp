#include "cli/stop_signals.h"

#include <pthread.h>

namespace stoa::cli {

StopSignals::StopSignals() {
  sigemptyset(&awaited_);
  sigaddset(&awaited_, SIGTERM);
  sigaddset(&awaited_, SIGINT);
  pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
  // A reader of our log that goes away must not take the server with it.
  ::signal(SIGPIPE, SIG_IGN);
}

std::optional<std::string_view> StopSignals::wait(std::chrono::microseconds time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const timespec patience{seconds.count(), std::chrono::nanoseconds(time - seconds).count()};
  const int number = sigtimedwait(&awaited_, nullptr, &patience);
  if (number < 0) return std::nullopt;
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  return number == SIGTERM ? "SIGTERM" : "SIGINT";
}

}  // namespace stoa::cli
