#include "server_fixture.h"
#include "support/child_process.h"

#include <fstream>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using namespace testing;

class ServerTls : public ServerTest {
 protected:
  static constexpr auto kTls = HttpClient::Over::Tls;

  ServerTls() {
    make_certificate("one");
    options_.tls = Tls{file("one.crt"), file("one.key")};
  }

  std::filesystem::path file(const std::string& name) const { return directory_.path() / name; }

  void make_certificate(const std::string& name) const {
    stoa::test::ChildProcess openssl({"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                                "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                                "/CN=" + name, "-keyout", file(name + ".key").string(), "-out",
                                file(name + ".crt").string()});
    if (openssl.wait() != 0) throw std::runtime_error(openssl.output());
  }

  /// What `openssl s_client` says about a connection.
  std::string examine(std::vector<std::string> more = {}) const {
    std::vector<std::string> command{"sh", "-c",
                                     "exec openssl s_client -connect 127.0.0.1:\"$0\" \"$@\" </dev/null",
                                     std::to_string(server_->port())};
    command.insert(command.end(), more.begin(), more.end());
    stoa::test::ChildProcess openssl(command);
    openssl.wait(10s);
    return openssl.output();
  }

  Error refusal() {
    const auto refused = start_server(options_, application_, progress_);
    return refused.ok() ? Error{} : refused.error();
  }
};

TEST_F(ServerTls, ServesSeveralRequestsOnOneConnection) {
  application_.answer = [](Request& r) {
    return Response{.body = std::string(r.path) + (r.scheme == Scheme::Https ? " https" : " http")};
  };
  HttpClient client(start(), kTls);
  EXPECT_EQ(client.protocol(), "TLSv1.3");
  EXPECT_THAT(client.get("/one"), EndsWith("/one https"));
  EXPECT_THAT(client.get("/two"), EndsWith("/two https"));
}

TEST_F(ServerTls, TakesAndSendsMuch) {
  const std::string large(5 << 20, 'x');
  std::ofstream(file("large")) << large;
  application_.planned = [](const Request&) { return Plan{.body_bytes = 8 << 20}; };
  application_.answer = [&](Request& r) -> Response {
    if (r.path == "/file") return {.body = FilePart{file("large"), 1, large.size() - 1}};
    return {.body = std::string(r.body)};
  };
  HttpClient client(start(), kTls);
  client.send(request("PUT", "/", "Content-Length: " + std::to_string(large.size()) + "\r\n", large));
  EXPECT_THAT(client.receive(), EndsWith("\r\n\r\n" + large));
  EXPECT_THAT(client.get("/file"), EndsWith("\r\n\r\n" + large.substr(1)));
}

TEST_F(ServerTls, AnswersPipelinedRequestsInOrder) {
  HttpClient client(start(), kTls);
  client.send(request("GET", "/one") + request("GET", "/two"));
  EXPECT_THAT(client.receive(), EndsWith("GET /one"));
  EXPECT_THAT(client.receive(), EndsWith("GET /two"));
}

TEST_F(ServerTls, ParksAnswersToo) {
  application_.answer = [](Request&) {
    DeferredDurability::current()->note(1);
    return Response{};
  };
  HttpClient client(start(), kTls);
  client.send(request("GET", "/"));
  ASSERT_TRUE(eventually([&] { return server_->figures().parked == 1; }));
  progress_.advance(1);
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerTls, TellsAClientThatSpeaksPlainHttp) {
  HttpClient client(start());
  client.send(request("GET", "/"));
  EXPECT_THAT(client.receive(), AllOf(StartsWith("HTTP/1.1 400 "), HasSubstr("https://")));
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerTls, LeavesAClientThatDoesNotShakeHands) {
  options_.head_timeout = options_.idle_timeout = 200ms;
  HttpClient silent(start()), half(server_->port());
  half.send("\x16\x03\x01");
  EXPECT_TRUE(silent.closed());
  EXPECT_TRUE(half.closed());
}

TEST_F(ServerTls, SpeaksNothingOlderThanTls12) {
  start();
  EXPECT_THAT(examine({"-tls1_2"}), HasSubstr("Protocol  : TLSv1.2"));
  EXPECT_THAT(examine({"-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"}), Not(HasSubstr("Cipher is ECDHE")));
}

TEST_F(ServerTls, ResumesSessions) {
  start();
  const std::string session = file("session").string();
  EXPECT_THAT(examine({"-tls1_2", "-sess_out", session}), HasSubstr("New, TLSv1.2"));
  EXPECT_THAT(examine({"-tls1_2", "-sess_in", session}), HasSubstr("Reused, TLSv1.2"));
}

TEST_F(ServerTls, ReadsACertificateAgainThatHasChanged) {
  start();
  EXPECT_THAT(examine(), HasSubstr("CN = one"));
  make_certificate("two");
  std::filesystem::copy_file(file("two.key"), file("one.key"),
                             std::filesystem::copy_options::overwrite_existing);
  std::filesystem::copy_file(file("two.crt"), file("one.crt"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(eventually([&] { return examine().find("CN = two") != std::string::npos; }));
}

TEST_F(ServerTls, KeepsTheOldCertificateWhenTheNewOneIsBroken) {
  start();
  std::ofstream(file("one.crt")) << "nonsense";
  std::this_thread::sleep_for(1100ms);
  for (int i = 0; i < 2; ++i)
    EXPECT_THAT(HttpClient(server_->port(), kTls).get("/"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ServerTls, NamesTheFileThatIsMissing) {
  options_.tls = Tls{file("none.crt"), file("one.key")};
  EXPECT_EQ(refusal().code, "http.certificate");
  EXPECT_THAT(refusal().message,
              AllOf(HasSubstr("none.crt"), HasSubstr("no such file"), HasSubstr("--http.certificate")));
}

TEST_F(ServerTls, NamesTheFileThatIsNoCertificate) {
  std::ofstream(file("bad.crt")) << "nonsense";
  options_.tls = Tls{file("bad.crt"), file("one.key")};
  EXPECT_EQ(refusal().code, "http.certificate");
  EXPECT_THAT(refusal().message, HasSubstr("bad.crt"));
  options_.tls = Tls{file("one.crt"), file("bad.crt")};
  EXPECT_THAT(refusal().message, AllOf(HasSubstr("key"), HasSubstr("bad.crt")));
}

TEST_F(ServerTls, SaysWhenTheKeyBelongsToAnotherCertificate) {
  make_certificate("two");
  options_.tls = Tls{file("one.crt"), file("two.key")};
  EXPECT_EQ(refusal().code, "http.certificate");
  EXPECT_THAT(refusal().message, AllOf(HasSubstr("two.key"), HasSubstr("mismatch")));
}

}  // namespace
}  // namespace stoa::http
