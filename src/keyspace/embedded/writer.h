#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "keyspace/embedded/journal.h"
#include "keyspace/embedded/objects.h"
#include "keyspace/keyspace.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stoa::keyspace::embedded {

/// The changing commands, each as Redis does it, told to a journal. An Error leaves this command undone; what
/// came before it in the transaction stands until the journal rolls back. Needs the keyspace's lock.
class Writer {
 public:
  Writer(Objects& objects, Journal& journal, Time now) : objects_(objects), journal_(journal), now_(now) {}

  void set(std::string_view name, std::string_view value);
  Result<std::int64_t> increment(std::string_view name, std::int64_t by);

  /// Whether the field is new.
  Result<bool> hset(std::string_view name, std::string_view field, std::string_view value);
  Result<bool> hdel(std::string_view name, std::string_view field);
  Result<std::int64_t> hincrement(std::string_view name, std::string_view field, std::int64_t by);

  Result<bool> sadd(std::string_view name, std::string_view member);
  Result<bool> srem(std::string_view name, std::string_view member);

  enum class When { Always, Greater };
  Result<bool> zadd(std::string_view name, std::string_view member, double score, When = When::Always);
  Result<double> zincrement(std::string_view name, std::string_view member, double by);
  Result<bool> zrem(std::string_view name, std::string_view member);
  Result<std::size_t> zrem_by_rank(std::string_view name, std::int64_t start, std::int64_t stop);
  Result<std::size_t> zrem_by_score(std::string_view name, const ScoreRange&);
  /// Not undone by the journal: for use alone.
  Result<void> zscale(std::string_view name, double factor);

  Result<std::size_t> lpush(std::string_view name, std::string_view value);
  Result<std::size_t> rpush(std::string_view name, std::string_view value);
  Result<void> ltrim(std::string_view name, std::int64_t start, std::int64_t stop);
  Result<std::size_t> lrem(std::string_view name, std::int64_t count, std::string_view value);

  bool del(std::string_view name);
  /// A moment that has passed removes the key. Whether there was one.
  bool expire_at(std::string_view name, Time);
  bool persist(std::string_view name);

  /// Puts a finished sorted set in the place of whatever has its name. Takes ownership.
  void adopt(Object&);
  /// Removes an object whose time is over.
  void drop(Object&);

 private:
  /// The live object or null; one whose time is over is dropped first.
  Object* find(std::string_view name);
  /// Null when missing; an Error when it has another type.
  Result<Object*> find(std::string_view name, Type);
  Result<Object*> find_or_create(std::string_view name, Type);
  void drop_if_empty(Object&);

  void put_score(Object&, std::string_view member, std::uint64_t hash, ScoredMember* found, double score);
  std::size_t zrem_span(Object&, std::size_t first, std::size_t end);
  Result<std::size_t> push(std::string_view name, std::string_view value, bool front);
  void erase_from_list(Object&, std::size_t index);

  Objects& objects_;
  Journal& journal_;
  const Time now_;
};

}  // namespace stoa::keyspace::embedded
