#pragma once
#include "base/durable_progress.h"
#include "http/server.h"
#include "support/http_client.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace stoa::http {

/// Answers what the test says; by default the method, the target and the body.
class ScriptedApplication : public Application {
 public:
  std::function<std::variant<Plan, Response>(const Request&)> planned = [](const Request&) {
    return Plan{.body_bytes = 1 << 20};
  };
  std::function<Response(Request&)> answer = [](Request& request) {
    return Response{.body = std::string(name_of(request.method)) + " " + std::string(request.target) +
                            (request.body.empty() ? "" : " " + std::string(request.body))};
  };

  std::variant<Plan, Response> plan(const Request& request) override { return planned(request); }
  Response handle(Request& request) override { return answer(request); }
  Response refuse(const Request&, int status, std::string_view code, std::string_view) override {
    return {.status = status, .body = std::string(code)};
  }
  void answered(const Request& request, const Response& response, std::chrono::nanoseconds) override {
    const std::lock_guard lock(mutex_);
    seen_.push_back(std::to_string(response.status) + " " + std::string(request.target));
  }

  /// Status and target of every request that is over, in that order.
  std::vector<std::string> seen() {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> seen_;
};

/// A server on a free port of its own, with time-outs that a test need not fear.
class ServerTest : public testing::Test {
 protected:
  using HttpClient = stoa::test::HttpClient;
  using Clock = std::chrono::steady_clock;

  ServerTest() {
    options_.port = 0;
    options_.upload_directory = directory_.path();
  }

  int start() {
    auto started = start_server(options_, application_, progress_);
    if (!started.ok()) throw std::runtime_error(started.error().message);
    server_ = *std::move(started);
    return server_->port();
  }

  /// Waits until it holds; false after ten seconds.
  static bool eventually(const std::function<bool()>& holds) {
    const auto deadline = Clock::now() + std::chrono::seconds(10);
    while (!holds()) {
      if (Clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }

  std::size_t files_in_upload_directory() const {
    const auto files = std::filesystem::directory_iterator(directory_.path());
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
  }

  const stoa::test::TemporaryDirectory directory_;
  ServerOptions options_;
  ScriptedApplication application_;
  DurableProgress progress_;
  std::unique_ptr<Server> server_;
};

inline std::string request(std::string_view method, std::string_view target, std::string_view headers = "",
                           std::string_view body = "") {
  return std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: test\r\n" +
         std::string(headers) + "\r\n" + std::string(body);
}

}  // namespace stoa::http
