#include "server_fixture.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using testing::Contains;
using testing::Not;
using testing::StartsWith;

/// Many connections that say nothing, in a process of their own: this one's descriptors are the server's.
class IdleCrowd {
 public:
  IdleCrowd() {
    if (::pipe(to_) != 0 || ::pipe(from_) != 0) throw std::runtime_error("no pipe");
    child_ = ::fork();
    if (child_ == 0) live();
  }
  ~IdleCrowd() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    for (const int end : {to_[0], to_[1], from_[0], from_[1]}) ::close(end);
  }

  /// How many of `count` could connect and were answered.
  int connect(int port, int count) {
    const int order[2] = {port, count};
    int done = 0;
    if (::write(to_[1], order, sizeof order) != sizeof order) return 0;
    return ::read(from_[0], &done, sizeof done) == sizeof done ? done : 0;
  }

 private:
  /// Calls the kernel and nothing else, as the child of a process that may have threads must.
  [[noreturn]] void live() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int order[2];
    if (::read(to_[0], order, sizeof order) != sizeof order) ::_exit(1);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(order[0]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int done = 0;
    for (; done < order[1]; ++done) {
      const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
      constexpr char kRequest[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
      char answer[512];
      if (socket < 0 || ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
          ::send(socket, kRequest, sizeof kRequest - 1, 0) < 0 ||
          ::recv(socket, answer, sizeof answer, 0) <= 0)
        break;
    }
    if (::write(from_[1], &done, sizeof done) != sizeof done) ::_exit(1);
    for (;;) ::pause();
  }

  int to_[2];
  int from_[2];
  pid_t child_;
};

/// Sets how many descriptors this process may have while it lives.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(rlim_t most) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit limit{std::min(most, before_.rlim_max), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &limit);
    given_ = limit.rlim_cur;
  }
  ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  DescriptorLimit(const DescriptorLimit&) = delete;
  DescriptorLimit& operator=(const DescriptorLimit&) = delete;

  rlim_t given() const { return given_; }

 private:
  rlimit before_{};
  rlim_t given_ = 0;
};

using ServerLimit = ServerTest;

