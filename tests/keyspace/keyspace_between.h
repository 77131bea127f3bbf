#pragma once
#include "keyspace/keyspace.h"

namespace stoa::test {

/// Hands everything on to another keyspace, but for what a test has a say in.
class KeyspaceBetween : public keyspace::Keyspace {
 public:
  /// `inner` outlives it.
  explicit KeyspaceBetween(Keyspace& inner) : inner_(inner) {}

  keyspace::Reader& read() override { return inner_.read(); }
  Result<void> intersect_into(const keyspace::SortedSetKey& into, const keyspace::SetKey& members,
                              const keyspace::SortedSetKey& scores, Time expires) override {
    return inner_.intersect_into(into, members, scores, expires);
  }
  Result<void> scale(const keyspace::SortedSetKey& key, double factor) override {
    return inner_.scale(key, factor);
  }
  Result<keyspace::ScanPage> scan(std::uint64_t cursor, std::string_view pattern,
                                  std::size_t count) override {
    return inner_.scan(cursor, pattern, count);
  }
  Result<std::size_t> size() override { return inner_.size(); }
  Result<void> ping() override { return inner_.ping(); }

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    return inner_.transact(durability, body);
  }

 private:
  Keyspace& inner_;
};

}  // namespace stoa::test
