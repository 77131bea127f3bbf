#pragma once
#include "records/records.h"
#include "shop/cart.h"
#include "shop/cart_bytes.h"

#include <optional>

namespace stoa::shop {

/// The owner's one cart that is not ordered, active or abandoned; nullopt when there is none, or its time is
/// over though the sweeper has not come yet. One or two index reads.
Result<std::optional<Cart>> open_cart(records::Reader&, const Owner&, Time now);

/// The same as bytes; nullopt also when it is not written as ours are.
Result<std::optional<CartBytes>> open_cart_bytes(records::Reader&, const Owner&, Time now);

/// The owner's open cart, or a new one that is not in `carts` yet. Two who make one at the same moment make
/// the same id, so that of their transactions one fails and is run again.
Result<Cart> open_or_new_cart(records::Tx&, const Owner&, Time now);

/// Status, dates and the end of its life after a change.
void note_change(CartHead&, Time now);

/// Writes a changed cart: sum, status, dates and the end of its life follow from the change.
Result<void> save_changed(records::Tx&, Cart&, Time now);

}  // namespace stoa::shop
