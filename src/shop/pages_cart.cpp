#include "http/site.h"
#include "shop/pages_cards.h"
#include "shop/pages_front.h"
#include "shop/pages_product.h"

#include <algorithm>
#include <array>

namespace stoa::shop {
namespace {

constexpr std::string_view kCart = "/cart";

/// What a form can say of a refusal by the rules, and with which status.
struct Saying {
  std::string_view code, key;
  int status;
};
constexpr auto kSayings = std::to_array<Saying>({{"cart.quantity", "cart.wrong_quantity", 422},
                                                 {"cart.line_limit", "cart.wrong_line_limit", 409},
                                                 {"cart.full", "cart.wrong_full", 409},
                                                 {"cart.no_line", "cart.wrong_no_line", 404},
                                                 {"cart.session_over", "cart.wrong_session_over", 409},
                                                 {"request.form", "cart.wrong_quantity", 422}});

const Saying* saying_of(const Error& error) {
  const auto found = std::ranges::find(kSayings, error.code, &Saying::code);
  return found == kSayings.end() ? nullptr : &*found;
}

std::optional<Shopper> shopper_of(const Call& call, const Front& front) {
  if (!call.viewer.token) return std::nullopt;
  return front.shop.shopper(*call.viewer.token, call.viewer.id, call.viewer.name);
}

/// The header's badge listens for it.
Response telling_of_change(Response answer) {
  answer.headers.push_back({"HX-Trigger", "cart-changed"});
  return answer;
}

/// A line of the cart that a form was about, and what is wrong with that.
struct Complaint {
  ProductId product;
  std::string text;
  int status = 422;
};

Fields line_fields(const ShownLine& line, const std::optional<Complaint>& complaint) {
  const bool wrong = complaint && complaint->product == line.product_id;
  Fields fields{{"id", line.product_id},
                {"name", line.name},
                {"price", line.price},
                {"sum", line.sum},
                {"quantity", line.quantity},
                {"available", line.available},
                {"price_before", line.was_price},
                {"cheaper", line.was_price && line.price < *line.was_price},
                {"dearer", line.was_price && line.price > *line.was_price},
                {"renamed", line.has(LineNote::NameChanged)},
                {"out", line.has(LineNote::OutOfStock)},
                {"less", line.has(LineNote::LessInStock)},
                {"gone", line.has(LineNote::Gone)},
                {"error", wrong ? http::Value(complaint->text) : http::Value()}};
  add_picture(fields, line.product_id, line.picture);
  return fields;
}

List zone_choices(const Call& call, const Front& front, const ShownCart& cart) {
  List choices;
  for (const Zone& zone : cart.zones)
    choices.push_back({{"value", zone.text()},
                       {"text", zone_name(front.pages, call.language, zone.text())},
                       {"chosen", cart.zone == zone}});
  return choices;
}

Fields cart_fields(Call& call, const Front& front, const ShownCart& cart,
                   const std::optional<Complaint>& complaint) {
  List lines;
  bool blocked = false;
  for (const ShownLine& line : cart.lines) {
    lines.push_back(line_fields(line, complaint));
    blocked = blocked || line.has(LineNote::Gone);
  }
  const bool no_zone = !cart.zone;
  return Fields{
      {"has_lines", !cart.lines.empty()},
      {"has_zones", !cart.zones.empty()},
      {"lines", std::move(lines)},
      {"pieces", cart.pieces},
      {"total", cart.amount},
      {"zones", zone_choices(call, front, cart)},
      {"no_zone", no_zone},
      {"zone_name", no_zone ? std::string() : zone_name(front.pages, call.language, cart.zone->text())},
      {"blocked", blocked},
      {"is_guest", call.viewer.role == http::Role::Guest},
      {"expires", cart.expires_at},
      {"csrf", call.csrf()}};
}

Fields empty_cart() {
  return {{"lines", List()}};
}

/// Whatever left the view other than the cart, whoever opens the cart has it mended.
Result<void> follow_view(const Front& front, const Shopper& shopper, const ShownCart& cart) {
  std::map<std::string, std::int64_t> shown;
  for (const ShownLine& line : cart.lines) shown[line.product_id.hex()] += line.quantity;
  if (shown == STOA_TRY(front.shop.cart_view.quantities(shopper.token))) return {};
  return front.shop.cart_view.refresh(shopper);
}

Result<Fields> followed_fields(Call& call, const Front& front, const std::optional<Complaint>& complaint) {
  const auto shopper = shopper_of(call, front);
  if (!shopper) return empty_cart();
  const ShownCart cart = STOA_TRY(front.shop.carts.show(shopper->owner));
  STOA_TRY(follow_view(front, *shopper, cart));
  return cart_fields(call, front, cart, complaint);
}

Result<Response> shown(Call& call, const Front& front, const std::optional<Complaint>& complaint) {
  Fields fields = STOA_TRY(followed_fields(call, front, complaint));
  fields.set("in_shop", true);
  const int status = complaint ? complaint->status : 200;
  if (!http::wants_part(call) || call.request.method == http::Method::Get)
    return front.pages.page(call, "shop/cart.html", fields, {.status = status});
  Response part = telling_of_change(front.pages.fragment(call, "shop/cart.html#cart", fields));
  part.status = status;
  return part;
}

Result<Response> look(Call& call, const Front& front) {
  return shown(call, front, std::nullopt);
}

/// After a change: the cart anew, as a part, or by a redirect.
Result<Response> changed(Call& call, const Front& front) {
  if (http::wants_part(call)) return shown(call, front, std::nullopt);
  return http::see_other(kCart);
}

/// Said beside the line it is about; an Error that a form cannot show comes back.
Result<Response> complained(Call& call, const Front& front, const ProductId& product, const Error& error) {
  const Saying* saying = saying_of(error);
  if (!saying) return error;
  return shown(call, front, Complaint{product, front.pages.say(call.language, saying->key), saying->status});
}

/// A number that was deleted and not typed anew is none.
Result<std::int32_t> quantity_of(const Call& call, std::optional<std::int32_t> without_field = {}) {
  if (const auto quantity = STOA_TRY(call.form<std::int32_t>("quantity"))) return *quantity;
  if (without_field && !call.form("quantity")) return *without_field;
  return Error{Error::Kind::Invalid, "cart.quantity", "quantity: is missing; a quantity is 1 to 999"};
}

Result<ChangedCart> try_to_add(Call& call, const Front& front, const ProductId& product) {
  const auto quantity = STOA_TRY(quantity_of(call, 1));
  if (quantity < 1 || quantity > kMostOfALine)
    return Error{Error::Kind::Invalid, "cart.quantity", "a quantity is 1 to 999"};
  if (!call.viewer.token) call.viewer.token = STOA_TRY(front.start_session(call));
  return front.shop.carts.add(front.shop.shopper(*call.viewer.token, call.viewer.id, call.viewer.name),
                              product, quantity);
}

Result<Response> not_added(Call& call, const Front& front, const ProductId& product, const Error& error) {
  const Saying* saying = saying_of(error);
  if (!saying) return error;
  std::string text = front.pages.say(call.language, saying->key);
  if (!http::wants_part(call))
    return product_with_complaint(call, front, product, saying->status, std::move(text));
  Response part = front.pages.fragment(call, "shop/added.html",
                                       {{"complaint", std::move(text)}, {"name", ""}, {"pieces", 0}});
  part.status = saying->status;
  return part;
}

Result<Response> add(Call& call, const Front& front) {
  const auto product = STOA_TRY(call.form<ProductId>("product"));
  if (!product) return Error{Error::Kind::Invalid, "request.form", "product: is missing"};
  const auto cart = try_to_add(call, front, *product);
  if (!cart.ok()) return not_added(call, front, *product, cart.error());
  const Item& line = cart->line.value();
  if (http::wants_part(call))
    return telling_of_change(
        front.pages.fragment(call, "shop/added.html",
                             {{"complaint", http::Value()}, {"name", line.name}, {"pieces", line.quantity}}));
  front.pages.flash(call, Flash::Kind::Good, "cart.added", {{"name", line.name}});
  return http::see_other(kCart);
}

Result<Response> set(Call& call, const Front& front) {
  const auto product = call.parameter<ProductId>("product");
  const auto shopper = shopper_of(call, front);
  if (!shopper) return http::see_other(kCart);
  const auto quantity = quantity_of(call);
  if (!quantity.ok()) return complained(call, front, product, quantity.error());
  const auto cart = front.shop.carts.set(*shopper, product, *quantity);
  return cart.ok() ? changed(call, front) : complained(call, front, product, cart.error());
}

Result<Response> remove(Call& call, const Front& front) {
  if (const auto shopper = shopper_of(call, front))
    STOA_TRY(front.shop.carts.remove(*shopper, call.parameter<ProductId>("product")));
  return changed(call, front);
}

Result<Response> clear(Call& call, const Front& front) {
  if (const auto shopper = shopper_of(call, front)) STOA_TRY(front.shop.carts.clear(*shopper));
  return changed(call, front);
}

Result<Response> choose_zone(Call& call, const Front& front) {
  const auto zone = STOA_TRY(call.form<Zone>("zone"));
  if (!zone) return Error{Error::Kind::Invalid, "request.form", "zone: is missing"};
  if (const auto shopper = shopper_of(call, front)) STOA_TRY(front.shop.carts.set_zone(*shopper, *zone));
  return changed(call, front);
}

}  // namespace

std::vector<http::Route> cart_pages(const Front& front) {
  std::vector<http::Route> rows{
      http::form_route(front, "/cart/items", "Adds to the cart", {"product", "quantity"}, add),
      http::form_route(front, "/cart/items/{product:id}", "Sets a line's quantity", {"quantity"}, set),
      http::form_route(front, "/cart/items/{product:id}/remove", "Takes a line out", {}, remove),
      http::form_route(front, "/cart/clear", "Empties the cart", {}, clear),
      http::form_route(front, "/cart/zone", "Chooses where the goods come from", {"zone"}, choose_zone)};
  // Its form stands on the product's page, which is kept for everybody.
  rows[0].proof = http::Proof::Origin;
  for (http::Route& row : rows) row.bucket = "cart";
  rows.push_back(http::page_route(front, "/cart", "The cart", look));
  return rows;
}

}  // namespace stoa::shop
