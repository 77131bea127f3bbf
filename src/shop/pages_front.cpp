#include "shop/pages_front.h"

#include "http/site.h"

namespace stoa::shop {
namespace {

http::Route row(const Front& front, http::Method method, std::string path, http::Kind kind,
                std::string summary, FrontWork work) {
  http::Route route{.method = method, .path = std::move(path), .kind = kind, .summary = std::move(summary)};
  route.handler = [front, work](http::Call& call) { return work(call, front); };
  route.plan.body_bytes = 32 << 10;
  return route;
}

}  // namespace

http::Route front_page(const Front& front, std::string path, std::string summary, FrontWork work) {
  return row(front, http::Method::Get, std::move(path), http::Kind::Page, std::move(summary), work);
}

http::Route front_form(const Front& front, std::string path, std::string summary,
                       std::vector<std::string> fields, FrontWork work) {
  auto route = row(front, http::Method::Post, std::move(path), http::Kind::Page, std::move(summary), work);
  route.form = std::move(fields);
  return route;
}

http::Route front_fragment(const Front& front, std::string path, std::string summary, FrontWork work) {
  return row(front, http::Method::Get, std::move(path), http::Kind::Fragment, std::move(summary), work);
}

bool wants_part(const http::Call& call) {
  return call.request.header("HX-Request") == "true";
}

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
