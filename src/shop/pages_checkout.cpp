#include "http/idempotency.h"
#include "shop/api_place_order.h"
#include "shop/pages_cards.h"
#include "shop/pages_front.h"
#include "shop/pages_order_form.h"

#include <algorithm>

namespace stoa::shop {
namespace {

/// What the check-out had against a line.
struct Refusals {
  bool out = false, gone = false;
  std::int64_t available = 0;
};

Refusals refusals_of(const ProductId& product, const std::vector<RefusedLine>& refused) {
  Refusals found;
  for (const RefusedLine& line : refused) {
    if (line.product_id != product) continue;
    found.out = found.out || line.reason == RefusedBecause::OutOfStock;
    found.gone = found.gone || line.reason == RefusedBecause::Gone;
    found.available = line.available;
  }
  return found;
}

/// What it will have against a line, as the cart looks from the zone that is chosen; nothing while none is.
Refusals refusals_ahead(const ShownLine& line, bool has_zone) {
  if (!has_zone) return {};
  return {.out = line.has(LineNote::OutOfStock) || line.has(LineNote::LessInStock),
          .available = line.available};
}

Fields line_fields(const ShownLine& line, const OrderForm& form, const Refusals& refusals) {
  Fields fields{{"id", line.product_id},
                {"name", line.name},
                {"price", line.price},
                {"sum", line.sum},
                {"quantity", line.quantity},
                {"price_before", line.was_price},
                {"agree", line.was_price ? http::Value(line.product_id.hex() + ":" + line.price.text())
                                         : http::Value()},
                {"is_agreed", form.agreed(line.product_id, line.price)},
                {"gone", refusals.gone || line.has(LineNote::Gone)},
                {"out", refusals.out && refusals.available == 0},
                {"less", refusals.out && refusals.available > 0},
                {"available", refusals.available}};
  add_picture(fields, line.product_id, line.picture);
  return fields;
}

/// The one that came with the form, so that a form that was sent twice is one order; else a new one.
std::string key_for(const Call& call) {
  const auto sent = http::IdempotencyStore::key_of(call);
  return sent.ok() && *sent ? **sent : Token::make().text();
}

Owner owner_of(const Call& call, const Front& front) {
  return front.shop.shopper(call.viewer.token.value(), call.viewer.id, call.viewer.name).owner;
}

std::optional<Zone> zone_of(const OrderForm& form) {
  const Zone& zone = form.request().zone;
  return zone.text().empty() ? std::nullopt : std::optional(zone);
}

/// What to do where no zone has all of it: one order takes what one zone has.
void add_advice(const Call& call, const Front& front, const CartService& service, Fields& fields) {
  const std::int32_t nowhere = service.sold - service.somewhere;
  if (nowhere > 0) fields.set("nowhere_whole", nowhere);
  if (!service.is_split()) return;
  fields.set("split_at", zone_name(front.pages, call.language, service.zones.front().zone.text()));
}

Result<Response> shown(Call& call, const Front& front, const ShownCart& cart, const OrderForm& form,
                       const std::vector<RefusedLine>& refused, int status) {
  const CartService service = STOA_TRY(front.shop.carts.service(owner_of(call, front)));
  List lines;
  for (const ShownLine& line : cart.lines)
    lines.push_back(line_fields(line, form,
                                refused.empty() ? refusals_ahead(line, cart.zone.has_value())
                                                : refusals_of(line.product_id, refused)));
  Fields fields = form.fields(service);
  add_advice(call, front, service, fields);
  fields.set("in_shop", true);
  fields.set("order_lines", std::move(lines));
  fields.set("total", cart.amount);
  fields.set("pieces", cart.pieces);
  fields.set("refused", !refused.empty());
  fields.set("key", key_for(call));
  fields.set("csrf", call.csrf());
  return front.pages.page(call, "shop/checkout.html", fields, {.status = status});
}

Result<ShownCart> cart_of(const Call& call, const Front& front, const std::optional<Zone>& zone) {
  return front.shop.carts.show(owner_of(call, front), zone);
}

Result<Response> nothing_to_order(Call& call, const Front& front) {
  front.pages.flash(call, Flash::Kind::Info, "checkout.empty");
  return http::see_other("/cart");
}

/// The one that was chosen just now, or in the cart, or for the last order; where none of these has any of
/// it, the fullest if there is no way around several orders.
Result<std::optional<Zone>> zone_to_begin_with(const Call& call, const Front& front,
                                               const std::vector<Order>& last) {
  const Owner owner = owner_of(call, front);
  const auto cart = STOA_TRY(front.shop.carts.current(owner));
  const CartService service = STOA_TRY(front.shop.carts.service(owner));
  auto zone = STOA_TRY(call.query<Zone>("zone"));
  if (!zone && cart) zone = cart->zone;
  if (!zone && !last.empty()) zone = last.front().zone;
  if (zone && std::ranges::find(service.zones, *zone, &ZoneService::zone) != service.zones.end()) return zone;
  return service.is_split() ? std::optional(service.zones.front().zone) : std::nullopt;
}

Result<Response> form(Call& call, const Front& front) {
  const auto last = STOA_TRY(front.shop.orders.history(UserId(call.viewer.id.value()), 1, ""));
  const auto zone = STOA_TRY(zone_to_begin_with(call, front, last.orders));
  ShownCart cart = STOA_TRY(cart_of(call, front, zone));
  if (cart.lines.empty()) return nothing_to_order(call, front);
  // What the cart says of a zone that has nothing of it is not what the select shows.
  cart.zone = zone;
  const auto delivery = last.orders.empty() ? std::nullopt : last.orders.front().delivery;
  return shown(call, front, cart, OrderForm(call, front.pages, delivery, zone), {}, 200);
}

Response to_order(const Order& order) {
  return http::see_other("/orders/" + order.id.hex());
}

Result<Response> place(Call& call, const Front& front) {
  const OrderForm form = STOA_TRY(OrderForm::read(call, front.pages));
  if (form.has_errors())
    return shown(call, front, STOA_TRY(cart_of(call, front, zone_of(form))), form, {}, 422);
  auto placed = place_order(call, front.shop, front.records, form.request(),
                            [](const Order& order) { return to_order(order); });
  if (!placed.ok() && placed.error().code == "checkout.empty_cart")
    return front.pages.page(call, "shop/cart.html", {{"in_shop", true}, {"lines", List()}}, {.status = 409});
  if (!placed.ok()) return std::move(placed).error();
  if (!placed->answer)
    return shown(call, front, STOA_TRY(cart_of(call, front, zone_of(form))), form, placed->refused, 409);
  front.pages.flash(call, Flash::Kind::Good, "checkout.placed");
  return *std::move(placed->answer);
}

}  // namespace

std::vector<http::Route> checkout_pages(const Front& front) {
  auto show = http::page_route(front, "/checkout", "The form of the check-out", form);
  auto send = http::form_route(front, "/checkout", "Checks out: all of the cart becomes an order, or nothing",
                               {"zone", "name", "address", "contact", "agreed"}, place);
  show.access = send.access = http::Access::Member;
  send.idempotency = http::Idempotency::Required;
  send.keep = http::Keep::InTransaction;
  send.bucket = "checkout";
  return {show, send};
}

}  // namespace stoa::shop
