#include "shop/pages_cards.h"
#include "shop/pages_front.h"

namespace stoa::shop {
namespace {

constexpr std::size_t kOnAShelf = 8;
constexpr std::size_t kViewedShown = 6;

/// What the visitor looked at, newest first; a guest without a token has looked at nothing.
Result<List> viewed_cards(const Call& call, const Front& front, const ProductId& except) {
  if (!call.viewer.token) return List();
  const auto ids = STOA_TRY(front.shop.popularity.viewed(*call.viewer.token));
  std::vector<Product> products;
  for (auto& product : STOA_TRY(front.shop.catalogue.products(ids)))
    if (product && product->on_sale()) products.push_back(*std::move(product));
  return cards_of(products, kViewedShown, except);
}

void add_viewed(Fields& fields, List cards) {
  fields.set("has_viewed", !cards.empty());
  fields.set("viewed", std::move(cards));
}

List category_tiles(const std::vector<Category>& categories) {
  List tiles;
  for (const Category& category : categories)
    tiles.push_back({{"category", category.name}, {"slug", category.slug}, {"picture", category.picture}});
  return tiles;
}

Result<Response> home(Call& call, const Front& front) {
  Showcase& showcase = front.shop.showcase;
  const auto popular = STOA_TRY(showcase.popular(std::nullopt));
  const auto newest = STOA_TRY(showcase.newest(std::nullopt));
  const auto categories = STOA_TRY(showcase.categories());
  Fields fields{{"in_shop", true},
                {"has_categories", !categories->empty()},
                {"categories", category_tiles(*categories)},
                {"is_empty", newest->products.empty()},
                {"popular", cards_of(popular->products, kOnAShelf)},
                {"newest", cards_of(newest->products, kOnAShelf)}};
  add_viewed(fields, STOA_TRY(viewed_cards(call, front, {})));
  return front.pages.page(call, "shop/home.html", fields);
}

/// `except` is the product on whose page the list stands.
Result<Response> viewed(Call& call, const Front& front) {
  const auto except = STOA_TRY(call.query<ProductId>("except")).value_or(ProductId());
  Fields fields;
  add_viewed(fields, STOA_TRY(viewed_cards(call, front, except)));
  return front.pages.fragment(call, "shop/viewed.html", fields);
}

}  // namespace

std::vector<http::Route> home_pages(const Front& front) {
  return {http::page_route(front, "/", "The front page: what is popular, what is new", home),
          http::fragment_route(front, "/fragments/viewed", "What the visitor looked at last", viewed)};
}

}  // namespace stoa::shop
