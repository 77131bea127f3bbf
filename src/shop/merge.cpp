#include "shop/merge.h"

#include "base/bson.h"
#include "records/collections.h"
#include "shop/events.h"

#include <algorithm>
#include <stdexcept>

namespace stoa::shop {
namespace {

Merged pour(const Cart& from, Cart& into) {
  Merged merged;
  if (!into.zone) into.zone = from.zone;
  for (const Item& item : from.items) {
    Item* line = into.line(item.product_id);
    if (line == nullptr && into.items.size() >= kMostLines) {
      merged.left_out.push_back(item.product_id);
      continue;
    }
    ++merged.lines;
    if (line == nullptr) {
      into.items.push_back(item);
      line = &into.items.back();
    } else {
      line->quantity += item.quantity;
    }
    line->zone = into.zone;
    if (line->quantity <= kMostOfALine) continue;
    line->quantity = kMostOfALine;
    merged.capped.push_back(item.product_id);
  }
  return merged;
}

}  // namespace

Result<Merged> Merge::at_log_in(const Shopper& guest, const Shopper& user) {
  if (!std::holds_alternative<std::string>(guest.owner) || !std::holds_alternative<UserId>(user.owner))
    throw std::logic_error("a merge is of a guest's cart into a user's");
  std::vector<ObjectId> events;
  auto merged = records_.transact([&](records::Tx& tx) -> Result<Merged> {
    events.clear();
    const Time now = clock_.now();
    const auto from = STOA_TRY(open_.cart(tx, guest.owner, now));
    // The new session shows the user's cart even when the guest brings nothing.
    const auto follow = [&](const Shopper& who) -> Result<void> {
      events.push_back(
          STOA_TRY(outbox_.post(tx, kCartChanged, write_bson(CartChanged{who.token, who.owner}))));
      return {};
    };
    STOA_TRY(follow(user));
    if (!from) return Merged{};
    STOA_TRY(tx.remove(records::collections::carts(), from->id));
    STOA_TRY(follow(guest));
    if (from->items.empty()) return Merged{};
    Cart into = STOA_TRY(open_.cart_or_new(tx, user.owner, now));
    Merged done = pour(*from, into);
    STOA_TRY(save_changed(tx, into, now));
    return done;
  });
  if (!merged.ok()) return merged;
  for (const ObjectId& event : events) (void)outbox_.apply(event);
  return merged;
}

}  // namespace stoa::shop
