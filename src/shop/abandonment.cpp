#include "shop/abandonment.h"

#include "records/collections.h"
#include "records/typed.h"
#include "shop/cart.h"

namespace stoa::shop {
namespace {
using records::Query;
using records::collections::carts;

bool is_due(const Cart& cart, Time expires_until) {
  return cart.status == CartStatus::Active && !cart.items.empty() && cart.expires_at <= expires_until;
}

// The end of its life stays: being marked is no change of its owner's.
Result<void> mark(records::Records& records, const CartId& id, Time now, Time expires_until) {
  return records.transact([&](records::Tx& tx) -> Result<void> {
    auto cart = STOA_TRY(records::get<Cart>(tx, carts(), id));
    if (!cart || !is_due(*cart, expires_until)) return {};
    cart->status = CartStatus::Abandoned;
    cart->updated_at = now;
    return records::replace(tx, carts(), *cart);
  });
}

}  // namespace

// A cart expires kCartLife after its last change, so the index on that tells which were not changed lately.
Result<std::size_t> Abandonment::look(std::size_t most) {
  const Time now = clock_.now();
  if (!walk_) walk_ = Walk{now + kCartLife - after_, {}};
  auto page = STOA_TRY(records::find<Cart>(records_.read(), carts(),
                                           {.index = "expires_at",
                                            .min = Query::Bound{looked_until_},
                                            .max = Query::Bound{walk_->until},
                                            .limit = most,
                                            .cursor = walk_->cursor}));
  for (const Cart& cart : page.documents)
    if (is_due(cart, walk_->until)) STOA_TRY(mark(records_, cart.id, now, walk_->until));
  walk_->cursor = std::move(page.next);
  if (walk_->cursor.empty()) {
    looked_until_ = walk_->until;
    walk_.reset();
  }
  return page.documents.size();
}

}  // namespace stoa::shop
