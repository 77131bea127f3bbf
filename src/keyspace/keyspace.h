#pragma once
// keyspace/ is the port to Redis-shaped data. Two engines stand behind it, embedded/ and redis/, with one
// behaviour: every operation answers as the Redis command it is named after. Domain code includes this header
// and keys.h only.

#include "base/clock.h"
#include "base/durability.h"
#include "base/result.h"
#include "keyspace/key.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace stoa::keyspace {

struct Field {
  std::string name;
  std::string value;
  bool operator==(const Field&) const = default;
};

struct Scored {
  std::string member;
  double score;
  bool operator==(const Scored&) const = default;
};

enum class Order { Ascending, Descending };

/// Scores from `min` to `max`, each end included unless it says otherwise.
struct ScoreRange {
  enum class End { Included, Excluded };
  double min;
  double max;
  End min_end = End::Included;
  End max_end = End::Included;
};

/// What to skip and how much to give of a range.
struct Limit {
  std::size_t offset = 0;
  std::size_t count = SIZE_MAX;
};

/// A page of key names. A cursor of 0 starts a scan, and one of 0 that comes back ends it. As with Redis, a
/// key that is there from the first page to the last is given at least once; one that comes or goes meanwhile
/// may or may not be.
struct ScanPage {
  std::uint64_t cursor;
  std::vector<std::string> names;
};

/// Reads. A missing key reads as empty (or nullopt). Every call fails with Unavailable when the engine is
/// away, and with Corrupt (`keyspace.wrong_type`) when somebody else put another type at the key.
class Reader {
 public:
  virtual ~Reader() = default;

  virtual Result<std::optional<std::string>> get(const StringKey&) = 0;
  /// In the keys' order.
  virtual Result<std::vector<std::optional<std::string>>> get_many(std::span<const StringKey>) = 0;

  virtual Result<std::optional<std::string>> hget(const HashKey&, std::string_view field) = 0;
  virtual Result<std::vector<std::optional<std::string>>> hget_many(const HashKey&,
                                                                    std::span<const std::string> fields) = 0;
  /// In no particular order.
  virtual Result<std::vector<Field>> hgetall(const HashKey&) = 0;
  virtual Result<std::vector<std::vector<Field>>> hgetall_many(std::span<const HashKey>) = 0;
  virtual Result<std::size_t> hlen(const HashKey&) = 0;

  virtual Result<bool> sismember(const SetKey&, std::string_view member) = 0;
  virtual Result<std::vector<bool>> sismember_many(const SetKey&, std::span<const std::string> members) = 0;
  /// Whether one member stands in each of several sets, in the keys' order; one round trip.
  virtual Result<std::vector<bool>> sismember_each(std::span<const SetKey>, std::string_view member) = 0;
  virtual Result<std::vector<std::string>> smembers(const SetKey&) = 0;
  virtual Result<std::size_t> scard(const SetKey&) = 0;
  /// Up to `count` different members, each set of them as likely as any other.
  virtual Result<std::vector<std::string>> srandmember(const SetKey&, std::size_t count) = 0;

  virtual Result<std::optional<double>> zscore(const SortedSetKey&, std::string_view member) = 0;
  virtual Result<std::vector<std::optional<double>>> zscore_many(const SortedSetKey&,
                                                                 std::span<const std::string> members) = 0;
  virtual Result<std::optional<std::size_t>> zrank(const SortedSetKey&, std::string_view member, Order) = 0;
  virtual Result<std::size_t> zcard(const SortedSetKey&) = 0;
  virtual Result<std::size_t> zcount(const SortedSetKey&, const ScoreRange&) = 0;
  /// By rank, both ends included, negative ones counted from the end, as Redis's ZRANGE.
  virtual Result<std::vector<Scored>> zrange(const SortedSetKey&, std::int64_t start, std::int64_t stop,
                                             Order) = 0;
  virtual Result<std::vector<Scored>> zrange_by_score(const SortedSetKey&, const ScoreRange&, Order,
                                                      Limit = {}) = 0;
  /// Up to `count` different members, each set of them as likely as any other.
  virtual Result<std::vector<std::string>> zrandmember(const SortedSetKey&, std::size_t count) = 0;
  /// The same from several sets, in the keys' order; one round trip.
  virtual Result<std::vector<std::vector<std::string>>> zrandmember_many(std::span<const SortedSetKey>,
                                                                         std::size_t count) = 0;

  virtual Result<std::vector<std::string>> lrange(const ListKey&, std::int64_t start, std::int64_t stop) = 0;
  virtual Result<std::size_t> llen(const ListKey&) = 0;

