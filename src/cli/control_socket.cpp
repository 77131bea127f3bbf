#include "cli/control_socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

constexpr std::string_view kName = "control.sock";
constexpr int kWaiting = 8;
constexpr std::size_t kLongestLine = 64 << 10;

/// The address of the socket in a directory that is held open: a path may be longer than an address, which
/// the directory's number never is.
class Address {
 public:
  explicit Address(const fs::path& directory)
      : directory_(::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    address_.sun_family = AF_UNIX;
    const auto path = (directory / kName).string();
    const auto text =
        path.size() < sizeof address_.sun_path ? path : fmt::format("/proc/self/fd/{}/{}", directory_, kName);
    text.copy(address_.sun_path, sizeof address_.sun_path - 1);
  }
  ~Address() {
    if (directory_ >= 0) ::close(directory_);
  }
  Address(const Address&) = delete;
  Address& operator=(const Address&) = delete;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address_); }
  static constexpr socklen_t size() { return sizeof(sockaddr_un); }

 private:
  int directory_;
  sockaddr_un address_{};
};

Error socket_error(std::string_view doing, const fs::path& directory, int number) {
  return {Error::Kind::Unavailable, "control.socket",
          fmt::format("{} {}: {}; `stoa doctor`, `backup` and `keys` need it to reach a running server",
                      doing, (directory / kName).string(), std::strerror(number))};
}

}  // namespace

LineSocket::LineSocket(LineSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), received_(std::move(other.received_)) {}

LineSocket::~LineSocket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool LineSocket::send(std::string_view line) {
  const std::string whole = fmt::format("{}\n", line);
  std::string_view rest = whole;
  while (!rest.empty()) {
    const auto sent = ::send(descriptor_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::optional<std::string> LineSocket::receive() {
  while (true) {
    if (const auto end = received_.find('\n'); end != received_.npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    if (received_.size() > kLongestLine) return std::nullopt;
    char part[4096];
    const auto size = ::recv(descriptor_, part, sizeof part, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return std::nullopt;
    received_.append(part, static_cast<std::size_t>(size));
  }
}

bool LineSocket::closed() const {
  pollfd state{descriptor_, POLLRDHUP, 0};
  return ::poll(&state, 1, 0) > 0;
}

Result<int> listen_in(const fs::path& directory) {
  const Address address(directory);
  std::error_code ignored;
  fs::remove(directory / kName, ignored);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return socket_error("making", directory, errno);
  // Closed to others before anybody can come in.
  if (::bind(descriptor, address.get(), Address::size()) != 0 ||
      ::chmod((directory / kName).c_str(), 0600) != 0 || ::listen(descriptor, kWaiting) != 0) {
    const int number = errno;
    ::close(descriptor);
    return socket_error("listening on", directory, number);
  }
  return descriptor;
}

Result<std::optional<LineSocket>> connect_in(const fs::path& directory) {
  const Address address(directory);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  LineSocket line(descriptor);
  if (::connect(descriptor, address.get(), Address::size()) == 0)
    return std::optional<LineSocket>(std::move(line));
  if (errno == EACCES || errno == EPERM)
    return Error{
        Error::Kind::Forbidden, "control.forbidden",
        fmt::format(
            "{} belongs to another user; run this as the user that the server runs as, for example with "
            "`sudo -u stoa`",
            directory.string())};
  return std::optional<LineSocket>();
}

}  // namespace stoa::cli
