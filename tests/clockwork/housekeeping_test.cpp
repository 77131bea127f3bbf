#include "clockwork/housekeeping.h"

#include "base/bson.h"
#include "base/fields.h"
#include "clockwork/clockwork_fixture.h"
#include "keyspace/keys.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/typed.h"
#include "store/small_store.h"

namespace stoa::clockwork {

struct StoredCart {
  ObjectId id;
  Time expires_at;
};
StructDescription describe(Described<StoredCart>) {
  return fields("StoredCart", field("id", &StoredCart::id).stored_as("_id"),
                field("expires_at", &StoredCart::expires_at));
}

namespace {
using keyspace::must;

class Housekeeping : public testing::Test {
 protected:
  Housekeeping() {
    store_ = must(store::open(test::small_store(directory_.path())));
    records::EmbeddedOptions by_the_clockwork;
    by_the_clockwork.sweep_every = {};
    records_ = must(
        records::open_embedded_records(*store_, hours_.wall_, records::all_collections(), by_the_clockwork));
  }

  std::size_t size(const records::Collection& collection) { return must(records_->read().size(collection)); }

  test::TemporaryDirectory directory_;
  Hours hours_;
  keyspace::OpenRedis redis_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Records> records_;
};

TEST_F(Housekeeping, RemovesTheDocumentsWhoseTimeIsOver) {
  constexpr int kCarts = 1200;
  must(records_->transact([&](records::Tx& tx) -> Result<void> {
    for (int i = 0; i < kCarts; ++i)
      STOA_TRY(records::insert(tx, records::collections::carts(),
                               StoredCart{ObjectId::make(hours_.wall_.now()), hours_.wall_.now() + 1h}));
    return {};
  }));
  Clockwork clockwork(redis_.keyspace(), {expire_documents(*records_, hours_.wall_, Scope::Node)},
                      hours_.options());
  ASSERT_TRUE(eventually([&] { return clockwork.states()[0].runs == 1; }));
  EXPECT_EQ(size(records::collections::carts()), std::size_t{kCarts});
  hours_.pass(1h + 1s, {&clockwork});
  ASSERT_TRUE(eventually([&] { return clockwork.states()[0].runs == 2; }));
  EXPECT_EQ(size(records::collections::carts()), 0u);
  EXPECT_EQ(clockwork.states()[0].last_done, std::size_t{kCarts});
}

// Two outboxes over the same collection are what two processes have: neither knows what the other is at.
TEST_F(Housekeeping, TwoNodesThatDrainOneOutboxApplyEachEventOnce) {
  constexpr int kEvents = 300;
  const keyspace::StringKey counted("counted");
  const auto count = [&](keyspace::Tx& tx, records::Reader&, const records::Event&) -> Result<void> {
    tx.increment(counted, 1);
    return {};
  };
  records::Outbox first(*records_, redis_.keyspace(), hours_.wall_, {{"thing", count}});
  records::Outbox second(*records_, redis_.keyspace(), hours_.wall_, {{"thing", count}});
  must(records_->transact([&](records::Tx& tx) -> Result<void> {
    for (int i = 0; i < kEvents; ++i) STOA_TRY(first.post(tx, "thing", "x"));
    return {};
  }));
  Clockwork a(redis_.keyspace(), {apply_events(first, Scope::Cluster)}, hours_.options(Sharing::Shared, "a"));
  Clockwork b(redis_.keyspace(), {apply_events(second, Scope::Cluster)},
              hours_.options(Sharing::Shared, "b"));
  ASSERT_TRUE(eventually([&] {
    hours_.pass(500ms, {&a, &b});
    return size(records::collections::outbox()) == 0;
  }));
  EXPECT_EQ(must(redis_.keyspace().read().get(counted)), std::to_string(kEvents));
  EXPECT_EQ(a.states()[0].failures + b.states()[0].failures, 0u);
}

}  // namespace
}  // namespace stoa::clockwork
