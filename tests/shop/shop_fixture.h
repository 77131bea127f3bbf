#pragma once
// A whole shop on one keyspace engine and the embedded records, with a clock that tests move.

#include "base/durability.h"
#include "base/must.h"
#include "keyspace/engines.h"
#include "keyspace/keys.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/open_records.h"
#include "records/typed.h"
#include "shop/shop.h"
#include "store/small_store.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace stoa::shop::test {

using stoa::test::code_of;
using stoa::test::must;
using stoa::test::OpenRecords;

inline Zone zone(std::string_view text) {
  return must(Zone::parse(text));
}
inline const Zone kMoscow = zone("MSK");
inline const Zone kPetersburg = zone("SPB");

/// A shop over two ports, as the server would put it together.
class OpenShop {
 public:
  OpenShop(keyspace::Keyspace& keyspace, records::Records& records, const Clock& clock)
      : outbox_(records, keyspace, clock, listeners([this]() -> Shop& { return shop_; })),
        shop_(keyspace, records, outbox_, clock, OwnerKey{1, 2, 3}, {"en", "ru"}) {}
  Shop& shop() { return shop_; }
  records::Outbox& outbox() { return outbox_; }

 private:
  records::Outbox outbox_;
  Shop shop_;
};

/// What tests say to a shop. The embedded keyspace has the system's clock, so the shop's starts there too.
class World {
 public:
  explicit World(std::unique_ptr<keyspace::OpenEngine> engine)
      : clock_(std::chrono::floor<std::chrono::milliseconds>(Clock::system().now())),
        engine_(std::move(engine)),
        records_(clock_),
        open_(std::make_unique<OpenShop>(keyspace(), records(), clock_)) {}

  keyspace::Keyspace& keyspace() { return engine_->keyspace(); }
  records::Records& records() { return records_.records(); }
  FakeClock& clock() { return clock_; }
  Shop& shop() { return open_->shop(); }
  records::Outbox& outbox() { return open_->outbox(); }

  Product product(std::string_view name, std::int64_t minor, std::int64_t in_moscow = 0,
                  std::string category = "Things") {
    ProductDraft draft;
    draft.name = name;
    draft.category = std::move(category);
    draft.price = must(Money::of_minor(minor));
    Product made = must(shop().catalogue.create(draft));
    if (in_moscow > 0) must(shop().stock.set(made.id, kMoscow, in_moscow, std::nullopt));
    return must(shop().catalogue.product(made.id));
  }
  void price(const Product& product, std::int64_t minor) {
    ProductDraft draft;
    draft.name = product.name;
    draft.category = product.category;
    draft.price = must(Money::of_minor(minor));
    must(shop().catalogue.edit(product.id, draft));
  }
  std::int64_t stock(const ProductId& id, const Zone& where = kMoscow) {
    return must(shop().catalogue.product(id)).in_stock(where);
  }
  Shopper guest() { return shop().shopper(Token::make(), std::nullopt, std::nullopt); }
  Shopper user() { return shop().shopper(Token::make(), ObjectId::make(clock_.now()), std::nullopt); }
  /// One more session of a user, or the first, as log in begins it.
  Shopper session_of(const ObjectId& user, const Shortcode& name) {
    const Shopper shopper = shop().shopper(Token::make(), user, name);
    must(keyspace().transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
      tx.zadd(keyspace::keys::user_sessions(name), shopper.token.text(), 1);
      return {};
    }));
    must(shop().carts.tell_session(shopper));
    return shopper;
  }
  std::map<std::string, std::int64_t> view(const Shopper& shopper) {
    return must(shop().cart_view.quantities(shopper.token));
  }
  /// The quantities of the owner's cart.
  std::map<ProductId, std::int64_t> lines(const Owner& owner) {
    std::map<ProductId, std::int64_t> lines;
    if (const auto cart = must(shop().carts.current(owner)))
      for (const Item& item : cart->items) lines[item.product_id] += item.quantity;
    return lines;
  }
  static CheckoutRequest checkout(const Zone& where = kMoscow) {
    return {where, {"Anna", "Nevsky 1", "anna@example.org"}, {}};
  }
  Order order(const Shopper& shopper) {
    auto outcome = must(shop().checkout.run(shopper, checkout()));
    if (!outcome.placed) throw std::runtime_error("the check-out was refused");
    return std::move(outcome.placed->order);
  }
  template <class T>
  std::vector<T> all(const records::Collection& collection) {
    std::vector<T> documents;
    records::Query query{.index = "_id", .limit = 1000};
    do {
      auto page = must(records::find<T>(records().read(), collection, query));
      std::ranges::move(page.documents, std::back_inserter(documents));
      query.cursor = page.next;
    } while (!query.cursor.empty());
    return documents;
  }

 private:
  /// No test asks what a crash of the machine would leave, so the main thread does not wait for the disk.
  DeferredDurability unhurried_;
  FakeClock clock_;
  std::unique_ptr<keyspace::OpenEngine> engine_;
  OpenRecords records_;
  std::unique_ptr<OpenShop> open_;
};

class ShopOnEveryEngine : public testing::TestWithParam<keyspace::Engine>, protected World {
 protected:
  ShopOnEveryEngine() : World(GetParam().open()) {}
};

inline std::string engine_name(const testing::TestParamInfo<keyspace::Engine>& info) {
  return info.param.name;
}

}  // namespace stoa::shop::test

namespace stoa::keyspace {
inline void PrintTo(const Engine& engine, std::ostream* out) {
  *out << engine.name;
}
}  // namespace stoa::keyspace
