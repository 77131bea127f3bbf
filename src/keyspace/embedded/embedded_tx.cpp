#include "keyspace/embedded/embedded_tx.h"

#include <cmath>
#include <stdexcept>

namespace stoa::keyspace::embedded {
namespace {

void refuse_nan(double number) {
  if (std::isnan(number)) throw std::invalid_argument("a score that is not a number");
}

}  // namespace

template <class Write>
void EmbeddedTx::write(Write&& write) {
  law_.writes();
  if (failure_) return;
  auto outcome = write();
  if (!outcome.ok()) failure_ = std::move(outcome).error();
}

void EmbeddedTx::set(const StringKey& key, std::string_view value) {
  law_.writes();
  if (!failure_) writer_.set(key.name(), value);
}

void EmbeddedTx::set_until(const StringKey& key, std::string_view value, Time expires) {
  set(key, value);
  expire_at(key, expires);
}

void EmbeddedTx::increment(const StringKey& key, std::int64_t by) {
  write([&] { return writer_.increment(key.name(), by); });
}

void EmbeddedTx::hset(const HashKey& key, std::string_view field, std::string_view value) {
  write([&] { return writer_.hset(key.name(), field, value); });
}

void EmbeddedTx::hset(const HashKey& key, std::span<const Field> fields) {
  law_.writes();
  for (const Field& field : fields) hset(key, field.name, field.value);
}

void EmbeddedTx::hdel(const HashKey& key, std::string_view field) {
  write([&] { return writer_.hdel(key.name(), field); });
}

void EmbeddedTx::hincrement(const HashKey& key, std::string_view field, std::int64_t by) {
  write([&] { return writer_.hincrement(key.name(), field, by); });
}

void EmbeddedTx::sadd(const SetKey& key, std::string_view member) {
  write([&] { return writer_.sadd(key.name(), member); });
}

void EmbeddedTx::srem(const SetKey& key, std::string_view member) {
  write([&] { return writer_.srem(key.name(), member); });
}

void EmbeddedTx::zadd(const SortedSetKey& key, std::string_view member, double score) {
  refuse_nan(score);
  write([&] { return writer_.zadd(key.name(), member, score); });
}

void EmbeddedTx::zadd_greater(const SortedSetKey& key, std::string_view member, double score) {
  refuse_nan(score);
  write([&] { return writer_.zadd(key.name(), member, score, Writer::When::Greater); });
}

void EmbeddedTx::zincrement(const SortedSetKey& key, std::string_view member, double by) {
  refuse_nan(by);
  write([&] { return writer_.zincrement(key.name(), member, by); });
}

void EmbeddedTx::zrem(const SortedSetKey& key, std::string_view member) {
  write([&] { return writer_.zrem(key.name(), member); });
}

void EmbeddedTx::zrem_by_rank(const SortedSetKey& key, std::int64_t start, std::int64_t stop) {
  write([&] { return writer_.zrem_by_rank(key.name(), start, stop); });
}

void EmbeddedTx::zrem_by_score(const SortedSetKey& key, const ScoreRange& range) {
  write([&] { return writer_.zrem_by_score(key.name(), range); });
}

void EmbeddedTx::lpush(const ListKey& key, std::string_view value) {
  write([&] { return writer_.lpush(key.name(), value); });
}

void EmbeddedTx::rpush(const ListKey& key, std::string_view value) {
  write([&] { return writer_.rpush(key.name(), value); });
}

void EmbeddedTx::ltrim(const ListKey& key, std::int64_t start, std::int64_t stop) {
  write([&] { return writer_.ltrim(key.name(), start, stop); });
}

void EmbeddedTx::lrem(const ListKey& key, std::int64_t count, std::string_view value) {
  write([&] { return writer_.lrem(key.name(), count, value); });
}

void EmbeddedTx::del(const KeyName& key) {
  law_.writes();
  if (!failure_) writer_.del(key.name());
}

void EmbeddedTx::expire_at(const KeyName& key, Time time) {
  law_.writes();
  if (!failure_) writer_.expire_at(key.name(), time);
}

void EmbeddedTx::persist(const KeyName& key) {
  law_.writes();
  if (!failure_) writer_.persist(key.name());
}

}  // namespace stoa::keyspace::embedded
