#include "base/fields.h"
#include "shop/carts.h"

namespace stoa::shop {

EnumDescription describe(Described<LineNote>) {
  return names({{"price_changed", LineNote::PriceChanged},
                {"name_changed", LineNote::NameChanged},
                {"out_of_stock", LineNote::OutOfStock},
                {"less_in_stock", LineNote::LessInStock},
                {"gone", LineNote::Gone}});
}

StructDescription describe(Described<ShownLine>) {
  return fields("CartLine", field("product_id", &ShownLine::product_id), field("name", &ShownLine::name),
                field("price", &ShownLine::price), field("quantity", &ShownLine::quantity),
                field("sum", &ShownLine::sum),
                field("available", &ShownLine::available)
                    .help("In the cart's zone, or in all together when it has none"),
                field("notes", &ShownLine::notes).help("What has changed since it was put in"),
                field("was_price", &ShownLine::was_price), field("picture", &ShownLine::picture));
}

StructDescription describe(Described<ShownCart>) {
  return fields("ShownCart", field("zone", &ShownCart::zone), field("lines", &ShownCart::lines),
                field("amount", &ShownCart::amount).help("Of what is still sold, at today's prices"),
                field("pieces", &ShownCart::pieces), field("expires_at", &ShownCart::expires_at),
                field("zones", &ShownCart::zones).help("Where any of it is in stock"));
}

StructDescription describe(Described<ShownChange>) {
  return fields("CartChange", field("line", &ShownChange::line).help("Absent when it is no longer there"),
                field("lines", &ShownChange::lines).help("How many different products the cart has now"),
                field("amount", &ShownChange::amount)
                    .help("Of all lines, at the prices that they were last changed at; the cart has today's"),
                field("expires_at", &ShownChange::expires_at).help("When the cart goes if nobody changes it"));
}

StructDescription describe(Described<CartPage>) {
  return fields("CartPage", field("carts", &CartPage::carts), field("next", &CartPage::next));
}

}  // namespace stoa::shop
