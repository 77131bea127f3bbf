#include "base/durable_progress.h"
#include "engines.h"
#include "hello_server.h"
#include "http_load.h"
#include "support/http_client.h"
#include "workloads.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <vector>

namespace stoa::bench {
namespace {

constexpr std::size_t kIdle = 10'000;

double resident_bytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  double total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// As many as this process may open, leaving some for itself.
std::size_t allowed_connections() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return std::min<std::size_t>(kIdle, limit.rlim_cur - 200);
}

}  // namespace

/// Connections that have had an answer and lie idle, as a browser's do.
std::vector<Figure> bench_idle_connections() {
  const std::size_t count = allowed_connections();
  const HelloServer server([](const auto& tell, const auto& wait) {
    Hello application(std::string(1024, 'x'));
    DurableProgress progress;
    const auto started = must(http::start_server({.port = 0}, application, progress));
    tell(started->port());
    wait();
  });
  test::HttpClient(server.port()).get("/");
  const double before = resident_bytes(server.pid());
  std::vector<std::unique_ptr<test::HttpClient>> clients;
  for (std::size_t i = 0; i < count; ++i) {
    clients.push_back(std::make_unique<test::HttpClient>(server.port()));
    clients.back()->send(browser_request());
    clients.back()->receive();
  }
  const double each = (resident_bytes(server.pid()) - before) / static_cast<double>(count);
  return {{fmt::format("memory, {} idle connections", count), each, "bytes each", "", 0, 2048,
           Figure::Better::Lower}};
}

}  // namespace stoa::bench
