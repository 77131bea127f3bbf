#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>

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
    return static_cast<double>(resident_bytes(::getpid()));
  });
}

double page_views_a_second(const std::filesystem::path& directory, std::uint64_t sessions, std::uint64_t items) {
  return in_child([&] {
    const Engines engines(directory);
    keyspace::embedded::Random random(3);
    double now = 1'800'000'000;
    return closed_loop(*engines.store, [&](int) {
      page_view(*engines.keyspace, session_token(random.below(sessions)), item_id(random.below(items)), now += 1e-5);
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
    return 0.0;
  });
}

Figure memory_per_session(const std::filesystem::path& directory, const std::filesystem::path& empty,
                          std::uint64_t sessions) {
  const double ours = resident_when_open(directory) - resident_when_open(empty);
  const test::RedisServer redis;
  const auto before = static_cast<double>(resident_bytes(redis.pid()));
  fill(redis.socket(), sessions, 0);
  const double theirs = static_cast<double>(resident_bytes(redis.pid())) - before;
  const auto count = static_cast<double>(sessions);
  return {"memory per session", ours / count, "bytes", "redis", theirs / count, 0.8, Figure::Better::Lower};
}

}  // namespace

std::vector<Figure> bench_size() {
  const test::TemporaryDirectory directory;
  const auto at = [&](const char* name) { return directory.path() / name; };
  build(at("empty"), 0, 0, 0);
  build(at("million"), 1'000'000, 0, 0);
  std::vector<Figure> figures{memory_per_session(at("million"), at("empty"), 1'000'000)};
  build(at("million"), 0, 100'000, 100'000);
  figures.push_back({"start, 1 M sessions, 100,000 items", seconds_to_open(at("million")), "s", "", 0, 5.0,
                     Figure::Better::Lower});
  build(at("small"), 5'000, 1'000, 0);
  build(at("large"), 5'000'000, 1'000'000, 0);
  const double small = page_views_a_second(at("small"), 5'000, 1'000);
  const double large = page_views_a_second(at("large"), 5'000'000, 1'000'000);
  figures.push_back({"page view, 5 M sessions, 1 M items", large, "/s", "5,000 sessions, 1,000 items", small, 0.8});
  return figures;
}

}  // namespace stoa::bench
