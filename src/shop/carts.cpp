#include "shop/carts.h"

#include "records/collections.h"
#include "records/typed.h"
#include "shop/catalogue.h"
#include "shop/events.h"
#include "shop/filtered.h"
#include "shop/offer.h"

#include <algorithm>
#include <set>

namespace stoa::shop {
namespace {

Error line_limit() {
  return {Error::Kind::Conflict, "cart.line_limit", "a cart holds at most 999 of one product; ask for less"};
}
Error cart_full() {
  return {Error::Kind::Conflict, "cart.full",
          "a cart holds at most 200 different products; order these first, or take something out"};
}
Error no_line() {
  return {Error::Kind::NotFound, "cart.no_line", "this product is not in the cart; add it first"};
}
Error bad_quantity() {
  return {Error::Kind::Invalid, "cart.quantity", "a quantity is 1 to 999"};
}

/// Nothing is to be changed: ends a transaction without a failure for the caller.
Error unchanged() {
  return {Error::Kind::NotFound, "cart.unchanged", "nothing to change"};
}

Result<Offers::Shared> on_sale(Offers& offers, records::Reader& reader, const ProductId& id) {
  auto product = STOA_TRY(offers.of(reader, id));
  if (!product || !product->on_sale()) return product_absent();
  return product;
}

void remove_line(Cart& cart, const ProductId& product) {
  std::erase_if(cart.items, [&](const Item& item) { return item.product_id == product; });
}

/// A line as a change finds it, and the cart around it.
struct LineInCart {
  std::optional<Item> line;
  std::size_t lines;
  std::optional<Zone> zone;
};

/// A line as a change leaves it, absent when it is gone; and what it was made of.
struct NewLine {
  std::optional<Item> line;
  Offers::Shared product;
};

Result<NewLine> more_of(const LineInCart& found, Offers::Shared product, std::int32_t quantity) {
  if (!found.line && found.lines >= kMostLines) return cart_full();
  Item line = found.line.value_or(Item{product->id, {}, {}, 0, found.zone});
  if (quantity > kMostOfALine - line.quantity) return line_limit();
  line.name = product->name;
  line.price = product->price;
  line.quantity += quantity;
  return NewLine{std::move(line), std::move(product)};
}

Result<Money> sum_of(const std::optional<Item>& line) {
  return line ? line->price.times(line->quantity) : Money();
}

CartHead copied_head(const Cart& cart) {
  return {cart.id,     cart.owner_id,   cart.type,       cart.status,    cart.zone,
          cart.amount, cart.created_at, cart.updated_at, cart.expires_at};
}

ChangedCart unchanged_cart(const CartHead& cart, std::size_t lines) {
  return {.cart = cart, .lines = lines, .line = {}, .product = {}, .written = false};
}

/// Of a cart that has to be made, or that somebody else wrote.
template <class Change>
Result<ChangedCart> change_in_whole(OpenCarts& open, records::Tx& tx, const Shopper& shopper,
                                    const ProductId& product, Time now, Change& change) {
  Cart cart = STOA_TRY(open.cart_or_new(tx, shopper.owner, now));
  Item* line = cart.line(product);
  auto changed =
      STOA_TRY(change(tx, {line ? std::optional(*line) : std::nullopt, cart.items.size(), cart.zone}));
  if (!line && !changed.line) return unchanged_cart(copied_head(cart), cart.items.size());
  if (!changed.line)
    remove_line(cart, product);
  else if (line != nullptr)
    *line = *changed.line;
  else
    cart.items.push_back(*changed.line);
  STOA_TRY(save_changed(tx, cart, now));
  return ChangedCart{copied_head(cart), cart.items.size(), std::move(changed.line),
                     std::move(changed.product)};
}

template <class Change>
Result<ChangedCart> change_in_bytes(records::Tx& tx, CartBytes& cart, const ProductId& product, Time now,
                                    Change& change) {
  const auto line = STOA_TRY(cart.line(product));
  auto changed = STOA_TRY(change(tx, {line, cart.lines(), cart.head.zone}));
  if (!line && !changed.line) return unchanged_cart(cart.head, cart.lines());
  const Money before = STOA_TRY(sum_of(line)), after = STOA_TRY(sum_of(changed.line));
  const Money others = STOA_TRY(cart.head.amount.minus(before));
  cart.head.amount = STOA_TRY(others.plus(after));
  if (changed.line)
    cart.put(*changed.line);
  else
    cart.remove(product);
  note_change(cart.head, now);
  STOA_TRY(tx.replace(records::collections::carts(), cart.document(), records::Form::Sound));
  return ChangedCart{cart.head, cart.lines(), std::move(changed.line), std::move(changed.product)};
}

std::vector<LineNote> notes_of(const Item& item, const Offer* product, std::int64_t available) {
  if (product == nullptr || !product->on_sale()) return {LineNote::Gone};
  std::vector<LineNote> notes;
  if (product->price != item.price) notes.push_back(LineNote::PriceChanged);
  if (product->name != item.name) notes.push_back(LineNote::NameChanged);
  if (available == 0)
    notes.push_back(LineNote::OutOfStock);
  else if (available < item.quantity)
    notes.push_back(LineNote::LessInStock);
  return notes;
}

Result<ShownLine> shown_line(const Item& item, const Offer* product, const std::optional<Zone>& zone) {
  const bool sold = product != nullptr && product->on_sale();
  ShownLine line;
  line.product_id = item.product_id;
  line.name = sold ? product->name : item.name;
  line.price = sold ? product->price : item.price;
  line.quantity = item.quantity;
  line.sum = STOA_TRY(line.price.times(item.quantity));
  line.available = !sold ? 0 : zone ? product->in_stock(*zone) : product->in_stock();
  line.notes = notes_of(item, product, line.available);
  if (sold && product->price != item.price) line.was_price = item.price;
  if (sold && product->pictures && !product->pictures->empty()) line.picture = product->pictures->front();
  return line;
}

std::vector<records::Value> products_in(const Cart& cart) {
  std::vector<records::Value> ids;
  for (const Item& item : cart.items) ids.emplace_back(item.product_id);
  return ids;
}

void note_zones(const Offer& product, std::set<std::string_view>& zones) {
  for (const auto& [name, stock] : product.stock_by_zone)
    if (stock > 0) zones.insert(name);
}

}  // namespace

template <class Change>
Result<Cart> Carts::change(const Shopper& shopper, Change change) {
  CartNews::Events events;
  auto changed = records_.transact([&](records::Tx& tx) -> Result<Cart> {
    const Time now = clock_.now();
    Cart cart = STOA_TRY(open_.cart_or_new(tx, shopper.owner, now));
    STOA_TRY(change(tx, cart));
    STOA_TRY(save_changed(tx, cart, now));
    events = STOA_TRY(news_.post(tx, shopper));
    return cart;
  });
  if (changed.ok()) news_.apply(events);
  return changed;
}

template <class Change>
Result<ChangedCart> Carts::change_line(const Shopper& shopper, const ProductId& product, Change change) {
  CartNews::Events events;
  auto changed = records_.transact([&](records::Tx& tx) -> Result<ChangedCart> {
    const Time now = clock_.now();
    auto bytes = STOA_TRY(open_.bytes(tx, shopper.owner, now));
    auto done = STOA_TRY(bytes ? change_in_bytes(tx, *bytes, product, now, change)
                               : change_in_whole(open_, tx, shopper, product, now, change));
    if (!done.written) return done;
    events = STOA_TRY(news_.post(tx, shopper,
                                 LineChanged{product, done.line ? done.line->quantity : 0,
                                             static_cast<std::int32_t>(done.lines), done.cart.expires_at}));
    return done;
  });
  if (changed.ok()) news_.apply(events);
  return changed;
}

Result<void> Carts::tell_session(const Shopper& shopper) {
  const auto events =
      STOA_TRY(records_.transact([&](records::Tx& tx) { return news_.post_to_one(tx, shopper); }));
  news_.apply(events);
  return {};
}

Result<ChangedCart> Carts::add(const Shopper& shopper, const ProductId& id, std::int32_t quantity) {
  if (quantity < 1 || quantity > kMostOfALine) return bad_quantity();
  return change_line(shopper, id, [&](records::Tx& tx, const LineInCart& found) -> Result<NewLine> {
    return more_of(found, STOA_TRY(on_sale(offers_, tx, id)), quantity);
  });
}

Result<ChangedCart> Carts::set(const Shopper& shopper, const ProductId& id, std::int32_t quantity) {
  if (quantity < 0 || quantity > kMostOfALine) return bad_quantity();
  return change_line(shopper, id, [&](records::Tx& tx, LineInCart found) -> Result<NewLine> {
    if (!found.line) return no_line();
    if (quantity == 0) return NewLine();
    found.line->quantity = 0;
    return more_of(found, STOA_TRY(on_sale(offers_, tx, id)), quantity);
  });
}

Result<ChangedCart> Carts::remove(const Shopper& shopper, const ProductId& id) {
  return change_line(shopper, id,
                     [](records::Tx&, const LineInCart&) -> Result<NewLine> { return NewLine(); });
}

Result<void> Carts::clear(const Shopper& shopper) {
  const auto cleared = change(shopper, [](records::Tx&, Cart& cart) -> Result<void> {
    if (cart.items.empty()) return unchanged();
    cart.items.clear();
    return {};
  });
  if (cleared.ok() || cleared.error().code == unchanged().code) return {};
  return cleared.error();
}

Result<Cart> Carts::set_zone(const Shopper& shopper, const Zone& zone) {
  return change(shopper, [&](records::Tx&, Cart& cart) -> Result<void> {
    cart.zone = zone;
    for (Item& item : cart.items) item.zone = zone;
    return {};
  });
}

Result<std::optional<Cart>> Carts::current(const Owner& owner) {
  return open_.cart(records_.read(), owner, clock_.now());
}

Result<ShownChange> Carts::shown(const ChangedCart& changed) {
  ShownChange view;
  if (changed.line) view.line = STOA_TRY(shown_line(*changed.line, changed.product.get(), changed.cart.zone));
  view.lines = static_cast<std::int32_t>(changed.lines);
  view.amount = changed.cart.amount;
  if (view.lines > 0) view.expires_at = changed.cart.expires_at;
  return view;
}

Result<ShownCart> Carts::show(const Owner& owner, const std::optional<Zone>& from) {
  ShownCart view;
  const auto cart = STOA_TRY(current(owner));
  if (!cart) return view;
  view.zone = from ? from : cart->zone;
  view.expires_at = cart->expires_at;
  const auto offers = STOA_TRY(offers_.of(records_.read(), products_in(*cart)));
  std::set<std::string_view> zones;
  view.lines.reserve(offers.size());
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const Offer* product = offers[i].get();
    view.lines.push_back(STOA_TRY(shown_line(cart->items[i], product, view.zone)));
    const ShownLine& line = view.lines.back();
    if (product && product->on_sale()) note_zones(*product, zones);
    if (line.has(LineNote::Gone)) continue;
    view.pieces += line.quantity;
    view.amount = STOA_TRY(view.amount.plus(line.sum));
  }
  for (const std::string_view name : zones)
    if (auto zone = Zone::parse(name); zone.ok()) view.zones.push_back(*std::move(zone));
  return view;
}

