#include "engines.h"
#include "hello_server.h"
#include "http_load.h"
#include "resp/server.h"
#include "rounds.h"
#include "support/child_process.h"
#include "support/redis_server.h"
#include "support/temporary_directory.h"
#include "workloads.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace stoa::bench {
namespace {

/// Short ones and many: the rates of one server in two rounds differ by more than those of the two servers.
constexpr int kComparisons = 25;

/// Our door in a process of its own, on the server's core.
class Door {
 public:
  explicit Door(Durability durability)
      : server_([this, durability](const auto& tell, const auto& wait) {
          const Engines engines(directory_.path() / "data");
          resp::RespOptions options;
          options.mode = resp::RespOptions::Mode::Write;
          options.port = 0;
          options.durability = durability;
          const auto server = must(resp::start_resp(options, *engines.keyspace->door(),
                                                    engines.store->progress(), Logger::silent()));
          tell(server->port());
          wait();
        }) {}
  int port() const { return server_.port(); }

 private:
  test::TemporaryDirectory directory_;
  HelloServer server_;
};

/// Redis with the same promise, on the server's core.
test::RedisServer redis_that_syncs(const char* when) {
  stay_on(Core::Server);
  return test::RedisServer(
      {"--appendonly", "yes", "--appendfsync", when, "--auto-aof-rewrite-percentage", "0"});
}

struct Work {
  std::string test;
  int pipeline;
  int requests;
};

/// Requests a second as redis-benchmark counts them, from the client's core.
double rate_of(int port, const Work& work) {
  stay_on(Core::Client);
  test::ChildProcess load({"redis-benchmark", "-p", std::to_string(port), "-c", "50", "-r", "100000", "-n",
                           std::to_string(work.requests), "-P", std::to_string(work.pipeline), "-t",
                           work.test, "--csv"});
  if (load.wait(std::chrono::seconds(120)) != 0) throw std::runtime_error(load.output());
  stay_nowhere();
  // The last line's second column: "SET","38565.37",…
  const std::string& csv = load.output();
  const std::size_t line = csv.rfind('\n', csv.size() - 2) + 1;
  const std::size_t column = csv.find(",\"", line) + 2;
  return std::stod(csv.substr(column));
}

Figure compare(const Door& door, const test::RedisServer& redis, const Work& work, const std::string& name,
               const std::string& reference) {
  return median_of_rounds(kComparisons, [&] {
    const double theirs = rate_of(redis.port(), work);
    return Figure{name, rate_of(door.port(), work), "/s", reference, theirs, 1.0};
  });
}

}  // namespace

std::vector<Figure> bench_resp() {
  std::vector<Figure> figures;
  {
    const Door door(Durability::Relaxed);
    const auto redis = redis_that_syncs("everysec");
    for (const int pipeline : {1, 16})
      for (const char* test : {"set", "get", "incr", "hset", "zadd", "lpush", "lrange_100"}) {
        const Work work{test, pipeline, pipeline == 1 ? 20'000 : 100'000};
        figures.push_back(compare(door, redis, work, fmt::format("redis-benchmark {}, -P {}", test, pipeline),
                                  "redis everysec"));
      }
  }
  const Door door(Durability::Durable);
  const auto redis = redis_that_syncs("always");
  figures.push_back(compare(door, redis, {"set", 1, 10'000}, "redis-benchmark set, durable", "redis always"));
  return figures;
}

}  // namespace stoa::bench
