#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "keyspace/key.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

}  // namespace stoa::keyspace
