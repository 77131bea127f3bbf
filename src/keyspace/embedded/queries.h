#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "keyspace/embedded/objects.h"
#include "keyspace/embedded/random.h"
#include "keyspace/keyspace.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::keyspace::embedded {

/// The reading commands, each as Redis does it, at one moment. Needs the keyspace's lock, shared.
class Queries {
 public:
  Queries(const Objects& objects, Time now) : objects_(objects), now_(now) {}

  Result<std::optional<std::string>> get(std::string_view name) const;

  Result<std::optional<std::string>> hget(std::string_view name, std::string_view field) const;
  Result<std::vector<std::optional<std::string>>> hget_many(std::string_view name,
                                                            std::span<const std::string> fields) const;
  Result<std::vector<Field>> hgetall(std::string_view name) const;

  Result<bool> sismember(std::string_view name, std::string_view member) const;
  /// With the member's hash, for whoever asks many sets for one.
  Result<bool> sismember(std::string_view name, std::string_view member, std::uint64_t hash) const;
  Result<std::vector<bool>> sismember_many(std::string_view name, std::span<const std::string> members) const;
  Result<std::vector<std::string>> smembers(std::string_view name) const;
  Result<std::vector<std::string>> srandmember(std::string_view name, std::size_t count, Random&) const;

  Result<std::optional<double>> zscore(std::string_view name, std::string_view member) const;
  Result<std::vector<std::optional<double>>> zscore_many(std::string_view name,
                                                         std::span<const std::string> members) const;
  Result<std::optional<std::size_t>> zrank(std::string_view name, std::string_view member, Order) const;
  Result<std::size_t> zcount(std::string_view name, const ScoreRange&) const;
  Result<std::vector<Scored>> zrange(std::string_view name, std::int64_t start, std::int64_t stop,
                                     Order) const;
  Result<std::vector<Scored>> zrange_by_score(std::string_view name, const ScoreRange&, Order, Limit) const;
  Result<std::vector<std::string>> zrandmember(std::string_view name, std::size_t count, Random&) const;

  Result<std::vector<std::string>> lrange(std::string_view name, std::int64_t start, std::int64_t stop) const;

  /// How many elements a key of this type has.
  Result<std::size_t> size(std::string_view name, Type) const;
  bool exists(std::string_view name) const { return find(name) != nullptr; }
  std::optional<Type> type(std::string_view name) const;
  std::optional<Time> expiry(std::string_view name) const;

 private:
  const Object* find(std::string_view name) const { return objects_.find_live(name, now_); }
  /// Null when missing; an Error when it has another type.
  Result<const Object*> find(std::string_view name, Type) const;

  const Objects& objects_;
  const Time now_;
};

}  // namespace stoa::keyspace::embedded
