#pragma once
#include "keyspace/keyspace.h"
#include "keyspace/redis/commands.h"
#include "keyspace/redis/reply.h"

#include <span>
#include <type_traits>

namespace stoa::keyspace::redis {

/// Every read as a Redis command and its answer, for Base = Reader and Base = Tx. How they reach the server
/// is left to ask().
template <class Base>
class ReadCommands : public Base {
 public:
  Result<std::optional<std::string>> get(const StringKey&) override;
  Result<std::vector<std::optional<std::string>>> get_many(std::span<const StringKey>) override;

  Result<std::optional<std::string>> hget(const HashKey&, std::string_view field) override;
  Result<std::vector<std::optional<std::string>>> hget_many(const HashKey&,
                                                            std::span<const std::string> fields) override;
  Result<std::vector<Field>> hgetall(const HashKey&) override;
  Result<std::vector<std::vector<Field>>> hgetall_many(std::span<const HashKey>) override;
  Result<std::size_t> hlen(const HashKey&) override;

  Result<bool> sismember(const SetKey&, std::string_view member) override;
  Result<std::vector<bool>> sismember_many(const SetKey&, std::span<const std::string> members) override;
  Result<std::vector<bool>> sismember_each(std::span<const SetKey>, std::string_view member) override;
  Result<std::vector<std::string>> smembers(const SetKey&) override;
  Result<std::size_t> scard(const SetKey&) override;
  Result<std::vector<std::string>> srandmember(const SetKey&, std::size_t count) override;

  Result<std::optional<double>> zscore(const SortedSetKey&, std::string_view member) override;
  Result<std::vector<std::optional<double>>> zscore_many(const SortedSetKey&,
                                                         std::span<const std::string> members) override;
  Result<std::optional<std::size_t>> zrank(const SortedSetKey&, std::string_view member, Order) override;
  Result<std::size_t> zcard(const SortedSetKey&) override;
  Result<std::size_t> zcount(const SortedSetKey&, const ScoreRange&) override;
  Result<std::vector<Scored>> zrange(const SortedSetKey&, std::int64_t start, std::int64_t stop,
                                     Order) override;
  Result<std::vector<Scored>> zrange_by_score(const SortedSetKey&, const ScoreRange&, Order, Limit) override;
  Result<std::vector<std::string>> zrandmember(const SortedSetKey&, std::size_t count) override;
  Result<std::vector<std::vector<std::string>>> zrandmember_many(std::span<const SortedSetKey>,
                                                                 std::size_t count) override;

  Result<std::vector<std::string>> lrange(const ListKey&, std::int64_t start, std::int64_t stop) override;
  Result<std::size_t> llen(const ListKey&) override;

  Result<bool> exists(const KeyName&) override;
  Result<std::optional<Type>> type(const KeyName&) override;
  Result<std::optional<Time>> expiry(const KeyName&) override;

 protected:
  /// Sends commands that read `keys` and fills one reply for each, in one round trip. Errors of single
  /// commands are replies.
  virtual Result<void> ask(std::span<const KeyName* const> keys, const Commands&, std::span<Reply>) = 0;

 private:
  Result<Reply> ask_one(const KeyName&, const Commands&);
  template <class Decode, class... Words>
  std::invoke_result_t<Decode, Reply&&> command(const KeyName&, Decode, const Words&... words);
  template <class T, class Keys, class Decode, class... Words>
  Result<std::vector<T>> command_each(Keys keys, Decode, std::string_view name, const Words&... words);
  template <class T, class Decode>
  Result<std::vector<T>> command_list(const KeyName&, Decode, std::string_view name,
                                      std::span<const std::string> words);
};

extern template class ReadCommands<Reader>;
extern template class ReadCommands<Tx>;

}  // namespace stoa::keyspace::redis