  virtual Result<bool> exists(const KeyName&) = 0;
  virtual Result<std::optional<Type>> type(const KeyName&) = 0;
  /// When the key goes, with milliseconds kept; nullopt when it is missing or stays.
  virtual Result<std::optional<Time>> expiry(const KeyName&) = 0;
};

/// What a transaction can do under the law of DESIGN.md: (1) it reads keys of one entity only, (2) it writes
/// anywhere, blindly, (3) all reads come before the first write. A breach throws LawBroken and changes
/// nothing. A write's failure (wrong type, a counter that is no number) shows as the failure of transact().
class Tx : public Reader {
 public:
  /// Replaces what is there, its type and expiry included.
  virtual void set(const StringKey&, std::string_view value) = 0;
  /// A moment that has passed removes the key.
  virtual void set_until(const StringKey&, std::string_view value, Time expires) = 0;
  virtual void increment(const StringKey&, std::int64_t by) = 0;

  virtual void hset(const HashKey&, std::string_view field, std::string_view value) = 0;
  virtual void hset(const HashKey&, std::span<const Field>) = 0;
  virtual void hdel(const HashKey&, std::string_view field) = 0;
  virtual void hincrement(const HashKey&, std::string_view field, std::int64_t by) = 0;

  virtual void sadd(const SetKey&, std::string_view member) = 0;
  virtual void srem(const SetKey&, std::string_view member) = 0;

  /// `score` is a number, infinity allowed; NaN is a broken invariant and throws.
  virtual void zadd(const SortedSetKey&, std::string_view member, double score) = 0;
  /// Adds, or raises the score; never lowers it.
  virtual void zadd_greater(const SortedSetKey&, std::string_view member, double score) = 0;
  virtual void zincrement(const SortedSetKey&, std::string_view member, double by) = 0;
  virtual void zrem(const SortedSetKey&, std::string_view member) = 0;
  virtual void zrem_by_rank(const SortedSetKey&, std::int64_t start, std::int64_t stop) = 0;
  virtual void zrem_by_score(const SortedSetKey&, const ScoreRange&) = 0;

  virtual void lpush(const ListKey&, std::string_view value) = 0;
  virtual void rpush(const ListKey&, std::string_view value) = 0;
  virtual void ltrim(const ListKey&, std::int64_t start, std::int64_t stop) = 0;
  /// Removes up to `count` equal values from the head, or from the tail if negative, or all if 0.
  virtual void lrem(const ListKey&, std::int64_t count, std::string_view value) = 0;

  virtual void del(const KeyName&) = 0;
  virtual void expire_at(const KeyName&, Time) = 0;
  virtual void persist(const KeyName&) = 0;
};

class Door;

/// All methods are safe from any thread.
class Keyspace {
 public:
  virtual ~Keyspace() = default;

  /// Reads outside any transaction; each call sees one moment.
  virtual Reader& read() = 0;

  /// Runs `body(Tx&)`, a function that gives a Result, all or nothing: an Error it gives, or an exception,
  /// changes nothing. May run it again on a conflict, so the body has no other effects. Conflict
  /// (`keyspace.contended`) when it kept colliding. With Durable, returns when the change is durable, or as
  /// DeferredDurability says.
  template <class Body>
  std::invoke_result_t<Body&, Tx&> transact(Durability durability, Body&& body) {
    using Outcome = std::invoke_result_t<Body&, Tx&>;
    std::optional<Outcome> outcome;
    const TransactionBody run_body = [&](Tx& tx) -> Result<void> {
      outcome.emplace(body(tx));
      if (!outcome->ok()) return outcome->error();
      return {};
    };
    STOA_TRY(run(durability, run_body));
    return *std::move(outcome);
  }

  /// Makes `into` the members that are both in `members` and in `scores`, with their scores, and lets it
  /// expire.
  virtual Result<void> intersect_into(const SortedSetKey& into, const SetKey& members,
                                      const SortedSetKey& scores, Time expires) = 0;
  /// Multiplies every score.
  virtual Result<void> scale(const SortedSetKey&, double factor) = 0;

  /// Names that match a glob as Redis's SCAN takes it, about `count` looked at a call.
  virtual Result<ScanPage> scan(std::uint64_t cursor, std::string_view pattern, std::size_t count) = 0;

  /// Unavailable, with what is wrong, when the engine cannot serve.
  virtual Result<void> ping() = 0;

  /// The way in for Redis's own commands (door.h), or null where the engine is a server that speaks them
  /// itself.
  virtual Door* door() { return nullptr; }

 protected:
  using TransactionBody = std::function<Result<void>(Tx&)>;
  virtual Result<void> run(Durability, const TransactionBody&) = 0;
};

}  // namespace stoa::keyspace
