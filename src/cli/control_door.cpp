#include "cli/control_door.h"

#include "cli/control_socket.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <charconv>
#include <exception>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

constexpr int kAtOnce = 4;
/// For a client that sends no line or takes none.
constexpr timeval kPatience{5, 0};
constexpr char kLine = ':', kProgress = '%', kEnd = '=', kFailure = '!';

/// One who asks through the door.
class Caller final : public Audience {
 public:
  Caller(LineSocket& socket, const std::atomic<bool>& stopping) : socket_(socket), stopping_(stopping) {}
  void line(std::string_view text) override { say(kLine, text); }
  void progress(std::string_view text) override { say(kProgress, text); }
  bool gone() const override { return lost_ || stopping_ || socket_.closed(); }

 private:
  void say(char mark, std::string_view text) { lost_ = lost_ || !socket_.send(mark + std::string(text)); }

  LineSocket& socket_;
  const std::atomic<bool>& stopping_;
  bool lost_ = false;
};

std::pair<std::string, std::string> split(std::string_view line, char at) {
  const auto place = line.find(at);
  if (place == line.npos) return {std::string(line), {}};
  return {std::string(line.substr(0, place)), std::string(line.substr(place + 1))};
}

std::string without_line_ends(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace

Result<std::unique_ptr<ControlDoor>> ControlDoor::open(const fs::path& directory, Perform perform,
                                                       Logger log) {
  const int listener = STOA_TRY(listen_in(directory));
  return std::unique_ptr<ControlDoor>(
      new ControlDoor(directory / "control.sock", listener, std::move(perform), std::move(log)));
}

ControlDoor::ControlDoor(fs::path socket, int listener, Perform perform, Logger log)
    : socket_(std::move(socket)),
      listener_(listener),
      wake_(::eventfd(0, EFD_CLOEXEC)),
      perform_(std::move(perform)),
      log_(std::move(log)) {
  for (int i = 0; i < kAtOnce; ++i) threads_.emplace_back([this] { work(); });
}

ControlDoor::~ControlDoor() {
  stopping_ = true;
  ::eventfd_write(wake_, 1);
  for (std::thread& thread : threads_) thread.join();
  ::close(listener_);
  ::close(wake_);
  std::error_code ignored;
  fs::remove(socket_, ignored);
}

// The event that stops is never read, so that it wakes all.
void ControlDoor::work() {
  while (!stopping_) {
    pollfd waiting[] = {{listener_, POLLIN, 0}, {wake_, POLLIN, 0}};
    ::poll(waiting, 2, -1);
    if (stopping_) return;
    const int descriptor = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor >= 0) serve(descriptor);
  }
}

void ControlDoor::serve(int descriptor) {
  ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  LineSocket socket(descriptor);
  const auto asked = socket.receive();
  if (!asked) return;
  const auto [name, argument] = split(*asked, ' ');
  log_.info("asked at the control door", {{"errand", name}, {"argument", argument}});
  Caller caller(socket, stopping_);
  const auto outcome = [&, &errand = name, &words = argument]() -> Result<ExitCode> {
    try {
      return perform_(errand, words, caller);
    } catch (const std::exception& thrown) {
      return Error{Error::Kind::Corrupt, "control.exception", thrown.what()};
    }
  }();
  if (outcome.ok())
    socket.send(kEnd + std::to_string(static_cast<int>(*outcome)));
  else
    socket.send(kFailure + outcome.error().code + " " + without_line_ends(outcome.error().message));
}

Result<std::optional<ExitCode>> ask_server(const fs::path& directory, std::string_view errand,
                                           const std::string& argument, Audience& audience) {
  auto socket = STOA_TRY(connect_in(directory));
  if (!socket) return std::optional<ExitCode>();
  socket->send(fmt::format("{}{}{}", errand, argument.empty() ? "" : " ", without_line_ends(argument)));
  while (const auto answer = socket->receive()) {
    if (answer->empty()) continue;
    const std::string_view text = std::string_view(*answer).substr(1);
    if (answer->front() == kLine) audience.line(text);
    if (answer->front() == kProgress) audience.progress(text);
    if (answer->front() == kFailure) {
      const auto [code, message] = split(text, ' ');
      return Error{Error::Kind::Unavailable, code, message};
    }
    int code = static_cast<int>(ExitCode::Impossible);
    std::from_chars(text.data(), text.data() + text.size(), code);
    if (answer->front() == kEnd) return std::optional(static_cast<ExitCode>(code));
  }
  return Error{Error::Kind::Unavailable, "control.broken",
               "the server ended before it had answered; look at its log, then try again"};
}

}  // namespace stoa::cli
