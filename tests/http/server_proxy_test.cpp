#include "http/proxies.h"
#include "server_fixture.h"

namespace stoa::http {
namespace {
using testing::EndsWith;
using testing::HasSubstr;

class ServerProxy : public ServerTest {
 protected:
  ServerProxy() {
    application_.answer = [](Request& r) {
      return Response{.body = std::string(r.client) + (r.scheme == Scheme::Https ? " https" : " http")};
    };
  }

  std::string ask(std::string_view headers) {
    HttpClient client(start());
    client.send(request("GET", "/", headers));
    const std::string answer = client.receive();
    return answer.substr(answer.find("\r\n\r\n") + 4);
  }
};

TEST_F(ServerProxy, IsNotBelievedUnlessItIsConfigured) {
  EXPECT_EQ(ask("X-Forwarded-For: 203.0.113.5\r\nX-Forwarded-Proto: https\r\n"), "127.0.0.1 http");
  options_.proxies = {"10.0.0.0/8", "2001:db8::1"};
  EXPECT_EQ(ask("X-Forwarded-For: 203.0.113.5\r\nX-Forwarded-Proto: https\r\n"), "127.0.0.1 http");
}

TEST_F(ServerProxy, ThatIsConfiguredNamesItsClient) {
  for (const char* proxy : {"127.0.0.1", "127.0.0.0/8", "0.0.0.0/0"}) {
    options_.proxies = {proxy};
    EXPECT_EQ(ask("X-Forwarded-For: 203.0.113.5\r\nX-Forwarded-Proto: https\r\n"), "203.0.113.5 https")
        << proxy;
  }
}

TEST_F(ServerProxy, IsBelievedOnlyAboutItsOwnPeer) {
  options_.proxies = {"127.0.0.1", "10.0.0.0/8"};
  EXPECT_EQ(ask("X-Forwarded-For: 6.6.6.6, 203.0.113.5, 10.1.2.3\r\n"), "203.0.113.5 http");
  EXPECT_EQ(ask("X-Forwarded-For: 6.6.6.6, 2001:db8::7\r\n"), "2001:db8::7 http");
}

TEST_F(ServerProxy, ThatSaysNonsenseIsNotBelieved) {
  options_.proxies = {"127.0.0.1"};
  EXPECT_EQ(ask("X-Forwarded-For: <script>\r\n"), "127.0.0.1 http");
  EXPECT_EQ(ask("X-Forwarded-For:\r\nX-Forwarded-Proto: gopher\r\n"), "127.0.0.1 http");
}

TEST_F(ServerProxy, IsNamedInTheErrorWhenItIsNoAddress) {
  for (const char* proxy : {"proxy.example", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/8x"}) {
    options_.proxies = {proxy};
    const auto refused = start_server(options_, application_, progress_);
    ASSERT_FALSE(refused.ok()) << proxy;
    EXPECT_EQ(refused.error().code, "http.proxies");
    EXPECT_THAT(refused.error().message, HasSubstr(proxy));
  }
}

TEST(Proxies, ContainBlocksOfBothFamiliesToTheBit) {
  const auto proxies = Proxies::of({"192.168.4.0/22", "2001:db8:8000::/33"});
  ASSERT_TRUE(proxies.ok());
  const auto contained = [&](const char* address) { return proxies->contains(*parse_address(address)); };
  EXPECT_TRUE(contained("192.168.7.255"));
  EXPECT_TRUE(contained("::ffff:192.168.4.1"));
  EXPECT_FALSE(contained("192.168.8.0"));
  EXPECT_TRUE(contained("2001:db8:ffff::1"));
  EXPECT_FALSE(contained("2001:db8:7fff::1"));
}

}  // namespace
}  // namespace stoa::http
