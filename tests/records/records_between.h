#pragma once
#include "records/records.h"

namespace stoa::test {

/// Hands everything on to other records, but for what a test has a say in.
class RecordsBetween : public records::Records {
 public:
  /// `inner` outlives it.
  explicit RecordsBetween(Records& inner) : inner_(inner) {}

  records::Reader& read() override { return inner_.read(); }
  Result<records::Page> search(const records::Collection& collection,
                               const records::Search& search) override {
    return inner_.search(collection, search);
  }
  Result<std::size_t> sweep_expired(Time now, std::size_t most) override {
    return inner_.sweep_expired(now, most);
  }
  Result<void> ping() override { return inner_.ping(); }

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    return inner_.transact(body, durability);
  }

 private:
  Records& inner_;
};

}  // namespace stoa::test
