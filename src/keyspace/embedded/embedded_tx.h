#pragma once
#include "keyspace/embedded/engine.h"
#include "keyspace/embedded/read_operations.h"
#include "keyspace/law.h"

namespace stoa::keyspace::embedded {

/// One run of a transaction's body, under the exclusive lock. Its writes go into the engine's plan and change
/// nothing until finish().
class EmbeddedTx final : public ReadOperations<Tx, EmbeddedTx> {
 public:
  explicit EmbeddedTx(Engine& engine) : engine_(engine), now_(engine.clock.now()) {}
  ~EmbeddedTx() override { engine_.plan.clear(); }

  /// After the body: carries out what it wrote and tells the journal. The first write that fails stops the
  /// rest.
  Result<void> finish();
  /// Whether the body wrote, be it only what was there already.
  bool wrote() const { return law_.has_written(); }

  struct Held {
    ~Held() {}  // a lock in other readers; here the transaction has it already
  };
  Held enter(const KeyName& key) {
    law_.reads(key);
    engine_.note_unsynced(std::span(&key, 1));
    return {};
  }
  template <class AnyKey>
  Held enter_all(std::span<const AnyKey> keys) {
    for (const AnyKey& key : keys) enter(key);
    return {};
  }
  Queries queries() const { return {engine_.objects, now_}; }

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
  void plan(WritePlan::Operation, const KeyName&, const WritePlan::Operands& = {});

  Engine& engine_;
  const Time now_;
  Law law_;
};

}  // namespace stoa::keyspace::embedded
