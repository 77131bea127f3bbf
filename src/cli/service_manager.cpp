#include "cli/service_manager.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace stoa::cli {
namespace {

/// Where the first socket that was passed stands.
constexpr int kFirstPassedSocket = 3;
constexpr std::chrono::seconds kMoreTime{30};

std::string taken(const char* name) {
  const char* value = std::getenv(name);
  std::string text = value ? value : "";
  ::unsetenv(name);
  return text;
}

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// What was passed is meant for this process only if it is named.
bool is_us(const std::string& pid) {
  return pid.empty() || number(pid) == ::getpid();
}

}  // namespace

ServiceManager ServiceManager::from_environment() {
  ServiceManager manager;
  manager.notify_ = taken("NOTIFY_SOCKET");
  const auto watchdog = number(taken("WATCHDOG_USEC"));
  if (is_us(taken("WATCHDOG_PID")) && watchdog > 0) manager.watchdog_ = std::chrono::microseconds(watchdog);
  const auto sockets = number(taken("LISTEN_FDS"));
  const auto for_whom = taken("LISTEN_PID");
  taken("LISTEN_FDNAMES");
  if (sockets > 0 && !for_whom.empty() && is_us(for_whom)) {
    ::fcntl(kFirstPassedSocket, F_SETFD, FD_CLOEXEC);
    manager.socket_ = kFirstPassedSocket;
  }
  return manager;
}

void ServiceManager::status(std::string_view text, Phase phase) const {
  const auto extended = fmt::format("\nEXTEND_TIMEOUT_USEC={}", std::chrono::microseconds(kMoreTime).count());
  send(fmt::format("STATUS={}{}", text, phase == Phase::Starting ? extended : ""));
}

void ServiceManager::send(std::string_view message) const {
  sockaddr_un address{};
  if (notify_.empty() || notify_.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  notify_.copy(address.sun_path, notify_.size());
  // A name that begins with '@' is of the abstract kind, which begins with a NUL.
  if (notify_.front() == '@') address.sun_path[0] = '\0';
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + notify_.size());
  ::sendto(socket, message.data(), message.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address),
           size);
  ::close(socket);
}

}  // namespace stoa::cli
