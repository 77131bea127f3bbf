#include "shop/cart.h"

#include "base/fields.h"

#include <algorithm>

namespace stoa::shop {

EnumDescription describe(Described<CartType>) {
  return names({{"user", CartType::User}, {"guest", CartType::Guest, {"quest"}}});
}

EnumDescription describe(Described<CartStatus>) {
  return names({{"active", CartStatus::Active},
                {"ordered", CartStatus::Ordered},
                {"abandoned", CartStatus::Abandoned}});
}

StructDescription describe(Described<Item>) {
  return fields("Item", field("product_id", &Item::product_id), field("name", &Item::name).otherwise(""),
                field("price", &Item::price).otherwise(Money()), field("quantity", &Item::quantity),
                field("zone", &Item::zone));
}

StructDescription describe(Described<Cart>) {
  return fields("Cart", field("id", &Cart::id).stored_as("_id"), field("owner_id", &Cart::owner_id),
                field("type", &Cart::type), field("status", &Cart::status), field("zone", &Cart::zone),
                field("amount", &Cart::amount).otherwise(Money()), field("items", &Cart::items),
                field("created_at", &Cart::created_at), field("updated_at", &Cart::updated_at),
                field("expires_at", &Cart::expires_at));
}

Item* Cart::line(const ProductId& product) {
  const auto found = std::ranges::find(items, product, &Item::product_id);
  return found == items.end() ? nullptr : &*found;
}

Time cart_expiry(Time changed) {
  return std::chrono::ceil<std::chrono::minutes>(changed + kCartLife);
}

Result<Money> sum_of(const std::vector<Item>& items) {
  Money sum;
  for (const Item& item : items) {
    const Money line = STOA_TRY(item.price.times(item.quantity));
    sum = STOA_TRY(sum.plus(line));
  }
  return sum;
}

}  // namespace stoa::shop
