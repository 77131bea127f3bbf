#pragma once
#include "base/clock.h"
#include "records/outbox.h"
#include "records/records.h"
#include "shop/cart_news.h"
#include "shop/open_carts.h"
#include "shop/order.h"

#include <optional>
#include <vector>

namespace stoa::shop {

/// A price that the customer has seen and agrees to, where it is no longer the one in the cart.
struct AgreedPrice {
  ProductId product_id;
  Money price;
};
StructDescription describe(Described<AgreedPrice>);

struct CheckoutRequest {
  Zone zone;
  Delivery delivery;
  std::vector<AgreedPrice> agreed;
};
StructDescription describe(Described<CheckoutRequest>);

enum class RefusedBecause { PriceChanged, OutOfStock, Gone };
EnumDescription describe(Described<RefusedBecause>);

/// A line that keeps a check-out from happening. One line may have two: dearer, and too few left.
struct RefusedLine {
  ProductId product_id;
  std::string name;
  RefusedBecause reason = RefusedBecause::Gone;
  /// Of all lines with this product.
  std::int64_t quantity = 0;
  /// In the zone of the check-out.
  std::int64_t available = 0;
  Money cart_price;
  /// The product's; the cart's when it is gone.
  Money price;
};
StructDescription describe(Described<RefusedLine>);

/// An order, and the events to apply() once it is committed.
struct Placed {
  Order order;
  CartNews::Events events;
};
/// Either an order or the lines that stood in its way.
struct CheckoutOutcome {
  std::optional<Placed> placed;
  std::vector<RefusedLine> refused;
};

/// Turns a cart into an order. Safe from any thread.
class Checkout {
 public:
  /// All outlive it.
  Checkout(records::Records& records, records::Outbox& outbox, CartNews& news, OpenCarts& open,
           const Clock& clock)
      : records_(records), outbox_(outbox), news_(news), open_(open), clock_(clock) {}

  /// Part of the caller's transaction: takes the stock of all lines (those of one product together) from the
  /// zone, writes the order, marks the cart `ordered`, posts kOrderPlaced. When a line stands in the way,
  /// gives all that do, and nothing is written. Conflict (`checkout.empty_cart`) when there is nothing to
  /// order.
  Result<CheckoutOutcome> place(records::Tx&, const Shopper&, const CheckoutRequest&);
  /// After the commit; what fails here is made good by the clockwork.
  void finish(const Placed& placed) { news_.apply(placed.events); }

  /// Both, in a transaction of its own.
  Result<CheckoutOutcome> run(const Shopper&, const CheckoutRequest&);

 private:
  records::Records& records_;
  records::Outbox& outbox_;
  CartNews& news_;
  OpenCarts& open_;
  const Clock& clock_;
};

}  // namespace stoa::shop
