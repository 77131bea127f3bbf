#pragma once
#include "records/records.h"
#include "shop/cart.h"
#include "shop/cart_bytes.h"
#include "shop/cart_places.h"
#include "shop/closed_owners.h"

#include <cstddef>
#include <optional>

namespace stoa::shop {

/// Finds the one cart of an owner that is not ordered, active or abandoned. It remembers where it found them,
/// and knows what id the first cart of a day has: mostly a look at the document does then, instead of one at
/// an index. Both are believed only after that look, so that they may be wrong. Safe from any thread.
class OpenCarts {
 public:
  /// The places of about `most` carts are remembered at a time.
  explicit OpenCarts(std::size_t most = 128 * 1024) : places_(most) {}

  /// nullopt when there is none, or its time is over though the sweeper has not come yet. One read or two.
  Result<std::optional<Cart>> cart(records::Reader&, const Owner&, Time now);

  /// The same as bytes; nullopt also when it is not written as ours are.
  Result<std::optional<CartBytes>> bytes(records::Reader&, const Owner&, Time now);

  /// The owner's open cart, or a new one that is not in `carts` yet. Two who make one at the same moment make
  /// the same id, so that of their transactions one fails and is run again. Conflict (`cart.session_over`)
  /// for a new one of an owner who was closed.
  Result<Cart> cart_or_new(records::Tx&, const Owner&, Time now);

  /// Called in a transaction: no later one makes a cart of this owner. Reopened when the transaction fails.
  void close(const Owner& owner) { closed_.close(owner); }
  void reopen(const Owner& owner) { closed_.reopen(owner); }

  /// How many places are remembered.
  std::size_t known() const { return places_.known(); }

 private:
  /// Whether or not its time is over.
  template <class Found>
  Result<std::optional<Found>> find(records::Reader&, const Owner&, Time now);
  /// nullopt also when the document is there and not the owner's open cart.
  template <class Found>
  Result<std::optional<Found>> open_at(records::Reader&, const CartId&, const Owner&);
  template <class Found>
  Result<std::optional<Found>> find_alive(records::Reader&, const Owner&, Time now);

  CartPlaces places_;
  ClosedOwners closed_;
};

/// Status, dates and the end of its life after a change.
void note_change(CartHead&, Time now);

/// Writes a changed cart: sum, status, dates and the end of its life follow from the change.
Result<void> save_changed(records::Tx&, Cart&, Time now);

}  // namespace stoa::shop
