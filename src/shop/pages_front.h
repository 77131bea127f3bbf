#pragma once
#include "http/page_routes.h"
#include "shop/pages_parts.h"
#include "shop/pages_related.h"

#include <functional>
#include <memory>

namespace stoa::shop {

/// What the pages for shoppers need. All that is referred to outlives the routes.
struct Front {
  Shop& shop;
  http::Pages& pages;
  records::Records& records;
  /// Gives a guest without a token one, and the cookie that carries it: asked when such a guest fills a cart.
  std::function<Result<Token>(http::Call&)> start_session;
  /// Below products; of all routes together.
  std::shared_ptr<RelatedCards> related = std::make_shared<RelatedCards>();
};

/// Home, lists, search, products, cart, check-out and orders, with their fragments.
std::vector<http::Route> front_pages(const Front&);

/// What the layout shows of a visitor: `cart_count`. For PagesOptions::personal.
void add_cart_count(CartView&, const http::Viewer&, http::Fields&);

// The tables that it is made of.
std::vector<http::Route> home_pages(const Front&);
std::vector<http::Route> list_pages(const Front&);
std::vector<http::Route> search_pages(const Front&);
std::vector<http::Route> product_pages(const Front&);
std::vector<http::Route> cart_pages(const Front&);
std::vector<http::Route> checkout_pages(const Front&);
std::vector<http::Route> order_pages(const Front&);

}  // namespace stoa::shop