Result<CartService> Carts::service(const Owner& owner) {
  const auto cart = STOA_TRY(current(owner));
  if (!cart) return CartService();
  return service_of(cart->items, STOA_TRY(offers_.of(records_.read(), products_in(*cart))));
}

// A cart expires kCartLife after its last change, so the index on that has them by their last change.
Result<CartPage> Carts::active(std::size_t limit, std::string cursor) {
  const Time now = clock_.now();
  auto page = STOA_TRY(find_filtered<Cart>(
      records_.read(), records::collections::carts(),
      {.index = "expires_at",
       .walk = records::Query::Walk::Against,
       .limit = limit,
       .cursor = std::move(cursor)},
      [&](const Cart& cart) { return cart.status == CartStatus::Active && cart.expires_at > now; }));
  return CartPage{std::move(page.documents), std::move(page.next)};
}

Result<CartPage> Carts::abandoned(std::size_t limit, std::string cursor) {
  const Time now = clock_.now();
  auto page = STOA_TRY(find_filtered<Cart>(
      records_.read(), records::collections::carts(),
      {.index = "expires_at", .limit = limit, .cursor = std::move(cursor)},
      [&](const Cart& cart) { return cart.status == CartStatus::Abandoned && cart.expires_at > now; }));
  return CartPage{std::move(page.documents), std::move(page.next)};
}

}  // namespace stoa::shop
