#pragma once
// Accounts on open engines with a clock that stands still, and short words for what tests look at.

#include "accounts/account_events.h"
#include "accounts/accounts.h"
#include "accounts/session_keys.h"
#include "base/must.h"
#include "keyspace/engines.h"
#include "keyspace/keys.h"
#include "keyspace/keyspace_between.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/outbox.h"
#include "store/small_store.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace stoa::accounts::test {
using stoa::test::code_of;
using stoa::test::must;
namespace keys = keyspace::keys;

/// A keyspace that can be cut off, as a crash cuts off what was to come after a record transaction.
class CuttableKeyspace final : public stoa::test::KeyspaceBetween {
 public:
  using KeyspaceBetween::KeyspaceBetween;

  /// How many transactions still come through; negative: all.
  std::atomic<int> left = -1;
  /// How many transactions from now on collide with others too often.
  std::atomic<int> contended = 0;

 protected:
  Result<void> run(Durability durability, const TransactionBody& body) override {
    if (left == 0) return Error{Error::Kind::Unavailable, "test.cut", "cut off"};
    if (left > 0) --left;
    if (contended > 0) {
      --contended;
      return Error{Error::Kind::Conflict, "keyspace.contended", "too many at once"};
    }
    return KeyspaceBetween::run(durability, body);
  }
};

/// As cheap as libsodium makes them.
inline PasswordCost cheap() {
  return {.memory_bytes = 8192, .passes = 1};
}

class House {
 public:
  explicit House(const keyspace::Engine& engine,
                 const AccountsOptions& accounts = {.cost = cheap(), .session_limit = 100})
      : engine_(engine.open()), keyspace_(engine_->keyspace()) {
    store_ = must(store::open(stoa::test::small_store(directory_.path())));
    records::EmbeddedOptions by_hand;
    by_hand.sweep_every = {};
    records_ = must(records::open_embedded_records(*store_, clock_, records::all_collections(), by_hand));
    outbox_ = std::make_unique<records::Outbox>(*records_, keyspace_, clock_, listeners());
    accounts_ = open(accounts);
  }

  std::unique_ptr<Accounts> open(const AccountsOptions& options) {
    return must(Accounts::open(keyspace_, *records_, *outbox_, clock_, options));
  }

  Accounts& accounts() { return *accounts_; }
  Sessions& sessions() { return accounts_->sessions(); }
  Users& users() { return accounts_->users(); }
  CuttableKeyspace& keyspace() { return keyspace_; }
  keyspace::Reader& read() { return keyspace_.read(); }
  records::Records& records() { return *records_; }
  records::Outbox& outbox() { return *outbox_; }
  FakeClock& clock() { return clock_; }

  User add(std::string_view name, Role role = Role::Member) {
    return must(accounts_->add(must(Shortcode::parse(name)), kPassword, role));
  }
  static bool password_matches(const User& user, std::string_view password) {
    return must(must(Passwords::make(cheap()))->matches(user.password, password));
  }
  Token log_in(std::string_view name) { return must(accounts_->log_in(name, kPassword, std::nullopt)).token; }

  /// `viewed:{token}` as the shop writes it, newest first, and a line in the cart.
  void shop_around(const Token& token, const std::vector<std::string>& newest_first) {
    must(keyspace_.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
      for (const auto& item : newest_first) tx.rpush(keys::viewed(token), item);
      tx.hset(keys::cart(token), "item", "1");
      return {};
    }));
  }
  std::vector<std::string> viewed(const Token& token) {
    return must(read().lrange(keys::viewed(token), 0, -1));
  }
  std::optional<double> last_used(const Token& token) {
    return must(read().zscore(keys::recent(), token.text()));
  }
  std::optional<std::string> hash_field(std::string_view name, std::string_view field) {
    return must(read().hget(keys::user(must(Shortcode::parse(name))), field));
  }
  /// Whether anything at all is kept under the token.
  bool is_known(const Token& token) {
    return last_used(token) || must(read().hget(keys::login(), token.text())) ||
           must(read().exists(keys::viewed(token))) || must(read().exists(keys::cart(token)));
  }
  std::size_t pending_events() {
    return must(records_->read().find(records::collections::outbox(), {.index = "_id"})).documents.size();
  }

  static constexpr std::string_view kPassword = "correct horse battery";

 private:
  stoa::test::TemporaryDirectory directory_;
  FakeClock clock_;
  std::unique_ptr<keyspace::OpenEngine> engine_;
  CuttableKeyspace keyspace_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Records> records_;
  std::unique_ptr<records::Outbox> outbox_;
  std::unique_ptr<Accounts> accounts_;
};

class OnEveryEngine : public testing::TestWithParam<keyspace::Engine> {
 protected:
  House house_{GetParam()};
};

inline std::string engine_name(const testing::TestParamInfo<keyspace::Engine>& info) {
  return info.param.name;
}

inline Shortcode named(std::string_view name) {
  return must(Shortcode::parse(name));
}

}  // namespace stoa::accounts::test

namespace stoa::keyspace {
/// How a row shows itself in the names of tests.
inline void PrintTo(const Engine& engine, std::ostream* out) {
  *out << engine.name;
}
}  // namespace stoa::keyspace
