#include "shop/cart_view.h"

#include "keyspace/keys.h"
#include "shop/events.h"

#include <charconv>

namespace stoa::shop {

std::map<std::string, std::string> hot_view_of(const std::optional<Cart>& cart) {
  std::map<std::string, std::int64_t> quantities;
  if (cart)
    for (const Item& item : cart->items) quantities[item.product_id.hex()] += item.quantity;
  std::map<std::string, std::string> fields;
  for (const auto& [product, quantity] : quantities)
    if (quantity > 0) fields.emplace(product, std::to_string(quantity));
  return fields;
}

Result<std::map<std::string, std::int64_t>> CartView::quantities(const Token& token) {
  std::map<std::string, std::int64_t> quantities;
  for (const auto& field : STOA_TRY(keyspace_.read().hgetall(keyspace::keys::cart(token)))) {
    std::int64_t quantity = 0;
    std::from_chars(field.value.data(), field.value.data() + field.value.size(), quantity);
    quantities.emplace(field.name, quantity);
  }
  return quantities;
}

Result<std::int64_t> CartView::pieces(const Token& token) {
  std::int64_t pieces = 0;
  for (const auto& [product, quantity] : STOA_TRY(quantities(token))) pieces += quantity;
  return pieces;
}

// An event does not say what the cart holds: those of two changes may come here in any order, and one that a
// crash left behind comes late. What counts is the document, read after the view has been: if another writes
// the view in between, this transaction runs again.
Result<void> CartView::follow(keyspace::Tx& tx, records::Reader& reader, const Shopper& shopper) {
  const auto key = keyspace::keys::cart(shopper.token);
  const auto before = STOA_TRY(tx.hgetall(key));
  const auto cart = STOA_TRY(open_.cart(reader, shopper.owner, clock_.now()));
  auto wanted = hot_view_of(cart);
  std::vector<std::string> gone;
  for (const auto& [name, value] : before) {
    const auto found = wanted.find(name);
    if (found == wanted.end())
      gone.push_back(name);
    else if (found->second == value)
      wanted.erase(found);
  }
  for (const auto& name : gone) tx.hdel(key, name);
  for (const auto& [name, value] : wanted) tx.hset(key, name, value);
  if (cart && !cart->items.empty()) tx.expire_at(key, cart->expires_at);
  return {};
}

Result<std::optional<LineChanged>> CartView::line_now(records::Reader& reader, const Owner& owner,
                                                      const ProductId& product) {
  const auto cart = STOA_TRY(open_.bytes(reader, owner, clock_.now()));
  if (!cart) return std::optional<LineChanged>();
  const auto line = STOA_TRY(cart->line(product));
  return std::optional(LineChanged{product, line ? line->quantity : 0,
                                   static_cast<std::int32_t>(cart->lines()), cart->head.expires_at});
}

// Every change of a line has an event that makes the view's field what the document says by then, so that
// after the last of them all fields are right. Where their number is not, something else has happened.
Result<bool> CartView::follow_line(keyspace::Tx& tx, const Token& token, const LineChanged& line) {
  if (line.lines == 0) return false;
  const auto key = keyspace::keys::cart(token);
  const std::string name = line.product.hex();
  const auto before = STOA_TRY(tx.hget(key, name));
  const std::size_t fields = STOA_TRY(tx.hlen(key));
  const bool there = line.quantity > 0;
  if (fields + (there && !before) - (!there && before) != static_cast<std::size_t>(line.lines)) return false;
  if (there)
    tx.hset(key, name, std::to_string(line.quantity));
  else
    tx.hdel(key, name);
  tx.expire_at(key, line.expires_at);
  return true;
}

Result<void> CartView::refresh(const Shopper& shopper) {
  return keyspace_.transact(Durability::Relaxed,
                            [&](keyspace::Tx& tx) { return follow(tx, records_.read(), shopper); });
}

Result<void> CartView::on_cart_changed(keyspace::Tx& tx, records::Reader& reader,
                                       const records::Event& event) {
  const auto changed = STOA_TRY(event.told<CartChanged>());
  if (changed.line) {
    const auto line = event.applied == records::Event::Applied::AtOnce
                          ? changed.line
                          : STOA_TRY(line_now(reader, changed.owner, changed.line->product));
    if (line && STOA_TRY(follow_line(tx, changed.token, *line))) return {};
  }
  return follow(tx, reader, {changed.owner, changed.token});
}

Result<void> CartView::on_order_placed(keyspace::Tx& tx, records::Reader& reader,
                                       const records::Event& event) {
  const auto placed = STOA_TRY(event.told<OrderPlaced>());
  // The order has taken the owner's one open cart, and the view of a session without one is empty.
  if (event.applied == records::Event::Applied::AtOnce) {
    tx.del(keyspace::keys::cart(placed.token));
    return {};
  }
  return follow(tx, reader, {placed.user, placed.token});
}

}  // namespace stoa::shop
