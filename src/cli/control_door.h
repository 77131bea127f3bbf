#pragma once
#include "base/log.h"
#include "base/result.h"
#include "cli/audience.h"
#include "cli/exit_code.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace stoa::cli {

// The control door is a socket in the data directory on which a running server does errands for other
// processes of its own user: one line with the errand's name and argument in; out come lines of the answer
// (':'), of progress ('%'), and at the end the exit code ('=') or an error's code and message ('!').

/// Does errands until destroyed; a few at the same time, more wait.
class ControlDoor {
 public:
  /// Called on the door's threads.
  using Perform =
      std::function<Result<ExitCode>(std::string_view name, const std::string& argument, Audience&)>;

  /// The caller owns the directory. Unavailable (`control.socket`).
  static Result<std::unique_ptr<ControlDoor>> open(const std::filesystem::path& directory, Perform, Logger);
  /// Errands that only answer end early; others are waited for.
  ~ControlDoor();
  ControlDoor(const ControlDoor&) = delete;
  ControlDoor& operator=(const ControlDoor&) = delete;

 private:
  ControlDoor(std::filesystem::path socket, int listener, Perform, Logger);
  void work();
  void serve(int descriptor);

  // Fixed at construction.
  const std::filesystem::path socket_;
  const int listener_;
  const int wake_;
  const Perform perform_;
  const Logger log_;

  std::atomic<bool> stopping_{false};
  std::vector<std::thread> threads_;
};

/// Has the server of a data directory do an errand. nullopt when none runs there.
Result<std::optional<ExitCode>> ask_server(const std::filesystem::path& directory, std::string_view errand,
                                           const std::string& argument, Audience&);

}  // namespace stoa::cli