TEST_F(ServerLimit, TenThousandIdleConnectionsLeaveRoomForOneThatAsks) {
  const DescriptorLimit limit(12'000);
  IdleCrowd crowd;
  const int count = static_cast<int>(std::min<rlim_t>(10'000, limit.given() - 500));
  const int port = start();
  ASSERT_EQ(crowd.connect(port, count), count);
  EXPECT_EQ(server_->figures().connections, static_cast<std::size_t>(count));
  HttpClient client(port);
  for (int i = 0; i < 100; ++i) ASSERT_THAT(client.get("/"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerLimit, MoreConnectionsThanAllowedWaitForTheirTurn) {
  options_.connections = 1;
  options_.spared = 1h;
  const int port = start();
  auto first = std::make_unique<HttpClient>(port);
  EXPECT_THAT(first->get("/first"), StartsWith("HTTP/1.1 200 "));
  HttpClient second(port);
  second.send(request("GET", "/second"));
  EXPECT_THAT(first->get("/again"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(application_.seen(), Not(Contains("200 /second")));
  first.reset();
  EXPECT_THAT(second.receive(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerLimit, OneMoreThanAllowedTakesThePlaceOfWhoWasIdleForLongest) {
  options_.connections = 2;
  options_.spared = 0ms;
  const int port = start();
  HttpClient first(port), second(port);
  EXPECT_THAT(first.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(second.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(first.get("/"), StartsWith("HTTP/1.1 200 "));
  HttpClient third(port);
  EXPECT_THAT(third.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_TRUE(second.closed());
  EXPECT_THAT(first.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_EQ(server_->figures().connections, 2u);
}

TEST_F(ServerLimit, WhoIsBusyGivesUpNoPlace) {
  options_.connections = 1;
  options_.spared = 0ms;
  const int port = start();
  HttpClient first(port);
  // Before the server has read its head the first would be idle, too.
  first.send(request("PUT", "/first", "Content-Length: 4\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(first.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  HttpClient second(port);
  second.send(request("GET", "/second"));
  first.send("abcd");
  EXPECT_THAT(first.receive(), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(second.receive(), StartsWith("HTTP/1.1 200 "));
  EXPECT_TRUE(first.closed());
}

TEST_F(ServerLimit, ACrowdThatSaysNothingKeepsNobodyOut) {
  options_.connections = 50;
  options_.spared = 50ms;
  const int port = start();
  std::vector<std::unique_ptr<HttpClient>> crowd;
  for (int i = 0; i < 50; ++i) crowd.push_back(std::make_unique<HttpClient>(port));
  EXPECT_TRUE(eventually([&] { return server_->figures().connections == 50; }));
  for (int i = 0; i < 5; ++i) {
    crowd.push_back(std::make_unique<HttpClient>(port));
    EXPECT_THAT(crowd.back()->get("/"), StartsWith("HTTP/1.1 200 "));
  }
  EXPECT_EQ(server_->figures().connections, 50u);
}

TEST_F(ServerLimit, ACrowdThatBeginsToAskAndStopsKeepsNobodyOut) {
  options_.connections = 50;
  options_.spared = 50ms;
  options_.head_timeout = 1h;
  const int port = start();
  std::vector<std::unique_ptr<HttpClient>> crowd;
  for (int i = 0; i < 50; ++i) {
    crowd.push_back(std::make_unique<HttpClient>(port));
    EXPECT_THAT(crowd.back()->get("/"), StartsWith("HTTP/1.1 200 "));
  }
  for (const auto& client : crowd) client->send("G");
  for (int i = 0; i < 60; ++i) {
    crowd.push_back(std::make_unique<HttpClient>(port));
    EXPECT_THAT(crowd.back()->get("/"), StartsWith("HTTP/1.1 200 "));
    crowd.back()->send("G");
  }
  EXPECT_EQ(server_->figures().connections, 50u);
}

TEST_F(ServerLimit, WhoIsIdleMakesRoomBeforeWhoHasBegunToAsk) {
  options_.connections = 2;
  options_.spared = 0ms;
  const int port = start();
  HttpClient first(port), second(port);
  EXPECT_THAT(first.get("/"), StartsWith("HTTP/1.1 200 "));
  first.send("GET /first HTTP/1.1\r\n");
  EXPECT_THAT(second.get("/"), StartsWith("HTTP/1.1 200 "));
  HttpClient third(port);
  EXPECT_THAT(third.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_TRUE(second.closed());
  first.send("Host: a\r\n\r\n");
  EXPECT_THAT(first.receive(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerLimit, WhoHasBegunToAskFirstMakesRoomFirst) {
  options_.connections = 2;
  options_.spared = 0ms;
  const int port = start();
  HttpClient first(port), second(port);
  for (auto* client : {&first, &second}) {
    EXPECT_THAT(client->get("/"), StartsWith("HTTP/1.1 200 "));
    client->send("GET / HTTP/1.1\r\n");
  }
  HttpClient third(port);
  EXPECT_THAT(third.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_TRUE(first.closed());
  second.send("Host: a\r\n\r\n");
  EXPECT_THAT(second.receive(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerLimit, WhoHasJustBegunToAskIsSpared) {
  options_.connections = 1;
  options_.spared = 1h;
  options_.head_timeout = 2h;
  const int port = start();
  HttpClient first(port);
  EXPECT_THAT(first.get("/"), StartsWith("HTTP/1.1 200 "));
  first.send("GET /first HTTP/1.1\r\n");
  HttpClient second(port);
  second.send(request("GET", "/second"));
  first.send("Host: a\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(first.receive(), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(second.receive(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerLimit, WithoutDescriptorsItPausesAndComesBack) {
  HttpClient first(start());
  EXPECT_THAT(first.get("/"), StartsWith("HTTP/1.1 200 "));
  // The client's socket takes the last descriptor, so that the server has none for it.
  const int lowest = ::dup(0);
  ::close(lowest);
  const DescriptorLimit limit(static_cast<rlim_t>(lowest) + 1);
  HttpClient second(server_->port());
  second.send(request("GET", "/second"));
  // Each answer is a turn of the loop, in which it would have taken the second client.
  for (int i = 0; i < 20; ++i) EXPECT_THAT(first.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_EQ(server_->figures().connections, 1u);
  const DescriptorLimit enough(1000);
  EXPECT_THAT(second.receive(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerLimit, AnswersOversizedHeadsAndBodiesByItsOptions) {
  options_.head_bytes = 1024;
  application_.planned = [](const Request& r) { return Plan{.body_bytes = r.path == "/large" ? 100u : 10u}; };
  const int port = start();
  HttpClient head(port);
  head.send(request("GET", "/", "X: " + std::string(2000, 'x') + "\r\n"));
  EXPECT_THAT(head.receive(), StartsWith("HTTP/1.1 431 "));
  HttpClient body(port);
  body.send(request("PUT", "/large", "Content-Length: 20\r\n", std::string(20, 'x')));
  EXPECT_THAT(body.receive(), StartsWith("HTTP/1.1 200 "));
  body.send(request("PUT", "/small", "Content-Length: 20\r\n", std::string(20, 'x')));
  EXPECT_THAT(body.receive(), StartsWith("HTTP/1.1 413 "));
  EXPECT_TRUE(body.closed());
}

}  // namespace
}  // namespace stoa::http
