#include "support/child_process.h"
#include "support/http_client.h"
#include "support/temporary_directory.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace stoa::test {
namespace {
using testing::HasSubstr;
using testing::StartsWith;

/// What systemd listens on.
class NotifySocket {
 public:
  explicit NotifySocket(const std::filesystem::path& path)
      : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~NotifySocket() { ::close(socket_); }

  /// Reads on until a message with `text` came; false when none does for long.
  bool hear(const std::string& text) {
    pollfd readable{socket_, POLLIN, 0};
    while (::poll(&readable, 1, 20'000) > 0) {
      char part[4096];
      const auto size = ::recv(socket_, part, sizeof part, 0);
      const std::string message(part, size > 0 ? static_cast<std::size_t>(size) : 0);
      heard_ += message + "\n";
      if (message.find(text) != message.npos) return true;
    }
    return false;
  }
  const std::string& heard() const { return heard_; }

 private:
  int socket_;
  std::string heard_;
};

class Service : public testing::Test {
 protected:
  TemporaryDirectory directory_;
};

TEST_F(Service, TellsItsManagerWhenItIsReadyAliveAndStopping) {
  NotifySocket manager(directory_.path() / "notify");
  ChildProcess server({STOA_PROGRAM, "serve", "--http.port=0", "--resp.port=0"},
                      {"NOTIFY_SOCKET=" + (directory_.path() / "notify").string(), "WATCHDOG_USEC=100000"},
                      directory_.path());
  ASSERT_TRUE(manager.hear("READY=1")) << server.output();
  EXPECT_THAT(manager.heard(), HasSubstr("STATUS=opening data\nEXTEND_TIMEOUT_USEC="));
  EXPECT_THAT(manager.heard(), HasSubstr("STATUS=serving on http://127.0.0.1:"));
  EXPECT_TRUE(manager.hear("WATCHDOG=1"));
  EXPECT_TRUE(manager.hear("WATCHDOG=1"));
  server.signal(SIGTERM);
  EXPECT_TRUE(manager.hear("STOPPING=1"));
  EXPECT_EQ(server.wait(), 0) << server.output();
}

TEST_F(Service, ServesOnASocketThatWasOpenedForIt) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 16), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const int port = ntohs(address.sin_port);
  // Its number in the child is 3, as systemd has it.
  const std::string passed = "3<&" + std::to_string(listener);
  ChildProcess server(
      {"bash", "-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec " STOA_PROGRAM " serve --resp.port=0 " + passed}, {},
      directory_.path());
  // Who comes before it serves waits in the socket's queue.
  EXPECT_THAT(HttpClient(port).get("/livez"), StartsWith("HTTP/1.1 200 "));
  ASSERT_TRUE(server.wait_for_output("records="));
  EXPECT_THAT(server.output(), HasSubstr("url=http://127.0.0.1:" + std::to_string(port)));
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0) << server.output();
  ::close(listener);
}

}  // namespace
}  // namespace stoa::test
