#include "keyspace/embedded/embedded_tx.h"

#include "keyspace/embedded/writer.h"

#include <cmath>
#include <stdexcept>

namespace stoa::keyspace::embedded {
namespace {

using Operation = WritePlan::Operation;

double a_number(double number) {
  if (std::isnan(number)) throw std::invalid_argument("a score that is not a number");
  return number;
}

}  // namespace

Result<void> EmbeddedTx::finish() {
  Writer writer(engine_.objects, engine_.journal, now_);
  return engine_.plan.carry_out(engine_.objects, writer);
}

void EmbeddedTx::plan(Operation operation, const KeyName& key, const WritePlan::Operands& operands) {
  law_.writes();
  engine_.plan.add(engine_.objects, operation, key, operands);
}

void EmbeddedTx::set(const StringKey& key, std::string_view value) {
  plan(Operation::Set, key, {.value = value});
}
void EmbeddedTx::set_until(const StringKey& key, std::string_view value, Time expires) {
  set(key, value);
  expire_at(key, expires);
}
void EmbeddedTx::increment(const StringKey& key, std::int64_t by) {
  plan(Operation::Increment, key, {.number = by});
}

void EmbeddedTx::hset(const HashKey& key, std::string_view field, std::string_view value) {
  plan(Operation::HashSet, key, {.element = field, .value = value});
}
void EmbeddedTx::hset(const HashKey& key, std::span<const Field> fields) {
  law_.writes();
  for (const Field& field : fields) hset(key, field.name, field.value);
}
void EmbeddedTx::hdel(const HashKey& key, std::string_view field) {
  plan(Operation::HashDelete, key, {.element = field});
}
void EmbeddedTx::hincrement(const HashKey& key, std::string_view field, std::int64_t by) {
  plan(Operation::HashIncrement, key, {.element = field, .number = by});
}

void EmbeddedTx::sadd(const SetKey& key, std::string_view member) {
  plan(Operation::SetAdd, key, {.element = member});
}
void EmbeddedTx::srem(const SetKey& key, std::string_view member) {
  plan(Operation::SetRemove, key, {.element = member});
}

void EmbeddedTx::zadd(const SortedSetKey& key, std::string_view member, double score) {
  plan(Operation::SortedAdd, key, {.element = member, .score = a_number(score)});
}
void EmbeddedTx::zadd_greater(const SortedSetKey& key, std::string_view member, double score) {
  plan(Operation::SortedAddGreater, key, {.element = member, .score = a_number(score)});
}
void EmbeddedTx::zincrement(const SortedSetKey& key, std::string_view member, double by) {
  plan(Operation::SortedIncrement, key, {.element = member, .score = a_number(by)});
}
void EmbeddedTx::zrem(const SortedSetKey& key, std::string_view member) {
  plan(Operation::SortedRemove, key, {.element = member});
}
void EmbeddedTx::zrem_by_rank(const SortedSetKey& key, std::int64_t start, std::int64_t stop) {
  plan(Operation::SortedRemoveByRank, key, {.number = start, .stop = stop});
}
void EmbeddedTx::zrem_by_score(const SortedSetKey& key, const ScoreRange& range) {
  plan(Operation::SortedRemoveByScore, key, {.range = range});
}

void EmbeddedTx::lpush(const ListKey& key, std::string_view value) {
  plan(Operation::ListPushFront, key, {.element = value});
}
void EmbeddedTx::rpush(const ListKey& key, std::string_view value) {
  plan(Operation::ListPushBack, key, {.element = value});
}
void EmbeddedTx::ltrim(const ListKey& key, std::int64_t start, std::int64_t stop) {
  plan(Operation::ListTrim, key, {.number = start, .stop = stop});
}
void EmbeddedTx::lrem(const ListKey& key, std::int64_t count, std::string_view value) {
  plan(Operation::ListRemove, key, {.element = value, .number = count});
}

void EmbeddedTx::del(const KeyName& key) {
  plan(Operation::Delete, key);
}
void EmbeddedTx::expire_at(const KeyName& key, Time time) {
  plan(Operation::ExpireAt, key, {.moment = time});
}
void EmbeddedTx::persist(const KeyName& key) {
  plan(Operation::Persist, key);
}

}  // namespace stoa::keyspace::embedded
