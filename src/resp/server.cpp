#include "resp/server.h"

#include "resp/loop.h"

#include <fmt/format.h>

#include <thread>

namespace stoa::resp {
namespace {

class Server final : public RespServer {
 public:
  Server(std::unique_ptr<Loop> loop, std::uint16_t port)
      : port_(port), loop_(std::move(loop)), thread_([this] { loop_->run(); }) {}
  ~Server() override { stop(); }

  std::uint16_t port() const override { return port_; }
  std::size_t clients() const override { return loop_->clients(); }
  void stop() override {
    loop_->stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  const std::uint16_t port_;
  const std::unique_ptr<Loop> loop_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<RespServer>> start_resp(const RespOptions& options, keyspace::Door& door,
                                               DurableProgress& progress, Logger log) {
  Listener listener = STOA_TRY(listen_on(options.address, options.port));
  if (!listener.loopback && options.password.empty())
    return Error{Error::Kind::Invalid, "resp.password",
                 fmt::format("resp.address {} can be reached by others, and there is no password; set "
                             "resp.password, or listen on 127.0.0.1",
                             options.address)};
  const std::uint16_t port = listener.port;
  auto loop = STOA_TRY(Loop::open(options, door, progress, std::move(listener), log));
  return std::unique_ptr<RespServer>(std::make_unique<Server>(std::move(loop), port));
}

}  // namespace stoa::resp
