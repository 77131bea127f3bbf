#include "shop/checkout.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"
#include "shop/events.h"
#include "shop/offer.h"
#include "shop/stock.h"
#include "shop/totals.h"

#include <algorithm>
#include <map>

namespace stoa::shop {
namespace {

/// What a check-out takes of one product, in whatever lines it stands.
struct Need {
  std::int64_t quantity = 0;
  std::optional<Offer> product;
};
/// In the products' order, so that two check-outs at once meet their products in the same one.
using Plan = std::map<ProductId, Need>;

Result<Plan> plan_of(records::Tx& tx, const Cart& cart) {
  Plan plan;
  for (const Item& item : cart.items) plan[item.product_id].quantity += item.quantity;
  std::vector<records::Value> ids;
  for (const auto& [id, need] : plan) ids.emplace_back(id);
  auto offers = STOA_TRY(offers_of(tx, ids));
  auto offer = offers.begin();
  for (auto& [id, need] : plan) need.product = std::move(*offer++);
  return plan;
}

Money agreed_price(const Item& item, const std::vector<AgreedPrice>& agreed) {
  const auto found = std::ranges::find(agreed, item.product_id, &AgreedPrice::product_id);
  return found == agreed.end() ? item.price : found->price;
}

RefusedLine refused(const Item& item, const Need& need, const Zone& zone, RefusedBecause reason) {
  RefusedLine line;
  line.product_id = item.product_id;
  line.name = item.name;
  line.reason = reason;
  line.quantity = need.quantity;
  line.available = reason == RefusedBecause::Gone ? 0 : need.product->in_stock(zone);
  line.cart_price = item.price;
  line.price = reason == RefusedBecause::Gone ? item.price : need.product->price;
  return line;
}

std::vector<RefusedLine> refusals(const Cart& cart, const Plan& plan, const CheckoutRequest& request) {
  std::vector<RefusedLine> lines;
  for (const Item& item : cart.items) {
    const Need& need = plan.at(item.product_id);
    const auto refuse = [&](RefusedBecause why) { lines.push_back(refused(item, need, request.zone, why)); };
    if (!need.product || !need.product->on_sale()) {
      refuse(RefusedBecause::Gone);
      continue;
    }
    if (agreed_price(item, request.agreed) != need.product->price) refuse(RefusedBecause::PriceChanged);
    if (need.product->in_stock(request.zone) < need.quantity) refuse(RefusedBecause::OutOfStock);
  }
  return lines;
}

Result<Order> order_of(const Cart& cart, const Plan& plan, const CheckoutRequest& request, const UserId& user,
                       Time now) {
  Order order;
  order.id = OrderId::make(now);
  order.user_id = user;
  order.order_date = order.created_at = now;
  order.zone = request.zone;
  order.items = cart.items;
  for (Item& item : order.items) {
    const Offer& product = *plan.at(item.product_id).product;
    item.name = product.name;
    item.price = product.price;
    item.zone = request.zone;
  }
  order.total_amount = STOA_TRY(sum_of(order.items));
  order.cart_id = cart.id;
  order.delivery = request.delivery;
  return order;
}

Error nothing_to_order() {
  return {Error::Kind::Conflict, "checkout.empty_cart", "the cart is empty; put something in first"};
}

Result<void> mark_ordered(records::Tx& tx, Cart cart, const Order& order) {
  cart.status = CartStatus::Ordered;
  cart.zone = order.zone;
  cart.amount = order.total_amount;
  cart.items = order.items;
  cart.updated_at = order.order_date;
  cart.expires_at = cart_expiry(order.order_date);
  return records::replace(tx, records::collections::carts(), cart);
}

}  // namespace

StructDescription describe(Described<AgreedPrice>) {
  return fields("AgreedPrice", field("product_id", &AgreedPrice::product_id),
                field("price", &AgreedPrice::price));
}

StructDescription describe(Described<CheckoutRequest>) {
  return fields("Checkout", field("zone", &CheckoutRequest::zone),
                field("delivery", &CheckoutRequest::delivery),
                field("agreed", &CheckoutRequest::agreed)
                    .otherwise({})
                    .items(0, kMostLines)
                    .help("Prices that the customer has agreed to where they are no longer the cart's"));
}

EnumDescription describe(Described<RefusedBecause>) {
  return names({{"price_changed", RefusedBecause::PriceChanged},
                {"out_of_stock", RefusedBecause::OutOfStock},
                {"gone", RefusedBecause::Gone}});
}

StructDescription describe(Described<RefusedLine>) {
  return fields("RefusedLine", field("product_id", &RefusedLine::product_id),
                field("name", &RefusedLine::name), field("reason", &RefusedLine::reason),
                field("quantity", &RefusedLine::quantity), field("available", &RefusedLine::available),
                field("cart_price", &RefusedLine::cart_price), field("price", &RefusedLine::price));
}

Result<CheckoutOutcome> Checkout::place(records::Tx& tx, const Shopper& shopper,
                                        const CheckoutRequest& request) {
  const Time now = clock_.now();
  const UserId& user = std::get<UserId>(shopper.owner);
  auto cart = STOA_TRY(open_.cart(tx, shopper.owner, now));
  if (!cart || cart->items.empty()) return nothing_to_order();
  const Plan plan = STOA_TRY(plan_of(tx, *cart));
  if (auto lines = refusals(*cart, plan, request); !lines.empty())
    return CheckoutOutcome{std::nullopt, std::move(lines)};
  Order order = STOA_TRY(order_of(*cart, plan, request, user, now));
  for (const auto& [product, need] : plan)
    STOA_TRY(take(tx, product, request.zone, need.quantity, order.id, now));
  STOA_TRY(records::insert(tx, records::collections::orders(), order));
  STOA_TRY(mark_ordered(tx, *std::move(cart), order));
  STOA_TRY(count_order(tx, order));
  CartNews::Events events = STOA_TRY(news_.post_to_others(tx, shopper));
  events.push_back(STOA_TRY(outbox_.post(tx, kOrderPlaced, OrderPlaced{order.id, user, shopper.token})));
  return CheckoutOutcome{Placed{std::move(order), std::move(events)}, {}};
}

Result<CheckoutOutcome> Checkout::run(const Shopper& shopper, const CheckoutRequest& request) {
  auto outcome = STOA_TRY(records_.transact([&](records::Tx& tx) { return place(tx, shopper, request); }));
  if (outcome.placed) finish(*outcome.placed);
  return outcome;
}

}  // namespace stoa::shop
