#pragma once
#include "keyspace/differential_operands.h"
#include "keyspace/keyspace.h"
#include "keyspace/score.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace stoa::keyspace::differential {

// Answers as text, so that any two can be compared and shown.

inline std::string show(std::string_view text) {
  std::string shown = "\"";
  for (const char c : text) {
    static constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte < 127)
      shown += c;
    else
      (shown += "\\x") += {digits[byte >> 4], digits[byte & 15]};
  }
  return shown + '"';
}
/// Redis prints a zero that a negative factor made with its sign or without, by how many members there are.
inline std::string show(double score) {
  return format_score(score == 0 ? 0.0 : score);
}
inline std::string show(bool value) {
  return value ? "yes" : "no";
}
inline std::string show(std::size_t value) {
  return std::to_string(value);
}
inline std::string show(Type type) {
  return std::string(type_name(type));
}
inline std::string show(Time time) {
  return std::to_string(time.time_since_epoch().count()) + "us";
}
inline std::string show(const Field& field) {
  return show(field.name) + ":" + show(field.value);
}
inline std::string show(const Scored& scored) {
  return show(scored.member) + "=" + show(scored.score);
}
template <class T>
std::string show(const std::optional<T>& value) {
  return value ? show(*value) : "none";
}
template <class T>
std::string show(const std::vector<T>& values) {
  std::string all;
  for (const auto& value : values) (all += all.empty() ? "" : " ") += show(static_cast<const T&>(value));
  return "[" + all + "]";
}

inline std::string show(const Error& error) {
  return "error " + error.code;
}
template <class T>
std::string show(const Result<T>& result) {
  return result.ok() ? show(*result) : show(result.error());
}
inline std::string show(const Result<void>& result) {
  return result.ok() ? "done" : show(result.error());
}

template <class T>
Result<std::vector<T>> sorted(Result<std::vector<T>> values) {
  if (values.ok())
    std::sort(values->begin(), values->end(), [](const T& a, const T& b) { return show(a) < show(b); });
  return values;
}

/// A sample is good when it is as large as it can be, and holds different members of the set.
inline std::string judge(const Result<std::vector<std::string>>& sample, std::size_t count,
                         const Result<std::vector<std::string>>& all) {
  if (!sample.ok()) return show(sample.error());
  const std::set<std::string> members(all->begin(), all->end());
  const std::set<std::string> drawn(sample->begin(), sample->end());
  const bool of_the_set = std::includes(members.begin(), members.end(), drawn.begin(), drawn.end());
  const bool different = drawn.size() == sample->size();
  return "sample of " + show(std::min(count, members.size())) +
         (sample->size() == std::min(count, members.size()) && of_the_set && different ? "" : " is wrong");
}
inline Result<std::vector<std::string>> all_of(Reader& reader, const SortedSetKey& key) {
  std::vector<std::string> members;
  for (const Scored& entry : STOA_TRY(reader.zrange(key, 0, -1, Order::Ascending)))
    members.push_back(entry.member);
  return members;
}

struct ReadRow {
  std::string_view name;
  Type type;
  std::string (*run)(Reader&, const Operands&);
};

