#include "base/durable_progress.h"
#include "engines.h"
#include "hello_server.h"
#include "http_load.h"
#include "keyspace/keys.h"
#include "nginx.h"
#include "workloads.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::bench {
namespace {
using namespace std::chrono_literals;

constexpr int kConnections = 64;
constexpr int kRounds = 3;
constexpr auto kRound = 1500ms;

const std::string& page() {
  static const std::string body(1024, 'x');
  return body;
}

/// Hello, each of whose answers waits for a write of its own.
class ParkedHello final : public http::Application {
 public:
  explicit ParkedHello(keyspace::Keyspace& keyspace) : keyspace_(keyspace), hello_(page()) {}

  std::variant<http::Plan, http::Response> plan(const http::Request& request) override {
    return hello_.plan(request);
  }
  http::Response handle(http::Request& request) override {
    const auto number = ++requests_;
    must(keyspace_.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
      tx.hset(keyspace::HashKey("cart:", fmt::format("{:036}", number % 10'000)), "65a0c0ffee65a0c0ffee0001",
              std::to_string(number % 999 + 1));
      return {};
    }));
    return hello_.handle(request);
  }
  http::Response refuse(const http::Request& request, int status, std::string_view code,
                        std::string_view detail) override {
    return hello_.refuse(request, status, code, detail);
  }
  void answered(const http::Request&, const http::Response&, std::chrono::nanoseconds) override {}

 private:
  keyspace::Keyspace& keyspace_;
  Hello hello_;
  std::uint64_t requests_ = 0;
};

HelloServer::Serve hello(std::optional<http::Tls> tls) {
  return [tls](const auto& tell, const auto& wait) {
    Hello application(page());
    DurableProgress progress;
    const auto server = must(http::start_server({.port = 0, .tls = tls}, application, progress));
    tell(server->port());
    wait();
  };
}

HelloServer::Serve parked_hello(const std::filesystem::path& directory) {
  return [directory](const auto& tell, const auto& wait) {
    const Engines engines(directory);
    ParkedHello application(*engines.keyspace);
    const auto server = must(http::start_server({.port = 0}, application, engines.store->progress()));
    tell(server->port());
    wait();
  };
}

/// The best of what was measured: what others did on the machine meanwhile only ever makes it worse.
void keep_best(HttpRate& best, const HttpRate& measured) {
  best.per_second = std::max(best.per_second, measured.per_second);
  best.cpu_microseconds = best.cpu_microseconds == 0
                              ? measured.cpu_microseconds
                              : std::min(best.cpu_microseconds, measured.cpu_microseconds);
}

struct Side {
  int port;
  pid_t process;
};

std::vector<Figure> against_nginx(const std::string& name, Over over, Side ours, Side theirs) {
  HttpRate our_best, their_best;
  for (int round = 0; round < kRounds; ++round) {
    keep_best(their_best,
              http_closed_loop(theirs.port, over, theirs.process, browser_request(), kConnections, kRound));
    keep_best(our_best,
              http_closed_loop(ours.port, over, ours.process, browser_request(), kConnections, kRound));
  }
  return {{name, our_best.per_second, "/s", "nginx", their_best.per_second, 1.0},
          {name + ", CPU a request", our_best.cpu_microseconds, "µs", "nginx", their_best.cpu_microseconds,
           1.0, Figure::Better::Lower}};
}

}  // namespace

std::vector<Figure> bench_hello() {
  const Nginx nginx(page());
  const HelloServer server(hello(std::nullopt));
  return against_nginx("hello, 1 KB", Over::Http, {server.port(), server.pid()},
                       {nginx.port(), nginx.worker()});
}

std::vector<Figure> bench_hello_https() {
  const Nginx nginx(page());
  const test::TemporaryDirectory directory;
  make_certificate(directory.path());
  const HelloServer server(
      hello(http::Tls{directory.path() / "certificate.pem", directory.path() / "key.pem"}));
  return against_nginx("hello, HTTPS", Over::Https, {server.port(), server.pid()},
                       {nginx.tls_port(), nginx.worker()});
}

std::vector<Figure> bench_hello_parked() {
  const test::TemporaryDirectory directory;
  HttpRate plain, parked;
  for (int round = 0; round < kRounds; ++round) {
    const HelloServer reference(hello(std::nullopt));
    keep_best(plain, http_closed_loop(reference.port(), Over::Http, reference.pid(), browser_request(),
                                      kConnections, kRound));
    const HelloServer server(parked_hello(directory.path() / std::to_string(round)));
    keep_best(parked, http_closed_loop(server.port(), Over::Http, server.pid(), browser_request(),
                                       kConnections, kRound));
  }
  return {{"hello, parked until durable", parked.per_second, "/s", "our hello", plain.per_second, 0.35}};
}

}  // namespace stoa::bench
