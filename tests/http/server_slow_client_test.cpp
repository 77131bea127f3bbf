#include "server_fixture.h"

#include <sys/socket.h>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Sends a byte now and then until the other side closes or `patience` ends.
void drip(stoa::test::HttpClient& client, std::string_view bytes, std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (std::size_t i = 0; std::chrono::steady_clock::now() < deadline; ++i) {
    if (!client.try_send(bytes.substr(i % bytes.size(), 1))) return;
    std::this_thread::sleep_for(10ms);
  }
}

using SlowClient = ServerTest;

TEST_F(SlowClient, ThatDripsItsHeadHears408HoweverOftenABytesComes) {
  options_.head_timeout = 200ms;
  HttpClient client(start());
  client.send("GET / HTTP/1.1\r\nX: ");
  std::thread dripping([&] { drip(client, "x", 1s); });
  EXPECT_THAT(client.receive(), AllOf(StartsWith("HTTP/1.1 408 "), EndsWith("http.head_timeout")));
  dripping.join();
}

TEST_F(SlowClient, ThatDripsItsBodyHears408) {
  options_.body_timeout = 200ms;
  HttpClient client(start());
  client.send(request("POST", "/", "Content-Length: 1000\r\n"));
  std::thread dripping([&] { drip(client, "x", 1s); });
  EXPECT_THAT(client.receive(), AllOf(StartsWith("HTTP/1.1 408 "), EndsWith("http.body_timeout")));
  dripping.join();
}

TEST_F(SlowClient, WhoseBodyKeepsComingIsServedBeyondTheTimeout) {
  options_.body_timeout = 300ms;
  application_.planned = [](const Request&) { return Plan{.body_bytes = 8 << 20}; };
  application_.answer = [](Request& r) { return Response{.body = std::to_string(r.body.size())}; };
  HttpClient client(start());
  constexpr int kParts = 12;
  const std::string part(100 << 10, 'x');
  client.send(request("POST", "/", "Content-Length: " + std::to_string(kParts * part.size()) + "\r\n"));
  for (int i = 0; i < kParts; ++i) {
    std::this_thread::sleep_for(60ms);
    client.send(part);
  }
  EXPECT_THAT(client.receive(), EndsWith("\r\n\r\n" + std::to_string(kParts * part.size())));
}

TEST_F(SlowClient, ThatIsSilentIsLeftWithoutAWord) {
  options_.idle_timeout = 200ms;
  HttpClient fresh(start());
  HttpClient used(server_->port());
  EXPECT_THAT(used.get("/"), StartsWith("HTTP/1.1 200 "));
  EXPECT_TRUE(fresh.closed());
  EXPECT_TRUE(used.closed());
  EXPECT_TRUE(eventually([&] { return server_->figures().connections == 0; }));
}

TEST_F(SlowClient, ThatNeverReadsALargeAnswerIsDropped) {
  options_.write_timeout = 300ms;
  application_.answer = [](Request&) { return Response{.body = std::string(32 << 20, 'x')}; };
  HttpClient client(start());
  client.send(request("GET", "/large"));
  ASSERT_TRUE(eventually([&] { return !application_.seen().empty(); }));
  EXPECT_TRUE(eventually([&] { return server_->figures().connections == 0; }));
  EXPECT_LT(client.receive().size(), 32u << 20);
}

TEST_F(SlowClient, ThatReadsSlowlyGetsAllOfALargeAnswer) {
  options_.write_timeout = 300ms;
  application_.answer = [](Request&) { return Response{.body = std::string(12 << 20, 'x')}; };
  HttpClient client(start());
  client.send(request("GET", "/large"));
  std::size_t received = 0;
  std::vector<char> part(256 << 10);
  while (received < 12 << 20) {
    const ssize_t size = ::recv(client.descriptor(), part.data(), part.size(), 0);
    ASSERT_GT(size, 0) << received;
    received += static_cast<std::size_t>(size);
    std::this_thread::sleep_for(30ms);
  }
}

TEST_F(SlowClient, DoesNotKeepOthersWaiting) {
  application_.answer = [](Request& r) {
    return Response{.body = std::string(r.path == "/large" ? 32 << 20 : 1, 'x')};
  };
  HttpClient slow(start());
  slow.send(request("GET", "/large"));
  slow.wait_for_bytes();
  HttpClient dripping(server_->port());
  dripping.send("GET / HT");
  HttpClient quick(server_->port());
  for (int i = 0; i < 100; ++i) ASSERT_THAT(quick.get("/"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(SlowClient, ThatGoesInTheMiddleOfARequestLeavesNothing) {
  HttpClient client(start());
  client.send(request("POST", "/", "Content-Length: 1000\r\n", "abc"));
  ASSERT_TRUE(eventually([&] { return server_->figures().connections == 1; }));
  client.reset();
  EXPECT_TRUE(eventually([&] { return server_->figures().connections == 0; }));
}

}  // namespace
}  // namespace stoa::http
