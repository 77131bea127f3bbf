#include "shop/pages_front.h"

#include "http/site.h"

namespace stoa::shop {

std::vector<http::Route> front_pages(const Front& front) {
  return http::joined({home_pages(front), list_pages(front), search_pages(front), product_pages(front),
                       cart_pages(front), checkout_pages(front), order_pages(front)});
}

// A page is worth showing without the badge.
void add_cart_count(CartView& view, const http::Viewer& viewer, http::Fields& fields) {
  if (!viewer.token) return;
  if (const auto pieces = view.pieces(*viewer.token); pieces.ok()) fields.set("cart_count", *pieces);
}

}  // namespace stoa::shop
