#include "shop/open_cart.h"

#include "records/collections.h"
#include "records/typed.h"

#include <sodium.h>

#include <algorithm>
#include <string>

namespace stoa::shop {
namespace {
using records::collections::carts;

Result<std::optional<records::Document>> document_with_status(records::Reader& reader, const Owner& owner,
                                                              std::string status) {
  auto page = STOA_TRY(reader.find(carts(), {.index = "owner_id_status",
                                             .equal = {index_value(owner), std::move(status)},
                                             .walk = records::Query::Walk::Against,
                                             .limit = 1}));
  if (page.documents.empty()) return std::optional<records::Document>();
  return std::optional<records::Document>(std::move(page.documents.front()));
}

Result<std::optional<Cart>> with_status(records::Reader& reader, const Owner& owner, std::string status) {
  const auto document = STOA_TRY(document_with_status(reader, owner, std::move(status)));
  if (!document) return std::optional<Cart>();
  return std::optional<Cart>(STOA_TRY(read_bson<Cart>(*document)));
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
CartId id_after(const std::optional<Cart>& last, const Owner& owner, Time now) {
  constexpr std::uint32_t kCartsADay = 10'000;
  const auto day = std::chrono::floor<std::chrono::days>(now).time_since_epoch().count();
  auto number = static_cast<std::uint32_t>(day) * kCartsADay;
  const auto digest = digest_of(owner);
  ObjectId::Bytes bytes{};
  std::copy_n(digest.begin(), kOwnerBytes, bytes.begin());
  if (last && std::equal(bytes.begin(), bytes.begin() + kOwnerBytes, last->id.bytes().begin()))
    number = std::max(number, number_of(last->id) + 1);
  for (std::size_t i = ObjectId::kSize; i-- > kOwnerBytes; number >>= 8)
    bytes[i] = static_cast<std::uint8_t>(number);
  return CartId(ObjectId(bytes));
}

Result<CartId> free_id(records::Tx& tx, const Owner& owner, Time now) {
  const CartId id = id_after(STOA_TRY(with_status(tx, owner, "ordered")), owner, now);
  if (STOA_TRY(tx.get(carts(), id))) return CartId::make(now);
  return id;
}

}  // namespace

Result<std::optional<Cart>> open_cart(records::Reader& reader, const Owner& owner, Time now) {
  auto cart = STOA_TRY(with_status(reader, owner, "active"));
  if (!cart) cart = STOA_TRY(with_status(reader, owner, "abandoned"));
  if (cart && cart->expires_at <= now) cart.reset();
  return cart;
}

Result<std::optional<CartBytes>> open_cart_bytes(records::Reader& reader, const Owner& owner, Time now) {
  auto document = STOA_TRY(document_with_status(reader, owner, "active"));
  if (!document) document = STOA_TRY(document_with_status(reader, owner, "abandoned"));
  if (!document) return std::optional<CartBytes>();
  auto cart = STOA_TRY(CartBytes::of(*std::move(document)));
  if (cart && cart->head.expires_at <= now) cart.reset();
  return cart;
}

Result<Cart> open_or_new_cart(records::Tx& tx, const Owner& owner, Time now) {
  if (auto open = STOA_TRY(open_cart(tx, owner, now))) return *std::move(open);
  for (const auto* status : {"active", "abandoned"})
    if (const auto over = STOA_TRY(with_status(tx, owner, status))) STOA_TRY(tx.remove(carts(), over->id));
  Cart made;
  made.id = STOA_TRY(free_id(tx, owner, now));
  made.owner_id = owner;
  made.type = std::holds_alternative<UserId>(owner) ? CartType::User : CartType::Guest;
  made.created_at = now;
  return made;
}

void note_change(CartHead& cart, Time now) {
  cart.status = CartStatus::Active;
  cart.updated_at = now;
  cart.expires_at = now + kCartLife;
}

Result<void> save_changed(records::Tx& tx, Cart& cart, Time now) {
  const bool is_new = cart.updated_at == Time();
  cart.amount = STOA_TRY(sum_of(cart.items));
  cart.status = CartStatus::Active;
  cart.updated_at = now;
  cart.expires_at = now + kCartLife;
  return is_new ? records::insert(tx, carts(), cart) : records::replace(tx, carts(), cart);
}

}  // namespace stoa::shop
