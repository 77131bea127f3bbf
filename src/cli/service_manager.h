#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::cli {

/// Whoever started this process and wants to hear how it does, as systemd does by $NOTIFY_SOCKET. Says
/// nothing when there is none. Safe from any thread once made.
class ServiceManager {
 public:
  /// Reads the environment and takes what is ours out of it, so that no child is taken for this process.
  static ServiceManager from_environment();

  void ready() const { send("READY=1"); }
  void stopping() const { send("STOPPING=1"); }
  /// A line for `systemctl status`. While starting it also asks for more time.
  enum class Phase { Starting, Running };
  void status(std::string_view text, Phase) const;
  void alive() const { send("WATCHDOG=1"); }

  /// How often alive() has to be said; nullopt when nobody counts.
  std::optional<std::chrono::microseconds> watchdog() const { return watchdog_; }
  /// A socket that was opened for us and listens already; its new owner closes it.
  std::optional<int> listening_socket() const { return socket_; }

 private:
  void send(std::string_view message) const;

  std::string notify_;
  std::optional<std::chrono::microseconds> watchdog_;
  std::optional<int> socket_;
};

}  // namespace stoa::cli
