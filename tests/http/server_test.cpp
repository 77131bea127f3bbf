#include "http/server.h"

#include "support/http_client.h"

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using test::HttpClient;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

Response echo(const Request& request) {
  if (request.path == "/broken") throw std::runtime_error("broken");
  if (request.path == "/large") return {.body = std::string(8 << 20, 'x')};
  return {.body = std::string(request.method) + " " + std::string(request.path)};
}

class ServerTest : public testing::Test {
 protected:
  ServerTest() { options_.port = 0; }

  int start() {
    auto started = start_server(options_, echo);
    EXPECT_TRUE(started.ok()) << started.error().message;
    server_ = *std::move(started);
    return server_->port();
  }

  ServerOptions options_;
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, AnswersSeveralRequestsOnOneConnection) {
  HttpClient client(start());
  EXPECT_THAT(client.get("/one?query"), EndsWith("\r\n\r\nGET /one"));
  EXPECT_THAT(client.get("/two"), EndsWith("\r\n\r\nGET /two"));
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  HttpClient client(start());
  client.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(client.receive(), EndsWith("GET /one"));
  EXPECT_THAT(client.receive(), EndsWith("GET /two"));
}

TEST_F(ServerTest, AnswersHeadWithTheLengthAndNoBody) {
  HttpClient client(start());
  client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(client.receive(HttpClient::Expect::HeadOnly), HasSubstr("Content-Length: 7\r\n"));
  EXPECT_THAT(client.get("/next"), EndsWith("GET /next"));
}

TEST_F(ServerTest, ClosesWhenTheClientAsksForIt) {
  HttpClient client(start());
  client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.receive(), HasSubstr("Connection: close\r\n"));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerTest, NeverTakesABodyForTheNextRequest) {
  HttpClient client(start());
  client.send(
      "POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 28\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n\r\n");
  EXPECT_THAT(client.receive(), EndsWith("POST /form"));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerTest, RefusesWhatIsNoRequestWith400) {
  HttpClient client(start());
  client.send("hello\r\n\r\n");
  const std::string answer = client.receive();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 400 Bad Request\r\n"));
  EXPECT_THAT(answer, HasSubstr("\"code\":\"http.malformed\""));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerTest, RefusesALengthTogetherWithATransferEncoding) {
  HttpClient client(start());
  client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 400 "));
}

TEST_F(ServerTest, RefusesAHeadThatIsTooLargeWith431) {
  options_.head_bytes = 1024;
  HttpClient client(start());
  client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(8192, 'x') + "\r\n\r\n");
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 431 "));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerTest, ClosesAConnectionWhoseHeadDoesNotCome) {
  options_.head_timeout = 50ms;
  HttpClient client(start());
  client.send("GET / HT");
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerTest, AnswersAHandlerThatThrowsWith500AndGoesOn) {
  HttpClient client(start());
  EXPECT_THAT(client.get("/broken"), StartsWith("HTTP/1.1 500 "));
  EXPECT_THAT(client.get("/next"), EndsWith("GET /next"));
}

TEST_F(ServerTest, LetsMoreConnectionsThanAllowedWaitUntilOneGoes) {
  options_.connections = 1;
  const int port = start();
  auto first = std::make_unique<HttpClient>(port);
  EXPECT_THAT(first->get("/first"), EndsWith("GET /first"));
  HttpClient second(port);
  second.send("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(first->get("/again"), EndsWith("GET /again"));
  first.reset();
  EXPECT_THAT(second.receive(), EndsWith("GET /second"));
}

TEST_F(ServerTest, ServesManyClientsOnSeveralLoops) {
  options_.loops = 3;
  const int port = start();
  std::atomic<int> answered{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 12; ++i) {
    clients.emplace_back([&] {
      HttpClient client(port);
      for (int request = 0; request < 20; ++request)
        if (client.get("/").ends_with("GET /")) ++answered;
    });
  }
  for (auto& client : clients) client.join();
  EXPECT_EQ(answered, 12 * 20);
}

TEST_F(ServerTest, StopsWithClientsThatLieIdle) {
  HttpClient client(start());
  EXPECT_THAT(client.get("/"), Not(IsEmpty()));
  HttpClient silent(server_->port());
  server_.reset();
  EXPECT_TRUE(client.closed());
  EXPECT_TRUE(silent.closed());
}

TEST_F(ServerTest, SendsAnAnswerThatIsUnderWayBeforeItStops) {
  HttpClient client(start());
  client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  client.wait_for_bytes();
  std::thread stopping([this] { server_.reset(); });
  const std::string answer = client.receive();
  stopping.join();
  EXPECT_THAT(answer.substr(0, 12), "HTTP/1.1 200");
  EXPECT_GT(answer.size(), 8u << 20);
}

TEST_F(ServerTest, NamesTheOptionToChangeWhenThePortIsTaken) {
  options_.port = static_cast<std::uint16_t>(start());
  const auto second = start_server(options_, echo);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, "http.port_in_use");
  EXPECT_THAT(second.error().message, HasSubstr("--http.port="));
}

TEST_F(ServerTest, NamesTheOptionToChangeForAnAddressThatIsNone) {
  options_.address = "nowhere";
  const auto refused = start_server(options_, echo);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "http.address");
  EXPECT_THAT(refused.error().message, HasSubstr("--http.address="));
}

}  // namespace
}  // namespace stoa::http
