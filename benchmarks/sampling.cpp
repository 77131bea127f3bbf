#include "closed_loop.h"
#include "engines.h"
#include "keyspace/keys.h"
#include "redis_load.h"
#include "support/redis_server.h"
#include "workloads.h"

namespace stoa::bench {
namespace {

constexpr std::uint64_t kPosts = 50'000;
constexpr int kCategories = 5;

std::string post_id(int category, std::uint64_t number) {
  return std::to_string(category * 1'000'000 + number);
}

}  // namespace

std::vector<Figure> bench_sampling() {
  const test::TemporaryDirectory directory;
  const Engines engines(directory.path() / "data");
  for (int category = 1; category <= kCategories; ++category)
    for (std::uint64_t start = 0; start < kPosts; start += 1000)
      must(engines.keyspace->transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
        for (std::uint64_t i = start; i < start + 1000; ++i)
          tx.zadd(keyspace::keys::recent_posts(category), post_id(category, i), static_cast<double>(i % 30));
        return {};
      }));
  const std::vector<keyspace::SortedSetKey> pools{
      keyspace::keys::recent_posts(1), keyspace::keys::recent_posts(3), keyspace::keys::recent_posts(5)};
  const double ours = closed_loop(*engines.store, [&](int) {
    if (must(engines.keyspace->read().zrandmember_many(pools, 100))[2].size() != 100)
      throw std::runtime_error("a sample is too small");
  });

  const test::RedisServer redis;
  redis_fill(redis.socket(), kPosts * kCategories, [](std::uint64_t i, Pipeline& pipeline) {
    const int category = static_cast<int>(i / kPosts) + 1;
    pipeline.add({"ZADD", "recent_posts_for_category" + std::to_string(category), std::to_string(i % 30),
                  post_id(category, i % kPosts)});
  });
  const double theirs = redis_closed_loop(redis.socket(), [](int, Pipeline& pipeline) {
    for (const char* category : {"1", "3", "5"})
      pipeline.add({"ZRANDMEMBER", std::string("recent_posts_for_category") + category, "100"});
  });
  return {{"sampling 3 × 100 of 50,000", ours, "/s", "redis", theirs, 8.0}};
}

}  // namespace stoa::bench
