#include "shop/carts.h"

#include "records/collections.h"
#include "records/typed.h"
#include "shop/catalogue.h"
#include "shop/events.h"
#include "shop/filtered.h"
#include "shop/open_cart.h"

#include <algorithm>

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

Result<Product> on_sale(records::Reader& reader, const ProductId& id) {
  auto product = STOA_TRY(records::get<Product>(reader, records::collections::products(), id));
  if (!product || !product->on_sale()) return product_absent();
  return *std::move(product);
}

Result<void> put(Cart& cart, const Product& product, std::int32_t quantity) {
  Item* line = cart.line(product.id);
  if (line == nullptr && cart.items.size() >= kMostLines) return cart_full();
  if (quantity > kMostOfALine - (line ? line->quantity : 0)) return line_limit();
  if (line == nullptr) line = &cart.items.emplace_back(Item{product.id, {}, {}, 0, cart.zone});
  line->name = product.name;
  line->price = product.price;
  line->quantity += quantity;
  return {};
}

Result<void> expect_changed(Result<Cart> changed) {
  if (changed.ok() || changed.error().code == "cart.unchanged") return {};
  return std::move(changed).error();
}

void remove_line(Cart& cart, const ProductId& product) {
  std::erase_if(cart.items, [&](const Item& item) { return item.product_id == product; });
}

std::vector<LineNote> notes_of(const Item& item, const Product* product, std::int64_t available) {
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

Result<ShownLine> shown(const Item& item, const Product* product, const std::optional<Zone>& zone) {
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
  return line;
}

}  // namespace

template <class Change>
Result<Cart> Carts::change(const Shopper& shopper, Change change) {
  ObjectId event;
  auto changed = records_.transact([&](records::Tx& tx) -> Result<Cart> {
    const Time now = clock_.now();
    Cart cart = STOA_TRY(open_or_new_cart(tx, shopper.owner, now));
    STOA_TRY(change(tx, cart));
    STOA_TRY(save_changed(tx, cart, now));
    event = STOA_TRY(outbox_.post(tx, kCartChanged, write_bson(CartChanged{shopper.token, shopper.owner})));
    return cart;
  });
  // The cart has changed whether or not its view follows now: the clockwork makes it follow otherwise.
  if (changed.ok()) (void)outbox_.apply(event);
  return changed;
}

Result<Cart> Carts::add(const Shopper& shopper, const ProductId& id, std::int32_t quantity) {
  if (quantity < 1 || quantity > kMostOfALine) return bad_quantity();
  return change(shopper, [&](records::Tx& tx, Cart& cart) -> Result<void> {
    return put(cart, STOA_TRY(on_sale(tx, id)), quantity);
  });
}

Result<Cart> Carts::set(const Shopper& shopper, const ProductId& id, std::int32_t quantity) {
  if (quantity < 0 || quantity > kMostOfALine) return bad_quantity();
  return change(shopper, [&](records::Tx& tx, Cart& cart) -> Result<void> {
    Item* line = cart.line(id);
    if (line == nullptr) return no_line();
    if (quantity == 0) {
      remove_line(cart, id);
      return {};
    }
    line->quantity = 0;
    return put(cart, STOA_TRY(on_sale(tx, id)), quantity);
  });
}

Result<void> Carts::remove(const Shopper& shopper, const ProductId& id) {
  return expect_changed(change(shopper, [&](records::Tx&, Cart& cart) -> Result<void> {
    if (cart.line(id) == nullptr) return unchanged();
    remove_line(cart, id);
    return {};
  }));
}

Result<void> Carts::clear(const Shopper& shopper) {
  return expect_changed(change(shopper, [](records::Tx&, Cart& cart) -> Result<void> {
    if (cart.items.empty()) return unchanged();
    cart.items.clear();
    return {};
  }));
}

Result<Cart> Carts::set_zone(const Shopper& shopper, const Zone& zone) {
  return change(shopper, [&](records::Tx&, Cart& cart) -> Result<void> {
    cart.zone = zone;
    for (Item& item : cart.items) item.zone = zone;
    return {};
  });
}

Result<std::optional<Cart>> Carts::current(const Owner& owner) {
  return open_cart(records_.read(), owner, clock_.now());
}

Result<ShownCart> Carts::show(const Owner& owner) {
  ShownCart view;
  const auto cart = STOA_TRY(current(owner));
  if (!cart) return view;
  view.zone = cart->zone;
  view.expires_at = cart->expires_at;
  std::vector<records::Value> ids;
  for (const Item& item : cart->items) ids.emplace_back(item.product_id);
  const auto documents = STOA_TRY(records_.read().get_many(records::collections::products(), ids));
  for (std::size_t i = 0; i < documents.size(); ++i) {
    std::optional<Product> product;
    if (documents[i]) product = STOA_TRY(read_bson<Product>(*documents[i]));
    view.lines.push_back(STOA_TRY(shown(cart->items[i], product ? &*product : nullptr, cart->zone)));
    const ShownLine& line = view.lines.back();
    view.pieces += line.quantity;
    if (std::ranges::find(line.notes, LineNote::Gone) == line.notes.end())
      view.amount = STOA_TRY(view.amount.plus(line.sum));
  }
  return view;
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
