#include "closed_loop.h"
#include "engines.h"
#include "keyspace/embedded/random.h"
#include "sessions.h"
#include "support/redis_server.h"
#include "workloads.h"

namespace stoa::bench {
namespace {

constexpr std::uint64_t kSessions = 5'000;
constexpr std::uint64_t kItems = 1'000;

}  // namespace

std::vector<Figure> bench_page_view() {
  keyspace::embedded::Random random(1);
  double now = 1'800'000'000;

  const test::TemporaryDirectory directory;
  const Engines engines(directory.path() / "data");
  fill(*engines.keyspace, kSessions, kItems);
  const double ours = closed_loop(*engines.store, [&](int) {
    page_view(*engines.keyspace, session_token(random.below(kSessions)), item_id(random.below(kItems)),
              now += 1e-5);
  });

  const test::RedisServer redis({"--appendonly", "yes", "--appendfsync", "everysec"});
  fill(redis.socket(), kSessions, kItems);
  const double theirs = redis_closed_loop(redis.socket(), [&](int, Pipeline& pipeline) {
    page_view(pipeline, session_token(random.below(kSessions)), item_id(random.below(kItems)), now += 1e-5);
  });
  return {{"page view, relaxed", ours, "/s", "redis everysec", theirs, 3.0}};
}

}  // namespace stoa::bench
