#pragma once
#include <signal.h>

#include <chrono>
#include <optional>
#include <string_view>

namespace stoa::cli {

/// Blocks the signals that end a server while it lives, so that they can be waited for; threads started
/// meanwhile have them blocked too.
class StopSignals {
 public:
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Gives the name of the one that came, or nullopt when the time is over. Once one came, another acts as
  /// usual.
  std::optional<std::string_view> wait(std::chrono::microseconds);

 private:
  sigset_t awaited_;
  sigset_t before_;
};

}  // namespace stoa::cli
