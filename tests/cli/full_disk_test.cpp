#include "cli/serving_port.h"
#include "store/small_disk.h"
#include "support/http_client.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <thread>

namespace stoa::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kAnna = R"({"name":"anna","password":"correct horse battery"})";
constexpr std::string_view kLamp = "65a1b2c3d4e5f60718293a4b";

/// The program on a disk that can be filled up, with a product and a member.
class ServerOnAFullDisk : public testing::Test {
 protected:
  void SetUp() override {
    const auto goods = files_.path() / "goods.jsonl";
    std::ofstream(goods) << R"({"_id":{"$oid":")" << kLamp
                         << R"("},"name":"Lamp","category":"Lamps","price":10.00,"stock_by_zone":{"MSK":5}})"
                         << "\n";
    server_ = std::make_unique<ChildProcess>(
        std::vector<std::string>{STOA_PROGRAM, "serve", "--http.port=0", "--resp.mode=off",
                                 "--log.access=off", "--data.directory=" + disk_.path().string()},
        std::vector<std::string>{}, files_.path());
    port_ = serving_port(*server_);
    ASSERT_NE(port_, 0) << server_->output();
    ChildProcess import(
        {STOA_PROGRAM, "import", "products", goods.string(), "--data.directory=" + disk_.path().string()});
    ASSERT_EQ(import.wait(), 0) << import.output();
    ASSERT_THAT(post("/api/users", "", kAnna), StartsWith("HTTP/1.1 201"));
    const std::string session = post("/api/session", "", kAnna);
    constexpr std::string_view kToken = R"("token":")";
    ASSERT_THAT(session, HasSubstr(std::string(kToken)));
    token_ = session.substr(session.find(kToken) + kToken.size(), 36);
  }

  std::string ask(std::string_view method, std::string_view path, std::string_view token,
                  std::string_view body = {}) const {
    HttpClient client(port_);
    std::string request = fmt::format("{} {} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n", method, path);
    if (!token.empty()) request += fmt::format("Cookie: stoa_session={}\r\nOrigin: http://test\r\n", token);
    if (!body.empty())
      request += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n", body.size());
    client.send(request + "\r\n" + std::string(body));
    return client.receive();
  }
  std::string get(std::string_view path, std::string_view token = {}) const {
    return ask("GET", path, token);
  }
  std::string post(std::string_view path, std::string_view token, std::string_view body) const {
    return ask("POST", path, token, body);
  }
  std::string add_a_lamp(std::string_view token) const {
    return post("/api/cart/items", token, fmt::format(R"({{"product_id":"{}","quantity":1}})", kLamp));
  }

  store::SmallDisk disk_{96};
  TemporaryDirectory files_;
  std::unique_ptr<ChildProcess> server_;
  int port_ = 0;
  std::string token_;
};

TEST_F(ServerOnAFullDisk, EverybodyReadsOnAndWritersAreTold) {
  disk_.fill();
  // The one that is under way when the disk turns out to be full.
  EXPECT_THAT(add_a_lamp(""), StartsWith("HTTP/1.1 503"));

  const std::string refused = add_a_lamp(token_);
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(refused, HasSubstr("store.disk_full"));
  EXPECT_THAT(refused, Not(HasSubstr(disk_.path().string()))) << "where the data lies is nobody's business";

  const std::string lamp = "/products/" + std::string(kLamp);
  for (const std::string path : {"/", "/shop", "/shop/lamps", "/search?q=lamp", "/feed", "/api/products",
                                 "/api/articles", "/api/cart", "/login", "/metrics"})
    EXPECT_THAT(get(path), StartsWith("HTTP/1.1 200")) << path << " of a guest";
  for (const std::string path : {"/", "/shop", "/shop/lamps", "/search?q=lamp", "/feed", "/cart", "/orders",
                                 "/account", "/api/products", "/api/cart", "/api/orders", "/api/session"})
    EXPECT_THAT(get(path, token_), StartsWith("HTTP/1.1 200")) << path << " of a member";
  EXPECT_THAT(get(lamp), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(get(lamp, token_), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(get("/livez"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(get("/readyz"), StartsWith("HTTP/1.1 503"));

  ChildProcess doctor({STOA_PROGRAM, "doctor", "--data.directory=" + disk_.path().string()});
  EXPECT_NE(doctor.wait(), 0);
  EXPECT_THAT(doctor.output(), HasSubstr("FINDING  keyspace: embedded reads, but the disk takes no writes"));
  EXPECT_THAT(doctor.output(), HasSubstr("shop.")) << "it looks at all else";

  disk_.empty();
  std::string added = add_a_lamp(token_);
  for (int tries = 0; tries < 100 && !added.starts_with("HTTP/1.1 200"); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    added = add_a_lamp(token_);
  }
  EXPECT_THAT(added, StartsWith("HTTP/1.1 200"));
  server_->signal(SIGTERM);
  EXPECT_EQ(server_->wait(), 0) << server_->output();
}

}  // namespace
}  // namespace stoa::test
