#pragma once
#include "keyspace/law.h"
#include "keyspace/redis/client.h"
#include "keyspace/redis/read_commands.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::keyspace::redis {

/// One run of a transaction's body. Reads watch their keys on one connection, taken at the first of them;
/// writes are kept and sent in one round trip by commit().
class RedisTx final : public ReadCommands<Tx> {
 public:
  /// Stale: what was read has changed before the end, so the body's run counts for nothing.
  enum class End { Done, Stale };

  explicit RedisTx(Client& client) : client_(client) {}
  ~RedisTx() override;

  /// Makes the writes, if nothing that was read has changed.
  Result<End> commit();
  /// Makes none. What the body read was no single moment if it took several reads; Stale tells that it must
  /// not be trusted.
  Result<End> give_up();
  /// Whether a kept connection was found closed by the server before anything was sent that could change
  /// something.
  bool lost_old_connection() const { return lost_old_connection_; }

  void set(const StringKey&, std::string_view value) override;
  void set_until(const StringKey&, std::string_view value, Time expires) override;
  void increment(const StringKey&, std::int64_t by) override;
  void hset(const HashKey&, std::string_view field, std::string_view value) override;
  void hset(const HashKey&, std::span<const Field>) override;
  void hdel(const HashKey&, std::string_view field) override;
  void hincrement(const HashKey&, std::string_view field, std::int64_t by) override;
  void sadd(const SetKey&, std::string_view member) override;
  void srem(const SetKey&, std::string_view member) override;
  void zadd(const SortedSetKey&, std::string_view member, double score) override;
  void zadd_greater(const SortedSetKey&, std::string_view member, double score) override;
  void zincrement(const SortedSetKey&, std::string_view member, double by) override;
  void zrem(const SortedSetKey&, std::string_view member) override;
  void zrem_by_rank(const SortedSetKey&, std::int64_t start, std::int64_t stop) override;
  void zrem_by_score(const SortedSetKey&, const ScoreRange&) override;
  void lpush(const ListKey&, std::string_view value) override;
  void rpush(const ListKey&, std::string_view value) override;
  void ltrim(const ListKey&, std::int64_t start, std::int64_t stop) override;
  void lrem(const ListKey&, std::int64_t count, std::string_view value) override;
  void del(const KeyName&) override;
  void expire_at(const KeyName&, Time) override;
  void persist(const KeyName&) override;

 private:
  Result<void> ask(std::span<const KeyName* const> keys, const Commands&, std::span<Reply>) override;
  Result<void> exchange(const Commands&, std::span<Reply>);
  bool watch(std::span<const KeyName* const> keys, Commands&);
  Commands& next_write();
  Result<End> end_of_reads();
  Result<End> write_alone();
  Result<End> write_after_reads();
  Error failed(const Error&);

  Client& client_;
  Law law_;
  std::optional<Lease> lease_;
  std::vector<std::string> watched_;
  std::size_t reads_ = 0;
  /// Begins with MULTI as soon as there is one.
  Commands writes_;
  std::optional<Error> failure_;
  bool lost_old_connection_ = false;
};

}  // namespace stoa::keyspace::redis
