#pragma once
#include "http/server.h"

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

namespace stoa::bench {

/// Answers every request with the same bytes.
class Hello final : public http::Application {
 public:
  explicit Hello(std::string body) : body_(std::make_shared<const std::string>(std::move(body))) {}

  std::variant<http::Plan, http::Response> plan(const http::Request&) override { return http::Plan{}; }
  http::Response handle(http::Request&) override {
    return {.content_type = "text/html; charset=utf-8", .body = body_};
  }
  http::Response refuse(const http::Request&, int status, std::string_view,
                        std::string_view detail) override {
    return {.status = status, .body = std::string(detail)};
  }
  void answered(const http::Request&, const http::Response&, std::chrono::nanoseconds) override {}

 private:
  const std::shared_ptr<const std::string> body_;
};

/// A server in a process of its own, on the server's core, so that its memory and its CPU time are its own.
/// Ends with this object.
class HelloServer {
 public:
  /// `serve` runs in the new process: it starts a server, calls `tell` with its port, and `wait` before it
  /// goes.
  using Serve =
      std::function<void(const std::function<void(int port)>& tell, const std::function<void()>& wait)>;
  explicit HelloServer(const Serve&);
  ~HelloServer();
  HelloServer(const HelloServer&) = delete;
  HelloServer& operator=(const HelloServer&) = delete;

  int port() const { return port_; }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  int alive_ = -1;
  int port_ = 0;
};

}  // namespace stoa::bench
