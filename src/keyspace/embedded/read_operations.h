#pragma once
#include "keyspace/embedded/name_hash.h"
#include "keyspace/embedded/queries.h"
#include "keyspace/keyspace.h"

#include <utility>

namespace stoa::keyspace::embedded {

/// One generator a thread: sampling happens under a shared lock.
Random& thread_random();

/// The port's reads, for whoever derives. `Base` is Reader or Tx; `Derived` has `enter(const KeyName&)`,
/// which is told of each key that is about to be read and gives what must be held meanwhile, and `queries()`.
template <class Base, class Derived>
class ReadOperations : public Base {
 public:
  Result<std::optional<std::string>> get(const StringKey& key) override {
    const auto held = self().enter(key);
    return self().queries().get(key.name());
  }
  Result<std::vector<std::optional<std::string>>> get_many(std::span<const StringKey> keys) override {
    return each(keys, [](const Queries& queries, const StringKey& key) { return queries.get(key.name()); });
  }

  Result<std::optional<std::string>> hget(const HashKey& key, std::string_view field) override {
    const auto held = self().enter(key);
    return self().queries().hget(key.name(), field);
  }
  Result<std::vector<std::optional<std::string>>> hget_many(const HashKey& key,
                                                            std::span<const std::string> fields) override {
    const auto held = self().enter(key);
    return self().queries().hget_many(key.name(), fields);
  }
  Result<std::vector<Field>> hgetall(const HashKey& key) override {
    const auto held = self().enter(key);
    return self().queries().hgetall(key.name());
  }
  Result<std::vector<std::vector<Field>>> hgetall_many(std::span<const HashKey> keys) override {
    return each(keys, [](const Queries& queries, const HashKey& key) { return queries.hgetall(key.name()); });
  }
  Result<std::size_t> hlen(const HashKey& key) override { return size(key); }

  Result<bool> sismember(const SetKey& key, std::string_view member) override {
    const auto held = self().enter(key);
    return self().queries().sismember(key.name(), member);
  }
  Result<std::vector<bool>> sismember_many(const SetKey& key, std::span<const std::string> members) override {
    const auto held = self().enter(key);
    return self().queries().sismember_many(key.name(), members);
  }
  Result<std::vector<bool>> sismember_each(std::span<const SetKey> keys, std::string_view member) override {
    return each(keys, [&, hash = name_hash(member)](const Queries& queries, const SetKey& key) {
      return queries.sismember(key.name(), member, hash);
    });
  }
  Result<std::vector<std::string>> smembers(const SetKey& key) override {
    const auto held = self().enter(key);
    return self().queries().smembers(key.name());
  }
  Result<std::size_t> scard(const SetKey& key) override { return size(key); }
  Result<std::vector<std::string>> srandmember(const SetKey& key, std::size_t count) override {
    const auto held = self().enter(key);
    return self().queries().srandmember(key.name(), count, thread_random());
  }

  Result<std::optional<double>> zscore(const SortedSetKey& key, std::string_view member) override {
    const auto held = self().enter(key);
    return self().queries().zscore(key.name(), member);
  }
  Result<std::vector<std::optional<double>>> zscore_many(const SortedSetKey& key,
                                                         std::span<const std::string> members) override {
    const auto held = self().enter(key);
    return self().queries().zscore_many(key.name(), members);
  }
  Result<std::optional<std::size_t>> zrank(const SortedSetKey& key, std::string_view member,
                                           Order order) override {
    const auto held = self().enter(key);
    return self().queries().zrank(key.name(), member, order);
  }
  Result<std::size_t> zcard(const SortedSetKey& key) override { return size(key); }
  Result<std::size_t> zcount(const SortedSetKey& key, const ScoreRange& range) override {
    const auto held = self().enter(key);
    return self().queries().zcount(key.name(), range);
  }
  Result<std::vector<Scored>> zrange(const SortedSetKey& key, std::int64_t start, std::int64_t stop,
                                     Order order) override {
    const auto held = self().enter(key);
    return self().queries().zrange(key.name(), start, stop, order);
  }
  Result<std::vector<Scored>> zrange_by_score(const SortedSetKey& key, const ScoreRange& range, Order order,
                                              Limit limit) override {
    const auto held = self().enter(key);
    return self().queries().zrange_by_score(key.name(), range, order, limit);
  }
  Result<std::vector<std::string>> zrandmember(const SortedSetKey& key, std::size_t count) override {
    const auto held = self().enter(key);
    return self().queries().zrandmember(key.name(), count, thread_random());
  }
  Result<std::vector<std::vector<std::string>>> zrandmember_many(std::span<const SortedSetKey> keys,
                                                                 std::size_t count) override {
    return each(keys, [count](const Queries& queries, const SortedSetKey& key) {
      return queries.zrandmember(key.name(), count, thread_random());
    });
  }

  Result<std::vector<std::string>> lrange(const ListKey& key, std::int64_t start,
                                          std::int64_t stop) override {
    const auto held = self().enter(key);
    return self().queries().lrange(key.name(), start, stop);
  }
  Result<std::size_t> llen(const ListKey& key) override { return size(key); }

  Result<bool> exists(const KeyName& key) override {
    const auto held = self().enter(key);
    return self().queries().exists(key.name());
  }
  Result<std::optional<Type>> type(const KeyName& key) override {
    const auto held = self().enter(key);
    return self().queries().type(key.name());
  }
  Result<std::optional<Time>> expiry(const KeyName& key) override {
    const auto held = self().enter(key);
    return self().queries().expiry(key.name());
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }

  template <Type T>
  Result<std::size_t> size(const Key<T>& key) {
    const auto held = self().enter(key);
    return self().queries().size(key.name(), T);
  }

  /// All keys at one moment.
  template <class AnyKey, class Ask>
  auto each(std::span<const AnyKey> keys, Ask&& ask)
      -> Result<std::vector<typename decltype(ask(std::declval<const Queries&>(), keys[0]))::value_type>> {
    std::vector<typename decltype(ask(std::declval<const Queries&>(), keys[0]))::value_type> out;
    out.reserve(keys.size());
    const auto held = self().enter_all(keys);
    const Queries queries = self().queries();
    for (const AnyKey& key : keys) out.push_back(STOA_TRY(ask(queries, key)));
    return out;
  }
};

}  // namespace stoa::keyspace::embedded
