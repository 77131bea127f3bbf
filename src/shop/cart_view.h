#pragma once
#include "keyspace/keyspace.h"
#include "records/outbox.h"
#include "records/records.h"
#include "shop/open_carts.h"
#include "shop/events.h"
#include "shop/owner.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stoa::shop {

/// What `cart:{token}` holds for this cart, or for none: product id in hex and quantity, each above 0.
std::map<std::string, std::string> hot_view_of(const std::optional<Cart>&);

/// `cart:{token}`: what a session has in its cart, for the badge on every page and for other programs. It
/// follows the `carts` document, and goes when that expires. Safe from any thread.
class CartView {
 public:
  /// All outlive it.
  CartView(keyspace::Keyspace& keyspace, records::Records& records, OpenCarts& open, const Clock& clock)
      : keyspace_(keyspace), records_(records), open_(open), clock_(clock) {}

  /// Product id in hex to quantity. One read.
  Result<std::map<std::string, std::int64_t>> quantities(const Token&);
  Result<std::int64_t> pieces(const Token&);

  /// Makes the view what the owner's cart is now; for a session that did not change the cart itself.
  Result<void> refresh(const Shopper&);

  /// The outbox's listeners to kCartChanged and kOrderPlaced.
  Result<void> on_cart_changed(keyspace::Tx&, records::Reader&, const records::Event&);
  Result<void> on_order_placed(keyspace::Tx&, records::Reader&, const records::Event&);

 private:
  Result<void> follow(keyspace::Tx&, records::Reader&, const Shopper&);
  /// The line as it is now; nullopt when the cart is gone or is not written as ours are.
  Result<std::optional<LineChanged>> line_now(records::Reader&, const Owner&, const ProductId&);
  /// False, and nothing is written, when looking at one line does not do.
  Result<bool> follow_line(keyspace::Tx&, const Token&, const LineChanged&);

  keyspace::Keyspace& keyspace_;
  records::Records& records_;
  OpenCarts& open_;
  const Clock& clock_;
};

}  // namespace stoa::shop
