#include "base/fields.h"
#include "shop/api.h"

namespace stoa::shop {

struct CartAddition {
  ProductId product_id;
  std::int32_t quantity = 1;
};
StructDescription describe(Described<CartAddition>) {
  return fields("CartAddition", field("product_id", &CartAddition::product_id),
                field("quantity", &CartAddition::quantity).range(1, kMostOfALine).otherwise(1));
}

struct LineQuantity {
  std::int32_t quantity = 0;
};
StructDescription describe(Described<LineQuantity>) {
  return fields("LineQuantity",
                field("quantity", &LineQuantity::quantity).range(0, kMostOfALine).help("0 removes the line"));
}

struct CartZone {
  Zone zone;
};
StructDescription describe(Described<CartZone>) {
  return fields("CartZone", field("zone", &CartZone::zone));
}

namespace {
using http::Call;
using http::Response;

/// The asker as a shopper; a guest without a token gets one.
Result<Shopper> shopper_of(Call& call, const Api& api) {
  if (!call.viewer.token) call.viewer.token = STOA_TRY(api.start_session(call));
  return api.shop.shopper(*call.viewer.token, call.viewer.id, call.viewer.name);
}

Result<Response> show(const Shopper& shopper, const Api& api) {
  return http::json(STOA_TRY(api.shop.carts.show(shopper.owner)));
}

/// What a change of one line is answered with; the whole cart is there for who asks for it.
Result<Response> answer(const ChangedCart& changed) {
  return http::json(STOA_TRY(Carts::shown(changed)));
}

Result<Response> look(Call& call, const Api& api) {
  // Whoever only looks needs no session.
  if (!call.viewer.token) return http::json(ShownCart{});
  return show(STOA_TRY(shopper_of(call, api)), api);
}

Result<Response> add(Call& call, const Api& api) {
  const auto addition = STOA_TRY(call.json<CartAddition>());
  const Shopper shopper = STOA_TRY(shopper_of(call, api));
  return answer(STOA_TRY(api.shop.carts.add(shopper, addition.product_id, addition.quantity)));
}

Result<Response> set(Call& call, const Api& api) {
  const auto line = STOA_TRY(call.json<LineQuantity>());
  const Shopper shopper = STOA_TRY(shopper_of(call, api));
  return answer(STOA_TRY(api.shop.carts.set(shopper, call.parameter<ProductId>("product"), line.quantity)));
}

Result<Response> remove(Call& call, const Api& api) {
  const Shopper shopper = STOA_TRY(shopper_of(call, api));
  return answer(STOA_TRY(api.shop.carts.remove(shopper, call.parameter<ProductId>("product"))));
}

Result<Response> clear(Call& call, const Api& api) {
  const Shopper shopper = STOA_TRY(shopper_of(call, api));
  STOA_TRY(api.shop.carts.clear(shopper));
  return show(shopper, api);
}

Result<Response> set_zone(Call& call, const Api& api) {
  const auto chosen = STOA_TRY(call.json<CartZone>());
  const Shopper shopper = STOA_TRY(shopper_of(call, api));
  STOA_TRY(api.shop.carts.set_zone(shopper, chosen.zone));
  return show(shopper, api);
}

}  // namespace

std::vector<http::Route> cart_routes(const Api& api) {
  using enum http::Method;
  const auto row = [&api](http::Method method, std::string path, std::string summary,
                          Result<Response> (*handler)(Call&, const Api&), const Schema* takes,
                          const Schema& returns = schema_of<ShownCart>()) {
    http::Route route{.method = method, .path = std::move(path), .summary = std::move(summary)};
    route.handler = [api, handler](Call& call) { return handler(call, api); };
    route.takes = takes;
    route.returns = &returns;
    if (method != Get) route.bucket = "cart";
    // What is added twice counts twice, unless a key says that it is the same.
    if (method == Post) route.idempotency = http::Idempotency::Optional;
    return route;
  };
  const Schema& change = schema_of<ShownChange>();
  return {
      row(Get, "/api/cart", "The cart at today's prices, with notes on what has changed", look, nullptr),
      row(Post, "/api/cart/items", "Adds to the cart", add, &schema_of<CartAddition>(), change),
      row(Put, "/api/cart/items/{product:id}", "Sets a line's quantity", set, &schema_of<LineQuantity>(),
          change),
      row(Delete, "/api/cart/items/{product:id}", "Takes a line out", remove, nullptr, change),
      row(Delete, "/api/cart", "Empties the cart", clear, nullptr),
      row(Put, "/api/cart/zone", "Chooses where the goods come from", set_zone, &schema_of<CartZone>()),
  };
}

}  // namespace stoa::shop
