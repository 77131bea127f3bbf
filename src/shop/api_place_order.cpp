#include "shop/api_place_order.h"

#include "http/idempotency.h"

namespace stoa::shop {

Result<PlaceOrder> place_order(http::Call& call, Shop& shop, records::Records& records,
                               const CheckoutRequest& request,
                               FunctionRef<http::Response(const Order&)> answer) {
  const Shopper shopper = shop.shopper(call.viewer.token.value(), call.viewer.id, call.viewer.name);
  CheckoutOutcome outcome;
  auto made = http::once(call, records, [&](records::Tx& tx) -> Result<http::Response> {
    outcome = {};
    outcome = STOA_TRY(shop.checkout.place(tx, shopper, request));
    if (!outcome.placed)
      return Error{Error::Kind::Conflict, "checkout.refused", "some lines stand in the way"};
    return answer(outcome.placed->order);
  });
  if (!outcome.refused.empty()) return PlaceOrder{std::nullopt, std::move(outcome.refused)};
  if (!made.ok()) return std::move(made).error();
  if (outcome.placed) shop.checkout.finish(*outcome.placed);
  return PlaceOrder{*std::move(made), {}};
}

}  // namespace stoa::shop
