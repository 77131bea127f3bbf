#include "hello_server.h"

#include "http_load.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

namespace stoa::bench {
namespace {

[[noreturn]] void become(const HelloServer::Serve& serve, int ports, int alive) {
  try {
    stay_on(Core::Server);
    serve([&](int port) { [[maybe_unused]] const auto sent = ::write(ports, &port, sizeof port); },
          [&] {
            char ignored;
            [[maybe_unused]] const auto end = ::read(alive, &ignored, 1);
          });
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
  ::_exit(0);
}

}  // namespace

HelloServer::HelloServer(const Serve& serve) {
  int ports[2], alive[2];
  if (::pipe(ports) != 0 || ::pipe(alive) != 0) throw std::runtime_error("no pipe");
  pid_ = ::fork();
  if (pid_ == 0) {
    ::close(alive[1]);
    become(serve, ports[1], alive[0]);
  }
  ::close(ports[1]);
  ::close(alive[0]);
  alive_ = alive[1];
  const bool started = ::read(ports[0], &port_, sizeof port_) == sizeof port_;
  ::close(ports[0]);
  if (!started) throw std::runtime_error("the server to be measured did not start");
}

HelloServer::~HelloServer() {
  ::close(alive_);
  ::waitpid(pid_, nullptr, 0);
}

}  // namespace stoa::bench
