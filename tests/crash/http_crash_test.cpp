#include "support/child_process.h"
#include "support/http_client.h"
#include "support/temporary_directory.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <atomic>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace stoa::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int kKills = 12;
constexpr int kClients = 6;

/// The server, seen from outside: a port that answers, and a process that can be killed.
class HttpCrash : public testing::Test {
 protected:
  void start() {
    server_ = std::make_unique<ChildProcess>(
        std::vector<std::string>{STOA_HTTP_WORKER, (directory_.path() / "data").string()});
    if (!server_->wait_for_output(".\n")) throw std::runtime_error("no server: " + server_->output());
    port_ = std::stoi(server_->output().substr(server_->output().find("port ") + 5));
  }
  void kill() {
    server_->signal(SIGKILL);
    EXPECT_EQ(server_->wait(), -SIGKILL) << server_->output();
  }

  /// The answer's first line, or nothing when the server went away before it was complete.
  static std::string ask(HttpClient& client, const std::string& method, const std::string& path,
                         const std::string& headers = "") {
    if (!client.try_send(fmt::format("{} {} HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n{}\r\n", method,
                                     path, headers)))
      return "";
    const std::string answer = client.receive();
    return answer.find("\r\n\r\n") == std::string::npos ? "" : answer;
  }
  std::string ask(const std::string& method, const std::string& path, const std::string& headers = "") const {
    HttpClient client(port_);
    return ask(client, method, path, headers);
  }
  /// Starts and kills the server again and again, while client `i` asks (`ask_one(client, i)`) until it gets
  /// no answer.
  template <class AskOne>
  void kill_under_clients(AskOne ask_one) {
    std::mt19937 random(std::random_device{}());
    for (int round = 0; round < kKills; ++round) {
      start();
      std::vector<std::thread> clients;
      for (int i = 0; i < kClients; ++i)
        clients.emplace_back([&, i] {
          HttpClient client(port_);
          while (ask_one(client, i)) continue;
        });
      std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution(20, 300)(random)));
      kill();
      for (std::thread& client : clients) client.join();
    }
  }

  TemporaryDirectory directory_;
  std::unique_ptr<ChildProcess> server_;
  int port_ = 0;
};

TEST_F(HttpCrash, WhatWasAnsweredWith2xxIsThereAfterAKill) {
  std::vector<std::vector<int>> acknowledged(kClients);
  std::atomic<int> next{0};
  kill_under_clients([&](HttpClient& client, int i) {
    const int number = next++;
    if (!ask(client, "PUT", fmt::format("/api/notes/{}", number)).starts_with("HTTP/1.1 204")) return false;
    acknowledged[i].push_back(number);
    return true;
  });
  start();
  HttpClient client(port_);
  std::size_t checked = 0;
  for (const auto& numbers : acknowledged)
    for (const int number : numbers) {
      ASSERT_THAT(ask(client, "GET", fmt::format("/api/notes/{}", number)), StartsWith("HTTP/1.1 204"))
          << number;
      ++checked;
    }
  EXPECT_GT(checked, 200u) << "the server was too slow for this to show anything";
}

TEST_F(HttpCrash, ARequestThatIsRepeatedWithItsKeyUntilItIsAnsweredIsDoneOnce) {
  std::vector<int> answered(kClients, 0);
  kill_under_clients([&](HttpClient& client, int i) {
    const std::string answer = ask(client, "POST", fmt::format("/api/counters/client-{}", i),
                                   fmt::format("Idempotency-Key: {}-{}\r\n", i, answered[i]));
    if (!answer.starts_with("HTTP/1.1 201")) return false;
    ++answered[i];
    return true;
  });
  start();
  for (int i = 0; i < kClients; ++i) {
    // The last one may have been done without its answer getting through; repeated, it is still one.
    EXPECT_THAT(ask("POST", fmt::format("/api/counters/client-{}", i),
                    fmt::format("Idempotency-Key: {}-{}\r\n", i, answered[i])),
                StartsWith("HTTP/1.1 201"));
    EXPECT_THAT(ask("GET", fmt::format("/api/counters/client-{}", i)),
                HasSubstr(fmt::format("\"value\":{}", answered[i] + 1)));
    EXPECT_GT(answered[i], 20) << "the server was too slow for this to show anything";
  }
}

}  // namespace
}  // namespace stoa::test
