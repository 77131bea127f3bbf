#include "keyspace/embedded/write_plan.h"

#include "keyspace/embedded/name_hash.h"

namespace stoa::keyspace::embedded {
namespace {

/// Below this everything is in the processor's caches, and asking for it costs more than it saves.
constexpr std::size_t kManyKeys = 20'000;
/// More than these at once would push one another out of the nearest cache before they are used.
constexpr std::size_t kAtOnce = 32;

/// A block of up to two lines.
void prefetch_block(const void* block) {
  __builtin_prefetch(block);
  __builtin_prefetch(static_cast<const char*>(block) + 64);
}

Result<void> done(bool) {
  return {};
}
template <class T>
Result<void> done(Result<T> outcome) {
  if (!outcome.ok()) return std::move(outcome).error();
  return {};
}

}  // namespace

void WritePlan::add(const Objects& objects, Operation operation, const KeyName& key,
                    const Operands& operands) {
  const std::string_view name = key.name();
  const std::uint64_t hash = name_hash(name);
  const bool again = !writes_.empty() && writes_.back().key_hash == hash && operands.score == 0;
  objects.prefetch(hash);
  writes_.push_back({.operation = operation,
                     .stage = again ? Stage::Done : Stage::Key,
                     .name_size = static_cast<std::uint32_t>(name.size()),
                     .element_size = static_cast<std::uint32_t>(operands.element.size()),
                     .value_size = static_cast<std::uint32_t>(operands.value.size()),
                     .texts_at = texts_.size(),
                     .key_hash = hash,
                     .element_hash = 0,
                     .object = nullptr,
                     .from = {},
                     .to = {},
                     .operands = operands});
  texts_.append(name).append(operands.element).append(operands.value);
  // A key that everybody uses is near: its element can be asked for at once.
  if (key.tagged() || again || objects.size() < kManyKeys) return;
  step(objects, writes_.back());
  step(objects, writes_.back());
}

void WritePlan::clear() {
  writes_.clear();
  texts_.clear();
}

Result<void> WritePlan::carry_out(const Objects& objects, Writer& writer) {
  if (objects.size() >= kManyKeys && writes_.size() <= kAtOnce) warm(objects);
  Result<void> outcome;
  for (const Write& write : writes_) {
    outcome = carry_out(writer, write);
    if (!outcome.ok()) break;
  }
  clear();
  return outcome;
}

/// Every write goes one step further in each round; a step's wait for memory passes while the others take
/// theirs.
void WritePlan::warm(const Objects& objects) {
  for (bool going = true; going;) {
    going = false;
    for (Write& write : writes_) {
      if (write.stage == Stage::Done) continue;
      step(objects, write);
      going = true;
    }
  }
}

void WritePlan::step(const Objects& objects, Write& write) const {
  switch (write.stage) {
    case Stage::Key:
      write.object = objects.candidate(write.key_hash);
      if (write.object) prefetch_block(write.object);
      write.stage = write.object ? Stage::Object : Stage::Done;
      return;
    case Stage::Object:
      return step_into(write);
    case Stage::Element:
      return step_to_element(write);
    case Stage::Member:
      return step_to_order(write);
    case Stage::Order: {
      const bool from = write.from.step(element(write)), to = write.to.step(element(write));
      if (!from && !to) write.stage = Stage::Done;
      return;
    }
    case Stage::Done:
      return;
  }
}

void WritePlan::step_into(Write& write) const {
  write.stage = Stage::Done;
  const Object& object = *write.object;
  if (object.type() == Type::List) return object.list().prefetch_head();
  if (object.type() == Type::String) return __builtin_prefetch(object.text());
  if (write.element_size == 0) return;
  write.element_hash = name_hash(element(write));
  write.stage = Stage::Element;
  if (object.type() == Type::Hash) return object.hash().prefetch(write.element_hash);
  if (object.type() == Type::Set) return object.set().prefetch(write.element_hash);
  object.sorted().members().prefetch(write.element_hash);
}

void WritePlan::step_to_element(Write& write) const {
  write.stage = Stage::Done;
  const Object& object = *write.object;
  if (object.type() == Type::Hash) return prefetch_block(object.hash().candidate(write.element_hash));
  if (object.type() == Type::Set) return prefetch_block(object.set().candidate(write.element_hash));
  const ScoredMember* member = object.sorted().members().candidate(write.element_hash);
  if (!member) return;
  prefetch_block(member);
  write.stage = Stage::Member;
}

/// A moment that is written is newer than all others, and the end of the order is always near: only a sum
/// leads to a place that memory has to be asked for.
void WritePlan::step_to_order(Write& write) const {
  const RankTree& order = write.object->sorted().order();
  const double score = write.object->sorted().members().candidate(write.element_hash)->score;
  using To = RankTree::Approach::To;
  write.from = {order, To::Entry, score, element(write)};
  if (write.operation == Operation::SortedIncrement)
    write.to = {order, To::Gap, score + write.operands.score, element(write)};
  write.stage = Stage::Order;
}

Result<void> WritePlan::carry_out(Writer& writer, const Write& write) const {
  const std::string_view key = name(write), member = element(write);
  const Operands& with = write.operands;
  switch (write.operation) {
    case Operation::Set:
      writer.set(key, value(write));
      return {};
    case Operation::Increment:
      return done(writer.increment(key, with.number));
    case Operation::HashSet:
      return done(writer.hset(key, member, value(write)));
    case Operation::HashDelete:
      return done(writer.hdel(key, member));
    case Operation::HashIncrement:
      return done(writer.hincrement(key, member, with.number));
    case Operation::SetAdd:
      return done(writer.sadd(key, member));
    case Operation::SetRemove:
      return done(writer.srem(key, member));
    case Operation::SortedAdd:
      return done(writer.zadd(key, member, with.score));
    case Operation::SortedAddGreater:
      return done(writer.zadd(key, member, with.score, Writer::When::Greater));
    case Operation::SortedIncrement:
      return done(writer.zincrement(key, member, with.score));
    case Operation::SortedRemove:
      return done(writer.zrem(key, member));
    case Operation::SortedRemoveByRank:
      return done(writer.zrem_by_rank(key, with.number, with.stop));
    case Operation::SortedRemoveByScore:
      return done(writer.zrem_by_score(key, with.range));
    case Operation::ListPushFront:
      return done(writer.lpush(key, member));
    case Operation::ListPushBack:
      return done(writer.rpush(key, member));
    case Operation::ListTrim:
      return writer.ltrim(key, with.number, with.stop);
    case Operation::ListRemove:
      return done(writer.lrem(key, with.number, member));
    case Operation::Delete:
      return done(writer.del(key));
    case Operation::ExpireAt:
      return done(writer.expire_at(key, with.moment));
    case Operation::Persist:
      return done(writer.persist(key));
  }
  return {};
}

}  // namespace stoa::keyspace::embedded
