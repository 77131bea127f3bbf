#pragma once
#include "base/function_ref.h"
#include "http/call.h"
#include "records/records.h"
#include "shop/shop.h"

namespace stoa::shop {

/// Checks the asker's cart out, once for the request's Idempotency-Key; `answer` makes the answer that is
/// kept with the order. A refusal is not kept: the same request may go through once the cart is mended.
/// Exactly one of the two is there.
struct PlaceOrder {
  std::optional<http::Response> answer;
  std::vector<RefusedLine> refused;
};
Result<PlaceOrder> place_order(http::Call&, Shop&, records::Records&, const CheckoutRequest&,
                               FunctionRef<http::Response(const Order&)> answer);

}  // namespace stoa::shop
