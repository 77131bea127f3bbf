#include "server_fixture.h"

#include <fstream>

namespace stoa::http {
namespace {
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

using ServerBasics = ServerTest;

TEST_F(ServerBasics, AnswersSeveralRequestsOnOneConnection) {
  HttpClient client(start());
  EXPECT_THAT(client.get("/one?query"), EndsWith("\r\n\r\nGET /one?query"));
  EXPECT_THAT(client.get("/two"), EndsWith("\r\n\r\nGET /two"));
  EXPECT_EQ(server_->figures().connections, 1u);
}

TEST_F(ServerBasics, SplitsTheTargetAndGivesHeadersInAnyCase) {
  application_.answer = [](Request& r) {
    return Response{.body = std::string(r.path) + "|" + std::string(r.query) + "|" +
                            std::string(r.header("x-COLOUR").value_or("none")) + "|" + std::string(r.client)};
  };
  HttpClient client(start());
  client.send(request("GET", "/a%20b?c=d?e", "X-Colour: \t red \r\n"));
  EXPECT_THAT(client.receive(), EndsWith("\r\n\r\n/a%20b|c=d?e|red|127.0.0.1"));
}

TEST_F(ServerBasics, AnswersPipelinedRequestsInOrder) {
  HttpClient client(start());
  std::string all;
  for (int i = 0; i < 300; ++i) all += request("GET", "/" + std::to_string(i));
  client.send(all);
  for (int i = 0; i < 300; ++i) ASSERT_THAT(client.receive(), EndsWith("GET /" + std::to_string(i)));
}

TEST_F(ServerBasics, ServesTheRequestThatCameBehindABody) {
  HttpClient client(start());
  client.send(request("POST", "/a", "Content-Length: 3\r\n", "abc") + request("GET", "/b"));
  EXPECT_THAT(client.receive(), EndsWith("POST /a abc"));
  EXPECT_THAT(client.receive(), EndsWith("GET /b"));
}

TEST_F(ServerBasics, NeverTakesABodyForTheNextRequest) {
  HttpClient client(start());
  const std::string inner = request("GET", "/smuggled");
  client.send(request("POST", "/form", "Content-Length: " + std::to_string(inner.size()) + "\r\n", inner));
  EXPECT_THAT(client.receive(), AllOf(HasSubstr("POST /form"), EndsWith(inner)));
  EXPECT_THAT(client.get("/next"), EndsWith("GET /next"));
}

TEST_F(ServerBasics, PutsAChunkedBodyTogetherAndGoesOnBehindIt) {
  HttpClient client(start());
  client.send(request("POST", "/a", "Transfer-Encoding: Chunked\r\n",
                      "3\r\nabc\r\n0A;name=\"x\"\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n") +
              request("GET", "/b"));
  EXPECT_THAT(client.receive(), EndsWith("POST /a abc0123456789"));
  EXPECT_THAT(client.receive(), EndsWith("GET /b"));
}

TEST_F(ServerBasics, TakesALargeBodyInMemory) {
  application_.answer = [](Request& r) { return Response{.body = std::to_string(r.body.size())}; };
  HttpClient client(start());
  for (const std::string framing : {"Content-Length: 900000\r\n", "Transfer-Encoding: chunked\r\n"}) {
    const std::string body(900000, 'x');
    const bool chunked = framing.starts_with("T");
    client.send(request("PUT", "/", framing, chunked ? "DBBA0\r\n" + body + "\r\n0\r\n\r\n" : body));
    EXPECT_THAT(client.receive(), EndsWith("\r\n\r\n900000"));
  }
}

TEST_F(ServerBasics, AnswersHeadWithTheLengthAndNoBody) {
  HttpClient client(start());
  client.send(request("HEAD", "/a"));
  EXPECT_THAT(client.receive(HttpClient::Expect::HeadOnly), HasSubstr("Content-Length: 7\r\n"));
  EXPECT_THAT(client.get("/next"), EndsWith("GET /next"));
}

TEST_F(ServerBasics, SendsNeitherLengthNorBodyWhereHttpAllowsNone) {
  application_.answer = [](Request& r) {
    return Response{
        .status = r.path == "/304" ? 304 : 204, .content_type = "", .body = std::string("ignored")};
  };
  HttpClient client(start());
  for (const char* path : {"/204", "/304"}) {
    const std::string answer = client.get(path);
    EXPECT_THAT(answer, AllOf(EndsWith("\r\n\r\n"), Not(HasSubstr("Content-Length")),
                              Not(HasSubstr("Content-Type"))));
  }
}

TEST_F(ServerBasics, ClosesWhenTheClientAsksForIt) {
  HttpClient client(start());
  client.send(request("GET", "/", "Connection: foo, Close\r\n"));
  EXPECT_THAT(client.receive(), HasSubstr("Connection: close\r\n"));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerBasics, AnswersAClientThatHasFinishedSending) {
  HttpClient client(start());
  client.send(request("GET", "/"));
  client.finish_sending();
  EXPECT_THAT(client.receive(), EndsWith("GET /"));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerBasics, ClosesAfterARequestOfHttp10UnlessAskedToStay) {
  HttpClient client(start());
  client.send("GET /stay HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_THAT(client.receive(), AllOf(HasSubstr("Connection: keep-alive\r\n"), EndsWith("GET /stay")));
  client.send("GET /go HTTP/1.0\r\n\r\n");
  EXPECT_THAT(client.receive(), AllOf(HasSubstr("Connection: close\r\n"), EndsWith("GET /go")));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerBasics, AsksForABodyThatItsClientHoldsBack) {
  HttpClient client(start());
  client.send(request("POST", "/a", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(client.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("abc");
  EXPECT_THAT(client.receive(), EndsWith("POST /a abc"));
}

TEST_F(ServerBasics, DoesNotAskForABodyThatItRefuses) {
  application_.planned = [](const Request&) { return Response{.status = 403, .body = std::string("no")}; };
  HttpClient client(start());
  client.send(request("POST", "/a", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
  EXPECT_THAT(client.receive(), AllOf(StartsWith("HTTP/1.1 403 "), HasSubstr("Connection: close\r\n")));
}

TEST_F(ServerBasics, GoesOnAfterRefusingARequestWithASmallBody) {
  application_.planned = [](const Request& r) -> std::variant<Plan, Response> {
    if (r.path == "/no") return Response{.status = 404};
    return Plan{};
  };
  HttpClient client(start());
  client.send(request("POST", "/no", "Content-Length: 3\r\n", "abc"));
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(client.get("/yes"), EndsWith("GET /yes"));
}

TEST_F(ServerBasics, TakesAnAbsoluteTargetAndBelievesItsHost) {
  application_.answer = [](Request& r) {
    return Response{.body = std::string(r.target) + " " + std::string(*r.header("host"))};
  };
  HttpClient client(start());
  client.send(request("GET", "HTTP://shop.example:80/a?b"));
  EXPECT_THAT(client.receive(), EndsWith("\r\n\r\n/a?b shop.example:80"));
  client.send(request("GET", "http://shop.example"));
  EXPECT_THAT(client.receive(), EndsWith("\r\n\r\n/ shop.example"));
}

TEST_F(ServerBasics, AnswersTheOptionsOfTheWholeServer) {
  HttpClient client(start());
  client.send(request("OPTIONS", "*"));
  EXPECT_THAT(client.receive(), AllOf(StartsWith("HTTP/1.1 204 "), HasSubstr("Allow: GET, HEAD")));
}

TEST_F(ServerBasics, KeepsAGoodRequestIdAndReplacesABadOne) {
  application_.answer = [](Request& r) { return Response{.body = std::string(r.id)}; };
  HttpClient client(start());
  client.send(request("GET", "/", "X-Request-Id: abc-1.2_Z\r\n"));
  EXPECT_THAT(client.receive(), EndsWith("\r\n\r\nabc-1.2_Z"));
  client.send(request("GET", "/", "X-Request-Id: a\"b\r\n"));
  const std::string made = client.receive(), other = client.get("/");
  EXPECT_THAT(made.substr(made.find("\r\n\r\n") + 4), SizeIs(16));
  EXPECT_NE(made, other);
}

TEST_F(ServerBasics, AnswersAHandlerThatThrowsWith500AndGoesOn) {
  application_.answer = [](Request& r) {
    if (r.path == "/broken") throw std::runtime_error("broken");
    return Response{};
  };
  HttpClient client(start());
  EXPECT_THAT(client.get("/broken"), AllOf(StartsWith("HTTP/1.1 500 "), EndsWith("http.broken")));
  EXPECT_THAT(client.get("/next"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerBasics, LeavesOutHeadersThatWouldBreakTheAnswer) {
  application_.answer = [](Request&) {
    return Response{.headers = {{"X-Good", "1"},
                                {"X-Bad", "a\r\nSet-Cookie: stolen"},
                                {"Bad Name", "1"},
                                {"Content-Length", "999"}}};
  };
  HttpClient client(start());
  EXPECT_THAT(client.get("/"), AllOf(HasSubstr("X-Good: 1\r\n"), Not(HasSubstr("stolen")),
                                     Not(HasSubstr("Bad Name")), Not(HasSubstr("999"))));
}

TEST_F(ServerBasics, SendsSharedBodiesAndPartsOfFiles) {
  const auto path = directory_.path() / "file";
  std::string content(3 << 20, 'a');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>('a' + i % 26);
  std::ofstream(path) << content;
  const auto shared = std::make_shared<const std::string>(content);
  application_.answer = [&](Request& r) -> Response {
    if (r.path == "/shared") return {.body = shared};
    if (r.path == "/part") return {.status = 206, .body = FilePart{path, 26, 52}};
    if (r.path == "/gone") return {.body = FilePart{directory_.path() / "none", 0, 1}};
    if (r.path == "/short") return {.body = FilePart{path, content.size() - 1, 2}};
    return {.body = FilePart{path, 0, content.size()}};
  };
  HttpClient client(start());
  EXPECT_THAT(client.get("/shared"), EndsWith(content));
  EXPECT_THAT(client.get("/file"), EndsWith(content));
  EXPECT_THAT(client.get("/part"), EndsWith("\r\n\r\n" + content.substr(26, 52)));
  EXPECT_THAT(client.get("/gone"), StartsWith("HTTP/1.1 500 "));
  EXPECT_THAT(client.get("/short"), StartsWith("HTTP/1.1 500 "));
  EXPECT_THAT(client.get("/part"), StartsWith("HTTP/1.1 206 "));
}

TEST_F(ServerBasics, TellsTheApplicationOfEveryAnswerOnce) {
  HttpClient client(start());
  client.get("/a");
  client.send("nonsense\r\n\r\n");
  client.receive();
  EXPECT_TRUE(client.closed());
  EXPECT_THAT(application_.seen(), ElementsAre("200 /a", "400 "));
}

TEST_F(ServerBasics, ServesManyClientsOnSeveralLoops) {
  options_.loops = 3;
  const int port = start();
  std::atomic<int> answered{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 12; ++i) {
    clients.emplace_back([&] {
      HttpClient client(port);
      for (int each = 0; each < 20; ++each)
        if (client.get("/").ends_with("GET /")) ++answered;
    });
  }
  for (auto& client : clients) client.join();
  EXPECT_EQ(answered, 12 * 20);
}

TEST_F(ServerBasics, NamesTheOptionToChangeWhenThePortIsTaken) {
  for (const std::size_t loops : {1, 2}) {
    options_.port = 0;
    options_.port = static_cast<std::uint16_t>(start());
    options_.loops = loops;
    const auto second = start_server(options_, application_, progress_);
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, "http.port_in_use");
    EXPECT_THAT(second.error().message, HasSubstr("--http.port="));
  }
}

TEST_F(ServerBasics, NamesTheOptionToChangeForAnAddressThatIsNone) {
  for (const char* address : {"nowhere", "192.0.2.1"}) {
    options_.address = address;
    const auto refused = start_server(options_, application_, progress_);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, "http.address");
    EXPECT_THAT(refused.error().message, HasSubstr("--http.address="));
  }
}

}  // namespace
}  // namespace stoa::http
