#include "shop/events.h"

#include "base/fields.h"

namespace stoa::shop {

StructDescription describe(Described<LineChanged>) {
  return fields("LineChanged", field("product", &LineChanged::product),
                field("quantity", &LineChanged::quantity), field("lines", &LineChanged::lines),
                field("expires_at", &LineChanged::expires_at));
}

StructDescription describe(Described<CartChanged>) {
  return fields("CartChanged", field("token", &CartChanged::token), field("owner", &CartChanged::owner),
                field("line", &CartChanged::line));
}

StructDescription describe(Described<OrderPlaced>) {
  return fields("OrderPlaced", field("order", &OrderPlaced::order), field("user", &OrderPlaced::user),
                field("token", &OrderPlaced::token));
}

StructDescription describe(Described<ProductChanged>) {
  return fields("ProductChanged", field("product", &ProductChanged::product));
}

}  // namespace stoa::shop
