#include "server_fixture.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using namespace testing;

using ServerStop = ServerTest;

TEST_F(ServerStop, LetsIdleClientsGoAtOnce) {
  HttpClient used(start()), silent(server_->port());
  EXPECT_THAT(used.get("/"), StartsWith("HTTP/1.1 200 "));
  ASSERT_TRUE(eventually([&] { return server_->figures().connections == 2; }));
  const auto before = Clock::now();
  server_->stop();
  EXPECT_LT(Clock::now() - before, 2s);
  EXPECT_TRUE(used.closed());
  EXPECT_TRUE(silent.closed());
}

TEST_F(ServerStop, TakesNoNewClients) {
  const int port = start();
  server_->stop();
  EXPECT_ANY_THROW(HttpClient{port});
}

TEST_F(ServerStop, SendsAllOfAnAnswerThatIsUnderWay) {
  application_.answer = [](Request&) { return Response{.body = std::string(16 << 20, 'x')}; };
  HttpClient client(start());
  client.send(request("GET", "/large"));
  client.wait_for_bytes();
  std::thread stopping([this] { server_.reset(); });
  const std::string answer = client.receive();
  stopping.join();
  EXPECT_THAT(answer.substr(0, 12), "HTTP/1.1 200");
  EXPECT_GT(answer.size(), 16u << 20);
}

TEST_F(ServerStop, AnswersARequestWhoseBodyStillComes) {
  HttpClient client(start());
  client.send(request("POST", "/", "Content-Length: 6\r\n", "abc"));
  ASSERT_TRUE(eventually([&] { return server_->figures().connections == 1; }));
  std::thread stopping([this] { server_->stop(); });
  ASSERT_TRUE(eventually([&] {
    try {
      HttpClient late(server_->port());
      return false;
    } catch (const std::exception&) {
      return true;
    }
  }));
  client.send("def");
  EXPECT_THAT(client.receive(), AllOf(HasSubstr("Connection: close\r\n"), EndsWith("POST / abcdef")));
  stopping.join();
}

TEST_F(ServerStop, WaitsForAClientNoLongerThanTheDrainTimeout) {
  options_.drain_timeout = 300ms;
  application_.answer = [](Request&) { return Response{.body = std::string(32 << 20, 'x')}; };
  HttpClient client(start());
  client.send(request("GET", "/large"));
  client.wait_for_bytes();
  const auto before = Clock::now();
  server_->stop();
  EXPECT_GE(Clock::now() - before, 300ms);
  EXPECT_LT(Clock::now() - before, 5s);
}

TEST_F(ServerStop, CanBeAskedForTwice) {
  start();
  server_->stop();
  server_->stop();
}

TEST_F(ServerStop, ServesOnASocketThatItWasHanded) {
  const int listening = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listening, 16), 0);
  options_.listening_socket = listening;
  options_.loops = 2;
  const int port = start();
  for (int i = 0; i < 8; ++i) EXPECT_THAT(HttpClient(port).get("/"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerStop, RefusesAHandedDescriptorThatIsNoSocket) {
  options_.listening_socket = 9999;
  const auto refused = start_server(options_, application_, progress_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "http.address");
}

}  // namespace
}  // namespace stoa::http
