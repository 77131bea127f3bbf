#include "base/bson.h"
#include "base/schema_of.h"
#include "closed_loop.h"
#include "documents.h"
#include "engines.h"
#include "keyspace/embedded/random.h"
#include "records/collections.h"
#include "sessions.h"
#include "support/redis_server.h"
#include "workloads.h"

#include <fmt/format.h>
#include <jemalloc/jemalloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

namespace stoa::bench {
namespace {

std::size_t resident_bytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// What `measure` gives in a process of its own, so that no earlier benchmark's memory is in the figure.
double in_child(const std::function<double()>& measure) {
  int channel[2];
  if (::pipe(channel) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    double value = 0;
    try {
      value = measure();
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      ::_exit(1);
    }
    const bool sent = ::write(channel[1], &value, sizeof value) == sizeof value;
    ::_exit(sent ? 0 : 1);
  }
  ::close(channel[1]);
  double value = 0;
  const bool received = ::read(channel[0], &value, sizeof value) == sizeof value;
  ::close(channel[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!received || status != 0) throw std::runtime_error("the measuring process failed");
  return value;
}

/// Until the merging of files that follows a bulk fill is done: what is measured is a store that has been
/// running.
void wait_until_idle() {
  const auto busy = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  };
  for (int seconds = 0; seconds < 120; ++seconds) {
    const double before = busy();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    if (busy() - before < 0.05) return;
  }
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

double page_views_a_second(const std::filesystem::path& directory, std::uint64_t sessions,
                           std::uint64_t items) {
  return in_child([&] {
    const Engines engines(directory);
    keyspace::embedded::Random random(3);
    double now = 1'800'000'000;
    return closed_loop(*engines.store, [&](int) {
      page_view(*engines.keyspace, session_token(random.below(sessions)), item_id(random.below(items)),
                now += 1e-5);
    });
  });
}

void build(const std::filesystem::path& directory, std::uint64_t sessions, std::uint64_t items,
           std::uint64_t products) {
  in_child([&] {
    const Engines engines(directory);
    fill(*engines.keyspace, sessions, items);
    const Time now = Clock::system().now();
    for (std::uint64_t start = 0; start < products; start += 100)
      must(engines.records->transact(
          [&](records::Tx& tx) -> Result<void> {
            for (std::uint64_t i = start; i < start + 100; ++i)
              STOA_TRY(tx.insert(records::collections::products(), write_bson(make_product(i, now, 10))));
            return {};
          },
          Durability::Relaxed));
    wait_until_idle();
    return 0.0;
  });
}

}  // namespace

std::vector<Figure> bench_memory() {
  constexpr std::uint64_t kSessions = 1'000'000;
  const test::TemporaryDirectory directory;
  build(directory.path() / "empty", 0, 0, 0);
  build(directory.path() / "full", kSessions, 0, 0);
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
  build(directory.path() / "data", 1'000'000, 100'000, 100'000);
  return {{"start, 1 M sessions, 100,000 items", seconds_to_open(directory.path() / "data"), "s", "", 0, 5.0,
           Figure::Better::Lower}};
}

std::vector<Figure> bench_growth() {
  const test::TemporaryDirectory directory;
  build(directory.path() / "small", 5'000, 1'000, 0);
  build(directory.path() / "large", 5'000'000, 1'000'000, 0);
  const double small = page_views_a_second(directory.path() / "small", 5'000, 1'000);
  const double large = page_views_a_second(directory.path() / "large", 5'000'000, 1'000'000);
  return {{"page view, 5 M sessions, 1 M items", large, "/s", "5,000 and 1,000", small, 0.8}};
}

}  // namespace stoa::bench
