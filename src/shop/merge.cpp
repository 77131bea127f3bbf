#include "shop/merge.h"

#include "records/collections.h"

#include <algorithm>
#include <iterator>
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
  return merge(guest, user, Guest::GoesOn);
}

Result<Merged> Merge::after_log_in(const Shopper& guest, const Shopper& user) {
  auto merged = merge(guest, user, Guest::IsOver);
  if (!merged.ok()) open_.reopen(guest.owner);
  return merged;
}

Result<Merged> Merge::merge(const Shopper& guest, const Shopper& user, Guest then) {
  if (!std::holds_alternative<std::string>(guest.owner) || !std::holds_alternative<UserId>(user.owner))
    throw std::logic_error("a merge is of a guest's cart into a user's");
  CartNews::Events events;
  auto merged = records_.transact([&](records::Tx& tx) -> Result<Merged> {
    const Time now = clock_.now();
    // Transactions come one after another: each that fills the guest's cart is before this one, or sees this.
    if (then == Guest::IsOver) open_.close(guest.owner);
    // The new session shows the user's cart even when the guest brings nothing.
    events = STOA_TRY(news_.post_to_one(tx, user));
    const auto from = STOA_TRY(open_.cart(tx, guest.owner, now));
    if (!from) return Merged{};
    STOA_TRY(tx.remove(records::collections::carts(), from->id));
    std::ranges::move(STOA_TRY(news_.post(tx, guest)), std::back_inserter(events));
    if (from->items.empty()) return Merged{};
    Cart into = STOA_TRY(open_.cart_or_new(tx, user.owner, now));
    Merged done = pour(*from, into);
    STOA_TRY(save_changed(tx, into, now));
    std::ranges::move(STOA_TRY(news_.post_to_others(tx, user)), std::back_inserter(events));
    return done;
  });
  if (merged.ok()) news_.apply(events);
  return merged;
}

}  // namespace stoa::shop
