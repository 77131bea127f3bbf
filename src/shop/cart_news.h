#pragma once
#include "keyspace/keyspace.h"
#include "records/outbox.h"
#include "shop/events.h"
#include "shop/owner.h"

#include <optional>
#include <vector>

namespace stoa::shop {

/// Tells hot views that their cart has changed: those of all sessions of its owner, an event each. Safe from
/// any thread.
class CartNews {
 public:
  /// What to apply() after the commit.
  using Events = std::vector<ObjectId>;

  /// Both outlive it.
  CartNews(keyspace::Keyspace& keyspace, records::Outbox& outbox) : keyspace_(keyspace), outbox_(outbox) {}

  /// Part of the transaction that changes the cart; with `line` when no other has changed. A session that begins
  /// meanwhile is either seen here or reads the cart afterwards, since it does that in a transaction, too.
  Result<Events> post(records::Tx&, const Shopper&, const std::optional<LineChanged>& line = std::nullopt);
  /// To the view of the shopper's session alone.
  Result<Events> post_to_one(records::Tx&, const Shopper&);
  /// To all but that one.
  Result<Events> post_to_others(records::Tx&, const Shopper&,
                                const std::optional<LineChanged>& line = std::nullopt);

  /// The cart has changed whether or not its views follow now: the clockwork makes them follow otherwise.
  void apply(const Events& events) {
    for (const ObjectId& event : events) (void)outbox_.apply(event);
  }

 private:
  Result<ObjectId> tell(records::Tx&, const Shopper&, const Token&, const std::optional<LineChanged>&);

  keyspace::Keyspace& keyspace_;
  records::Outbox& outbox_;
};

}  // namespace stoa::shop
