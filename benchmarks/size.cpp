#include "engines.h"
#include "large_store.h"
#include "sessions.h"
#include "support/redis_server.h"
#include "workloads.h"

#include <fmt/format.h>
#include <jemalloc/jemalloc.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace stoa::bench {
namespace {

std::size_t resident_bytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

double seconds_to_open(const std::filesystem::path& directory) {
  return in_child([&] {
    const auto start = std::chrono::steady_clock::now();
    const Engines engines(directory);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  });
}

double resident_when_open(const std::filesystem::path& directory) {
  return in_child([&] {
    const Engines engines(directory);
    wait_until_idle();
    // In the server a thread of jemalloc's does this within seconds; it does not survive the fork.
    if (::mallctl(fmt::format("arena.{}.purge", MALLCTL_ARENAS_ALL).c_str(), nullptr, nullptr, nullptr, 0) !=
        0)
      throw std::runtime_error("no purge");
    return static_cast<double>(resident_bytes(::getpid()));
  });
}

}  // namespace

std::vector<Figure> bench_memory() {
  constexpr std::uint64_t kSessions = 1'000'000;
  const test::TemporaryDirectory directory;
  build_store(directory.path() / "empty", 0, 0, 0);
  build_store(directory.path() / "full", kSessions, 0, 0);
  const double ours =
      resident_when_open(directory.path() / "full") - resident_when_open(directory.path() / "empty");

  const test::RedisServer redis;
  const auto before = static_cast<double>(resident_bytes(redis.pid()));
  fill(redis.socket(), kSessions, 0);
  const double theirs = static_cast<double>(resident_bytes(redis.pid())) - before;
  const auto count = static_cast<double>(kSessions);
  return {{"memory per session", ours / count, "bytes", "redis", theirs / count, 0.8, Figure::Better::Lower}};
}

std::vector<Figure> bench_start() {
  const test::TemporaryDirectory directory;
  build_store(directory.path() / "data", 1'000'000, 100'000, 100'000);
  return {{"start, 1 M sessions, 100,000 items", seconds_to_open(directory.path() / "data"), "s", "", 0, 5.0,
           Figure::Better::Lower}};
}

}  // namespace stoa::bench
