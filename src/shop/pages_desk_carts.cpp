#include "shop/pages_desk.h"

#include <algorithm>

namespace stoa::shop {
namespace {

std::string text_of(const Owner& owner) {
  if (const auto* user = std::get_if<UserId>(&owner)) return user->hex();
  return std::get<std::string>(owner);
}

/// By its owner: being marked as abandoned is none.
Time last_change(const Cart& cart) {
  return std::min(cart.updated_at, cart.expires_at - kCartLife);
}

Fields row_of(const Cart& cart) {
  http::List items;
  for (const Item& item : cart.items)
    items.push_back({{"product", item.product_id},
                     {"name", item.name},
                     {"quantity", item.quantity},
                     {"price", item.price}});
  const auto lines = items.size();
  return {{"owner", text_of(cart.owner_id)},
          {"guest", cart.type == CartType::Guest},
          {"zone", cart.zone ? cart.zone->text() : std::string()},
          {"lines", lines},
          {"amount", cart.amount},
          {"when", last_change(cart)},
          {"expires", cart.expires_at},
          {"items", std::move(items)}};
}

Result<Response> list(Call& call, const DeskPages& desk) {
  const auto wanted = STOA_TRY(call.query<CartStatus>("status")).value_or(CartStatus::Active);
  if (wanted == CartStatus::Ordered)
    return Error{Error::Kind::Invalid, "request.query", "status: must be active or abandoned"};
  const bool active = wanted == CartStatus::Active;
  const std::string cursor = call.query("cursor").value_or("");
  const auto page = STOA_TRY(active ? desk.shop.carts.active(kDeskRows, cursor)
                                    : desk.shop.carts.abandoned(kDeskRows, cursor));
  http::List rows;
  for (const Cart& cart : page.carts) rows.push_back(row_of(cart));
  Fields fields = desk_fields(call, "at_carts");
  fields.set("carts", std::move(rows)).set("active", active);
  add_more(call, page.next, fields);
  return desk.pages.page(call, "admin/carts.html", fields);
}

}  // namespace

std::vector<http::Route> cart_desk(const DeskPages& desk) {
  return {desk_page(desk, "/admin/carts", "Carts that are being filled, and those left behind", list)};
}

}  // namespace stoa::shop