inline const std::vector<ReadRow> kReads{
    {"get", Type::String, [](Reader& r, const Operands& o) { return show(r.get(o.as<StringKey>())); }},
    {"get_many", Type::String,
     [](Reader& r, const Operands& o) { return show(r.get_many(o.both<StringKey>())); }},
    {"hget", Type::Hash, [](Reader& r, const Operands& o) { return show(r.hget(o.as<HashKey>(), o.x)); }},
    {"hget_many", Type::Hash,
     [](Reader& r, const Operands& o) { return show(r.hget_many(o.as<HashKey>(), o.texts())); }},
    {"hgetall", Type::Hash,
     [](Reader& r, const Operands& o) { return show(sorted(r.hgetall(o.as<HashKey>()))); }},
    {"hgetall_many", Type::Hash,
     [](Reader& r, const Operands& o) {
       auto all = r.hgetall_many(o.both<HashKey>());
       if (!all.ok()) return show(all.error());
       return show(sorted(Result(all->at(0)))) + show(sorted(Result(all->at(1))));
     }},
    {"hlen", Type::Hash, [](Reader& r, const Operands& o) { return show(r.hlen(o.as<HashKey>())); }},
    {"sismember", Type::Set,
     [](Reader& r, const Operands& o) { return show(r.sismember(o.as<SetKey>(), o.x)); }},
    {"sismember_many", Type::Set,
     [](Reader& r, const Operands& o) { return show(r.sismember_many(o.as<SetKey>(), o.texts())); }},
    {"sismember_each", Type::Set,
     [](Reader& r, const Operands& o) { return show(r.sismember_each(o.both<SetKey>(), o.x)); }},
    {"smembers", Type::Set,
     [](Reader& r, const Operands& o) { return show(sorted(r.smembers(o.as<SetKey>()))); }},
    {"scard", Type::Set, [](Reader& r, const Operands& o) { return show(r.scard(o.as<SetKey>())); }},
    {"srandmember", Type::Set,
     [](Reader& r, const Operands& o) {
       return judge(r.srandmember(o.as<SetKey>(), o.count), o.count, r.smembers(o.as<SetKey>()));
     }},
    {"zscore", Type::SortedSet,
     [](Reader& r, const Operands& o) { return show(r.zscore(o.as<SortedSetKey>(), o.x)); }},
    {"zscore_many", Type::SortedSet,
     [](Reader& r, const Operands& o) { return show(r.zscore_many(o.as<SortedSetKey>(), o.texts())); }},
    {"zrank", Type::SortedSet,
     [](Reader& r, const Operands& o) { return show(r.zrank(o.as<SortedSetKey>(), o.x, o.order)); }},
    {"zcard", Type::SortedSet,
     [](Reader& r, const Operands& o) { return show(r.zcard(o.as<SortedSetKey>())); }},
    {"zcount", Type::SortedSet,
     [](Reader& r, const Operands& o) { return show(r.zcount(o.as<SortedSetKey>(), o.range)); }},
    {"zrange", Type::SortedSet,
     [](Reader& r, const Operands& o) { return show(r.zrange(o.as<SortedSetKey>(), o.i, o.j, o.order)); }},
    {"zrange_by_score", Type::SortedSet,
     [](Reader& r, const Operands& o) {
       return show(r.zrange_by_score(o.as<SortedSetKey>(), o.range, o.order, o.limit));
     }},
    {"zrandmember", Type::SortedSet,
     [](Reader& r, const Operands& o) {
       return judge(r.zrandmember(o.as<SortedSetKey>(), o.count), o.count, all_of(r, o.as<SortedSetKey>()));
     }},
    {"zrandmember_many", Type::SortedSet,
     [](Reader& r, const Operands& o) {
       const auto keys = o.both<SortedSetKey>();
       auto samples = r.zrandmember_many(keys, o.count);
       if (!samples.ok()) return show(samples.error());
       return judge(samples->at(0), o.count, all_of(r, keys[0])) +
              judge(samples->at(1), o.count, all_of(r, keys[1]));
     }},
    {"lrange", Type::List,
     [](Reader& r, const Operands& o) { return show(r.lrange(o.as<ListKey>(), o.i, o.j)); }},
    {"llen", Type::List, [](Reader& r, const Operands& o) { return show(r.llen(o.as<ListKey>())); }},
    {"exists", Type::String, [](Reader& r, const Operands& o) { return show(r.exists(o.as<KeyName>())); }},
    {"type", Type::Hash, [](Reader& r, const Operands& o) { return show(r.type(o.as<KeyName>())); }},
    {"expiry", Type::SortedSet, [](Reader& r, const Operands& o) { return show(r.expiry(o.as<KeyName>())); }},
};

/// What a write asks of its key: a certain type or none; that besides a number that can be counted with;
/// nothing; nothing, and it is a text afterwards; nothing, and it is gone afterwards.
enum class Needs { ItsType, ANumber, Nothing, NothingAndMakesText, NothingAndRemoves };

struct WriteRow {
  std::string_view name;
  Type type;
  Needs needs;
  void (*run)(Tx&, const Operands&);
};

