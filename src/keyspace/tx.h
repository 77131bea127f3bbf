#pragma once
#include "keyspace/reader.h"

namespace stoa::keyspace {

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

}  // namespace stoa::keyspace
