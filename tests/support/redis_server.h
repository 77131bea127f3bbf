#pragma once
#include "support/temporary_directory.h"

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace stoa::test {

/// A real redis-server of its own, in a temporary directory, on a unix socket and a free port of 127.0.0.1,
/// without persistence. It answers when the constructor returns, which throws when it does not come up. It
/// goes with this object, and also with the thread that started it, so that none outlives a crashed test:
/// start it on a thread that stays.
class RedisServer {
 public:
  enum class Tls { Off, On };

  /// `arguments` are added to the command line, e.g. {"--requirepass", "secret"}. With Tls::On there is a
  /// second port that speaks TLS for the name `localhost`, with a certificate of a CA of its own.
  explicit RedisServer(std::vector<std::string> arguments = {}, Tls = Tls::Off);
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  int port() const { return port_; }
  int tls_port() const { return tls_port_; }
  pid_t pid() const { return pid_; }
  std::filesystem::path socket() const { return directory_.path() / "redis.sock"; }
  std::filesystem::path ca() const { return directory_.path() / "ca.crt"; }
  /// Where its files are, redis.log among them.
  const std::filesystem::path& directory() const { return directory_.path(); }

  /// `redis://127.0.0.1:port/database`.
  std::string url(int database = 0) const;
  /// `unix:///…/redis.sock?db=database`.
  std::string unix_url(int database = 0) const;
  /// `rediss://localhost:port/0?ca=…`.
  std::string tls_url() const;

  /// Ends it at once; what it held is lost.
  void kill();
  /// Ends it if it runs and starts it again, empty, on the same ports and socket.
  void restart();
  /// SIGSTOP: it takes connections (the kernel does) and answers nothing.
  void stop();
  void cont();

 private:
  enum class Start { Answers, PortTaken };

  void choose_ports();
  void make_certificates() const;
  std::vector<std::string> command_line() const;
  Start start();
  Start wait_until_it_answers();
  std::string log() const;

  // Fixed at construction.
  TemporaryDirectory directory_;
  std::vector<std::string> arguments_;
  Tls tls_;

  int port_ = 0;
  int tls_port_ = 0;
  pid_t pid_ = -1;
};

}  // namespace stoa::test
