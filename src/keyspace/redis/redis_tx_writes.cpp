#include "keyspace/redis/redis_tx.h"
#include "keyspace/redis/score_bound.h"

#include <algorithm>
#include <chrono>

namespace stoa::keyspace::redis {
namespace {

std::int64_t milliseconds(Time time) {
  return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

}  // namespace

Commands& RedisTx::next_write() {
  law_.writes();
  if (writes_.empty()) writes_.add("MULTI");
  return writes_;
}

void RedisTx::set(const StringKey& key, std::string_view value) {
  next_write().add("SET", key.name(), value);
}

void RedisTx::set_until(const StringKey& key, std::string_view value, Time expires) {
  // SET refuses a moment before 1970, where any that has passed would do.
  next_write().add("SET", key.name(), value, "PXAT", std::max<std::int64_t>(milliseconds(expires), 1));
}

void RedisTx::increment(const StringKey& key, std::int64_t by) {
  next_write().add("INCRBY", key.name(), by);
}

void RedisTx::hset(const HashKey& key, std::string_view field, std::string_view value) {
  next_write().add("HSET", key.name(), field, value);
}

void RedisTx::hset(const HashKey& key, std::span<const Field> fields) {
  if (fields.empty()) return law_.writes();
  Commands& commands = next_write();
  commands.begin(2 + 2 * fields.size());
  commands.word("HSET");
  commands.word(key.name());
  for (const Field& field : fields) {
    commands.word(field.name);
    commands.word(field.value);
  }
}

void RedisTx::hdel(const HashKey& key, std::string_view field) {
  next_write().add("HDEL", key.name(), field);
}

void RedisTx::hincrement(const HashKey& key, std::string_view field, std::int64_t by) {
  next_write().add("HINCRBY", key.name(), field, by);
}

void RedisTx::sadd(const SetKey& key, std::string_view member) {
  next_write().add("SADD", key.name(), member);
}

void RedisTx::srem(const SetKey& key, std::string_view member) {
  next_write().add("SREM", key.name(), member);
}

void RedisTx::zadd(const SortedSetKey& key, std::string_view member, double score) {
  must_be_number(score);
  next_write().add("ZADD", key.name(), score, member);
}

void RedisTx::zadd_greater(const SortedSetKey& key, std::string_view member, double score) {
  must_be_number(score);
  next_write().add("ZADD", key.name(), "GT", score, member);
}

void RedisTx::zincrement(const SortedSetKey& key, std::string_view member, double by) {
  must_be_number(by);
  next_write().add("ZINCRBY", key.name(), by, member);
}

void RedisTx::zrem(const SortedSetKey& key, std::string_view member) {
  next_write().add("ZREM", key.name(), member);
}

void RedisTx::zrem_by_rank(const SortedSetKey& key, std::int64_t start, std::int64_t stop) {
  next_write().add("ZREMRANGEBYRANK", key.name(), start, stop);
}

void RedisTx::zrem_by_score(const SortedSetKey& key, const ScoreRange& range) {
  const std::string min = min_bound(range), max = max_bound(range);
  next_write().add("ZREMRANGEBYSCORE", key.name(), min, max);
}

void RedisTx::lpush(const ListKey& key, std::string_view value) {
  next_write().add("LPUSH", key.name(), value);
}

void RedisTx::rpush(const ListKey& key, std::string_view value) {
  next_write().add("RPUSH", key.name(), value);
}

void RedisTx::ltrim(const ListKey& key, std::int64_t start, std::int64_t stop) {
  next_write().add("LTRIM", key.name(), start, stop);
}

void RedisTx::lrem(const ListKey& key, std::int64_t count, std::string_view value) {
  // LREM refuses the one number that has no positive counterpart.
  next_write().add("LREM", key.name(), std::max(count, -INT64_MAX), value);
}

void RedisTx::del(const KeyName& key) {
  next_write().add("UNLINK", key.name());
}

void RedisTx::expire_at(const KeyName& key, Time time) {
  next_write().add("PEXPIREAT", key.name(), milliseconds(time));
}

void RedisTx::persist(const KeyName& key) {
  next_write().add("PERSIST", key.name());
}

}  // namespace stoa::keyspace::redis