inline const std::vector<WriteRow> kWrites{
    {"set", Type::String, Needs::NothingAndMakesText,
     [](Tx& tx, const Operands& o) { tx.set(o.as<StringKey>(), o.x); }},
    {"set_until", Type::String, Needs::NothingAndMakesText,
     [](Tx& tx, const Operands& o) { tx.set_until(o.as<StringKey>(), o.x, o.when); }},
    {"increment", Type::String, Needs::ANumber,
     [](Tx& tx, const Operands& o) { tx.increment(o.as<StringKey>(), o.i); }},
    {"hset", Type::Hash, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.hset(o.as<HashKey>(), o.x, o.y); }},
    {"hset several", Type::Hash, Needs::ItsType,
     [](Tx& tx, const Operands& o) {
       tx.hset(o.as<HashKey>(), std::vector<Field>{{o.x, o.y}, {o.y, o.x}, {"a", "b"}});
     }},
    {"hset many", Type::Hash, Needs::ItsType,
     [](Tx& tx, const Operands& o) {
       for (int n = 0; n < 160; ++n) tx.hset(o.as<HashKey>(), "m" + std::to_string(n), o.x);
     }},
    {"hdel", Type::Hash, Needs::ItsType, [](Tx& tx, const Operands& o) { tx.hdel(o.as<HashKey>(), o.x); }},
    {"hincrement", Type::Hash, Needs::ANumber,
     [](Tx& tx, const Operands& o) { tx.hincrement(o.as<HashKey>(), o.x, o.i); }},
    {"sadd", Type::Set, Needs::ItsType, [](Tx& tx, const Operands& o) { tx.sadd(o.as<SetKey>(), o.x); }},
    {"sadd many", Type::Set, Needs::ItsType,
     [](Tx& tx, const Operands& o) {
       for (int n = 0; n < 160; ++n) tx.sadd(o.as<SetKey>(), "m" + std::to_string(n));
     }},
    {"srem", Type::Set, Needs::ItsType, [](Tx& tx, const Operands& o) { tx.srem(o.as<SetKey>(), o.x); }},
    {"zadd", Type::SortedSet, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.zadd(o.as<SortedSetKey>(), o.x, o.score()); }},
    {"zadd_greater", Type::SortedSet, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.zadd_greater(o.as<SortedSetKey>(), o.x, o.score()); }},
    {"zadd many", Type::SortedSet, Needs::ItsType,
     [](Tx& tx, const Operands& o) {
       for (int n = 0; n < 160; ++n) tx.zadd(o.as<SortedSetKey>(), "m" + std::to_string(n), n * 7 % 37 / 2.0);
     }},
    {"zincrement", Type::SortedSet, Needs::ANumber,
     [](Tx& tx, const Operands& o) { tx.zincrement(o.as<SortedSetKey>(), o.x, o.score()); }},
    {"zrem", Type::SortedSet, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.zrem(o.as<SortedSetKey>(), o.x); }},
    {"zrem_by_rank", Type::SortedSet, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.zrem_by_rank(o.as<SortedSetKey>(), o.i, o.j); }},
    {"zrem_by_score", Type::SortedSet, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.zrem_by_score(o.as<SortedSetKey>(), o.range); }},
    {"lpush", Type::List, Needs::ItsType, [](Tx& tx, const Operands& o) { tx.lpush(o.as<ListKey>(), o.x); }},
    {"rpush", Type::List, Needs::ItsType, [](Tx& tx, const Operands& o) { tx.rpush(o.as<ListKey>(), o.x); }},
    {"rpush many", Type::List, Needs::ItsType,
     [](Tx& tx, const Operands& o) {
       for (int n = 0; n < 160; ++n) tx.rpush(o.as<ListKey>(), n % 3 == 0 ? o.x : "m" + std::to_string(n));
     }},
    {"ltrim", Type::List, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.ltrim(o.as<ListKey>(), o.i, o.j); }},
    {"lrem", Type::List, Needs::ItsType,
     [](Tx& tx, const Operands& o) { tx.lrem(o.as<ListKey>(), o.i, o.x); }},
    {"del", Type::Set, Needs::NothingAndRemoves, [](Tx& tx, const Operands& o) { tx.del(o.as<KeyName>()); }},
    {"expire_at", Type::Hash, Needs::Nothing,
     [](Tx& tx, const Operands& o) { tx.expire_at(o.as<KeyName>(), o.when); }},
    {"persist", Type::Hash, Needs::Nothing, [](Tx& tx, const Operands& o) { tx.persist(o.as<KeyName>()); }},
};

}  // namespace stoa::keyspace::differential
