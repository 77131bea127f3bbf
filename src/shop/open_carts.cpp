#include "shop/open_carts.h"

#include "records/collections.h"
#include "records/typed.h"

#include <sodium.h>

#include <algorithm>
#include <string>
#include <type_traits>

namespace stoa::shop {
namespace {
using records::collections::carts;

using Query = records::Query;

Result<std::optional<records::Document>> first_of(records::Reader& reader, const Query& query) {
  auto page = STOA_TRY(reader.find(carts(), query));
  if (page.documents.empty()) return std::optional<records::Document>();
  return std::optional<records::Document>(std::move(page.documents.front()));
}

/// The open cart if there is one, else an ordered one: "abandoned" and "active" stand before "ordered".
Result<std::optional<records::Document>> first_cart(records::Reader& reader, const Owner& owner) {
  return first_of(reader, {.index = "owner_id_status",
                           .equal = {index_value(owner)},
                           .min = Query::Bound{std::string("abandoned")},
                           .limit = 1});
}

Result<std::optional<records::Document>> last_ordered(records::Reader& reader, const Owner& owner) {
  return first_of(reader, {.index = "owner_id_status",
                           .equal = {index_value(owner), std::string("ordered")},
                           .walk = Query::Walk::Against,
                           .limit = 1});
}

Result<std::optional<Cart>> read(records::Document document, std::type_identity<Cart>) {
  return std::optional<Cart>(STOA_TRY(read_bson<Cart>(document)));
}
Result<std::optional<CartBytes>> read(records::Document document, std::type_identity<CartBytes>) {
  return CartBytes::of(std::move(document));
}

const Cart& head_of(const Cart& cart) {
  return cart;
}
const CartHead& head_of(const CartBytes& cart) {
  return cart.head;
}

template <class Head>
bool is_open(const Head& cart, const Owner& owner) {
  return cart.owner_id == owner && cart.status != CartStatus::Ordered;
}

constexpr std::size_t kOwnerBytes = 8;

std::array<std::uint8_t, 16> digest_of(const Owner& owner) {
  const std::string text =
      std::holds_alternative<UserId>(owner) ? std::get<UserId>(owner).hex() : std::get<std::string>(owner);
  std::array<std::uint8_t, 16> digest;
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), nullptr, 0);
  return digest;
}

std::uint32_t number_of(const CartId& id) {
  std::uint32_t number = 0;
  for (std::size_t i = kOwnerBytes; i < ObjectId::kSize; ++i) number = number << 8 | id.bytes()[i];
  return number;
}

// Eight bytes of the owner and four of a number that follows the owner's last cart. Where that has gone by
// its TTL, the day keeps the number from coming again, as orders remember their cart.
CartId id_after(const std::optional<CartId>& last, const Owner& owner, Time now) {
  constexpr std::uint32_t kCartsADay = 10'000;
  const auto day = std::chrono::floor<std::chrono::days>(now).time_since_epoch().count();
  auto number = static_cast<std::uint32_t>(day) * kCartsADay;
  const auto digest = digest_of(owner);
  ObjectId::Bytes bytes{};
  std::copy_n(digest.begin(), kOwnerBytes, bytes.begin());
  if (last && std::equal(bytes.begin(), bytes.begin() + kOwnerBytes, last->bytes().begin()))
    number = std::max(number, number_of(*last) + 1);
  for (std::size_t i = ObjectId::kSize; i-- > kOwnerBytes; number >>= 8)
    bytes[i] = static_cast<std::uint8_t>(number);
  return CartId(ObjectId(bytes));
}

// An ordered cart outlives its day, so that where the day's first is not, none of this day was ordered.
Result<CartId> free_id(records::Tx& tx, const Owner& owner, Time now) {
  const CartId first = id_after(std::nullopt, owner, now);
  if (!STOA_TRY(tx.get(carts(), first))) return first;
  std::optional<CartId> last;
  if (const auto ordered = STOA_TRY(last_ordered(tx, owner)))
    last = STOA_TRY(read_bson<CartHead>(*ordered)).id;
  const CartId id = id_after(last, owner, now);
  if (STOA_TRY(tx.get(carts(), id))) return CartId::make(now);
  return id;
}

}  // namespace

template <class Found>
Result<std::optional<Found>> OpenCarts::open_at(records::Reader& reader, const CartId& id,
                                                const Owner& owner) {
  auto document = STOA_TRY(reader.get(carts(), id));
  if (!document) return std::optional<Found>();
  auto cart = STOA_TRY(read(*std::move(document), std::type_identity<Found>()));
  if (cart && !is_open(head_of(*cart), owner)) cart.reset();
  return cart;
}

// An owner has one open cart at most: wherever one was looked for, an open cart of this owner is that one.
template <class Found>
Result<std::optional<Found>> OpenCarts::find(records::Reader& reader, const Owner& owner, Time now) {
  const auto known = places_.find(owner);
  if (known)
    if (auto cart = STOA_TRY(open_at<Found>(reader, *known, owner))) return cart;
  const CartId of_today = id_after(std::nullopt, owner, now);
  if (of_today != known)
    if (auto cart = STOA_TRY(open_at<Found>(reader, of_today, owner))) {
      places_.remember(owner, of_today);
      return cart;
    }
  auto document = STOA_TRY(first_cart(reader, owner));
  if (!document) return std::optional<Found>();
  auto cart = STOA_TRY(read(*std::move(document), std::type_identity<Found>()));
  if (!cart || !is_open(head_of(*cart), owner)) return std::optional<Found>();
  places_.remember(owner, head_of(*cart).id);
  return cart;
}

template <class Found>
Result<std::optional<Found>> OpenCarts::find_alive(records::Reader& reader, const Owner& owner, Time now) {
  auto cart = STOA_TRY(find<Found>(reader, owner, now));
  if (cart && head_of(*cart).expires_at <= now) cart.reset();
  return cart;
}

Result<std::optional<Cart>> OpenCarts::cart(records::Reader& reader, const Owner& owner, Time now) {
  return find_alive<Cart>(reader, owner, now);
}

Result<std::optional<CartBytes>> OpenCarts::bytes(records::Reader& reader, const Owner& owner, Time now) {
  return find_alive<CartBytes>(reader, owner, now);
}

Result<Cart> OpenCarts::cart_or_new(records::Tx& tx, const Owner& owner, Time now) {
  while (auto open = STOA_TRY(find<Cart>(tx, owner, now))) {
    if (open->expires_at > now) return *std::move(open);
    STOA_TRY(tx.remove(carts(), open->id));
  }
  if (closed_.has(owner))
    return Error{Error::Kind::Conflict, "cart.session_over",
                 "this session has just been logged in and goes on under another token; look at the cart "
                 "there and add this once more"};
  Cart made;
  made.id = STOA_TRY(free_id(tx, owner, now));
  made.owner_id = owner;
  made.type = std::holds_alternative<UserId>(owner) ? CartType::User : CartType::Guest;
  made.created_at = now;
  places_.remember(owner, made.id);
  return made;
}

void note_change(CartHead& cart, Time now) {
  cart.status = CartStatus::Active;
  cart.updated_at = now;
  cart.expires_at = cart_expiry(now);
}

Result<void> save_changed(records::Tx& tx, Cart& cart, Time now) {
  const bool is_new = cart.updated_at == Time();
  cart.amount = STOA_TRY(sum_of(cart.items));
  cart.status = CartStatus::Active;
  cart.updated_at = now;
  cart.expires_at = cart_expiry(now);
  return is_new ? records::insert(tx, carts(), cart) : records::replace(tx, carts(), cart);
}

}  // namespace stoa::shop
