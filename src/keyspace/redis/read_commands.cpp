#include "keyspace/redis/read_commands.h"

#include "keyspace/redis/score_bound.h"

#include <algorithm>
#include <array>

namespace stoa::keyspace::redis {
namespace {

/// Redis takes counts as signed numbers.
std::int64_t count_word(std::size_t count) {
  return static_cast<std::int64_t>(std::min<std::size_t>(count, INT64_MAX));
}

Result<std::optional<std::size_t>> to_rank(Reply&& reply) {
  if (reply.kind == Reply::Kind::Nil) return std::optional<std::size_t>{};
  return std::optional(STOA_TRY(to_size(std::move(reply))));
}

Result<bool> to_bool(Reply&& reply) {
  return STOA_TRY(to_number(std::move(reply))) != 0;
}

/// Negative when there is no key or no expiry.
Result<std::optional<Time>> to_moment(Reply&& reply) {
  const std::int64_t at = STOA_TRY(to_number(std::move(reply)));
  if (at < 0) return std::optional<Time>{};
  return std::optional(Time{std::chrono::milliseconds(at)});
}

}  // namespace

template <class Base>
Result<Reply> ReadCommands<Base>::ask_one(const KeyName& key, const Commands& commands) {
  const std::array<const KeyName*, 1> keys{&key};
  Reply reply;
  STOA_TRY(ask(keys, commands, std::span(&reply, 1)));
  return reply;
}

/// Sends `first-word key other-words…`.
template <class Base>
template <class Decode, class... Words>
std::invoke_result_t<Decode, Reply&&> ReadCommands<Base>::command(const KeyName& key, Decode decode,
                                                                  const Words&... words) {
  Commands commands;
  const auto send = [&](std::string_view name, const auto&... rest) {
    commands.add(name, key.name(), rest...);
  };
  send(words...);
  return decode(STOA_TRY(ask_one(key, commands)));
}

/// Sends `name key words…` for each of the keys.
template <class Base>
template <class T, class Keys, class Decode, class... Words>
Result<std::vector<T>> ReadCommands<Base>::command_each(Keys keys, Decode decode, std::string_view name,
                                                        const Words&... words) {
  if (keys.empty()) return std::vector<T>{};
  Commands commands;
  std::vector<const KeyName*> names;
  names.reserve(keys.size());
  for (const KeyName& key : keys) {
    commands.add(name, key.name(), words...);
    names.push_back(&key);
  }
  std::vector<Reply> replies(keys.size());
  STOA_TRY(ask(names, commands, replies));
  std::vector<T> all;
  all.reserve(replies.size());
  for (Reply& reply : replies) all.push_back(STOA_TRY(decode(std::move(reply))));
  return all;
}

/// Sends `name key words…`, the words as many as there are.
template <class Base>
template <class T, class Decode>
Result<std::vector<T>> ReadCommands<Base>::command_list(const KeyName& key, Decode decode,
                                                        std::string_view name,
                                                        std::span<const std::string> words) {
  if (words.empty()) return std::vector<T>{};
  Commands commands;
  commands.begin(words.size() + 2);
  commands.word(name);
  commands.word(key.name());
  for (const std::string& word : words) commands.word(word);
  return decode(STOA_TRY(ask_one(key, commands)));
}

template <class Base>
Result<std::optional<std::string>> ReadCommands<Base>::get(const StringKey& key) {
  return command(key, to_optional_text, "GET");
}

// Not MGET, which takes a key of another type for a missing one.
template <class Base>
Result<std::vector<std::optional<std::string>>> ReadCommands<Base>::get_many(
    std::span<const StringKey> keys) {
  return command_each<std::optional<std::string>>(keys, to_optional_text, "GET");
}

template <class Base>
Result<std::optional<std::string>> ReadCommands<Base>::hget(const HashKey& key, std::string_view field) {
  return command(key, to_optional_text, "HGET", field);
}

template <class Base>
Result<std::vector<std::optional<std::string>>> ReadCommands<Base>::hget_many(
    const HashKey& key, std::span<const std::string> fields) {
  return command_list<std::optional<std::string>>(key, to_optional_texts, "HMGET", fields);
}

template <class Base>
Result<std::vector<Field>> ReadCommands<Base>::hgetall(const HashKey& key) {
  return command(key, to_fields, "HGETALL");
}

template <class Base>
Result<std::vector<std::vector<Field>>> ReadCommands<Base>::hgetall_many(std::span<const HashKey> keys) {
  return command_each<std::vector<Field>>(keys, to_fields, "HGETALL");
}

template <class Base>
Result<std::size_t> ReadCommands<Base>::hlen(const HashKey& key) {
  return command(key, to_size, "HLEN");
}

template <class Base>
Result<bool> ReadCommands<Base>::sismember(const SetKey& key, std::string_view member) {
  return command(key, to_bool, "SISMEMBER", member);
}

template <class Base>
Result<std::vector<bool>> ReadCommands<Base>::sismember_many(const SetKey& key,
                                                             std::span<const std::string> members) {
  return command_list<bool>(key, to_bools, "SMISMEMBER", members);
}

template <class Base>
Result<std::vector<bool>> ReadCommands<Base>::sismember_each(std::span<const SetKey> keys,
                                                             std::string_view member) {
  return command_each<bool>(keys, to_bool, "SISMEMBER", member);
}

template <class Base>
Result<std::vector<std::string>> ReadCommands<Base>::smembers(const SetKey& key) {
  return command(key, to_texts, "SMEMBERS");
}

template <class Base>
Result<std::size_t> ReadCommands<Base>::scard(const SetKey& key) {
  return command(key, to_size, "SCARD");
}

template <class Base>
Result<std::vector<std::string>> ReadCommands<Base>::srandmember(const SetKey& key, std::size_t count) {
  return command(key, to_texts, "SRANDMEMBER", count_word(count));
}

template <class Base>
Result<std::optional<double>> ReadCommands<Base>::zscore(const SortedSetKey& key, std::string_view member) {
  return command(key, to_optional_score, "ZSCORE", member);
}

template <class Base>
Result<std::vector<std::optional<double>>> ReadCommands<Base>::zscore_many(
    const SortedSetKey& key, std::span<const std::string> members) {
  return command_list<std::optional<double>>(key, to_optional_scores, "ZMSCORE", members);
}

template <class Base>
Result<std::optional<std::size_t>> ReadCommands<Base>::zrank(const SortedSetKey& key, std::string_view member,
                                                             Order order) {
  return command(key, to_rank, order == Order::Ascending ? "ZRANK" : "ZREVRANK", member);
}

template <class Base>
Result<std::size_t> ReadCommands<Base>::zcard(const SortedSetKey& key) {
  return command(key, to_size, "ZCARD");
}

template <class Base>
Result<std::size_t> ReadCommands<Base>::zcount(const SortedSetKey& key, const ScoreRange& range) {
  return command(key, to_size, "ZCOUNT", min_bound(range), max_bound(range));
}

template <class Base>
Result<std::vector<Scored>> ReadCommands<Base>::zrange(const SortedSetKey& key, std::int64_t start,
                                                       std::int64_t stop, Order order) {
  const std::string_view name = order == Order::Ascending ? "ZRANGE" : "ZREVRANGE";
  return command(key, to_scored, name, start, stop, "WITHSCORES");
}

template <class Base>
Result<std::vector<Scored>> ReadCommands<Base>::zrange_by_score(const SortedSetKey& key,
                                                                const ScoreRange& range, Order order,
                                                                Limit limit) {
  const bool up = order == Order::Ascending;
  const std::string min = min_bound(range), max = max_bound(range);
  return command(key, to_scored, up ? "ZRANGEBYSCORE" : "ZREVRANGEBYSCORE", up ? min : max, up ? max : min,
                 "WITHSCORES", "LIMIT", count_word(limit.offset), count_word(limit.count));
}

template <class Base>
Result<std::vector<std::string>> ReadCommands<Base>::zrandmember(const SortedSetKey& key, std::size_t count) {
  return command(key, to_texts, "ZRANDMEMBER", count_word(count));
}

template <class Base>
Result<std::vector<std::vector<std::string>>> ReadCommands<Base>::zrandmember_many(
    std::span<const SortedSetKey> keys, std::size_t count) {
  return command_each<std::vector<std::string>>(keys, to_texts, "ZRANDMEMBER", count_word(count));
}

template <class Base>
Result<std::vector<std::string>> ReadCommands<Base>::lrange(const ListKey& key, std::int64_t start,
                                                            std::int64_t stop) {
  return command(key, to_texts, "LRANGE", start, stop);
}

template <class Base>
Result<std::size_t> ReadCommands<Base>::llen(const ListKey& key) {
  return command(key, to_size, "LLEN");
}

template <class Base>
Result<bool> ReadCommands<Base>::exists(const KeyName& key) {
  return command(key, to_bool, "EXISTS");
}

template <class Base>
Result<std::optional<Type>> ReadCommands<Base>::type(const KeyName& key) {
  return command(key, to_type, "TYPE");
}

template <class Base>
Result<std::optional<Time>> ReadCommands<Base>::expiry(const KeyName& key) {
  return command(key, to_moment, "PEXPIRETIME");
}

template class ReadCommands<Reader>;
template class ReadCommands<Tx>;

}  // namespace stoa::keyspace::redis
