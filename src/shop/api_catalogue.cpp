#include "base/fields.h"
#include "http/form.h"
#include "http/list_query.h"
#include "shop/api.h"
#include "shop/popular_list.h"

namespace stoa::shop {

struct ProductList {
  std::vector<Product> products;
};
StructDescription describe(Described<ProductList>) {
  return fields("ProductList", field("products", &ProductList::products));
}

namespace {
using http::Call;
using http::Response;

/// `attribute=colour:red`, as often as there are attributes to ask for.
Result<std::map<std::string, std::string>> attributes_of(const Call& call) {
  constexpr std::size_t kMostFilters = 10;
  std::map<std::string, std::string> attributes;
  for (const std::string& text : http::find_fields(call.request.query, "attribute")) {
    const auto colon = text.find(':');
    if (colon == std::string::npos || colon == 0 || attributes.size() == kMostFilters)
      return Error{Error::Kind::Invalid, "request.query",
                   "attribute: must be a name, a colon and a value, at most ten times"};
    attributes[text.substr(0, colon)] = text.substr(colon + 1);
  }
  return attributes;
}

Result<Response> list(Call& call, Shop& shop) {
  Listing listing;
  listing.category = STOA_TRY(call.query<std::string>("category"));
  listing.least = STOA_TRY(call.query<Money>("least"));
  listing.most = STOA_TRY(call.query<Money>("most"));
  listing.order = STOA_TRY(call.query<ProductOrder>("order")).value_or(ProductOrder::Newest);
  listing.attributes = STOA_TRY(attributes_of(call));
  listing.limit = STOA_TRY(http::page_limit(call));
  listing.cursor = http::page_cursor(call);
  if (listing.order == ProductOrder::Popular)
    return http::json(STOA_TRY(list_by_popularity(shop.popularity, shop.catalogue, listing)));
  return http::json(STOA_TRY(shop.catalogue.list(listing)));
}

Result<Response> search(Call& call, Shop& shop) {
  ProductSearch wanted;
  wanted.text = call.query("q").value_or("");
  wanted.limit = STOA_TRY(http::page_limit(call));
  wanted.cursor = http::page_cursor(call);
  return http::json(STOA_TRY(shop.search.search(wanted)));
}

Result<Response> popular(Call& call, Shop& shop) {
  const auto limit = STOA_TRY(http::page_limit(call));
  const auto category = STOA_TRY(call.query<std::string>("category"));
  return http::json(ProductList{STOA_TRY(shop.popularity.top_products(limit, category))});
}

Result<Response> viewed(Call& call, Shop& shop) {
  ProductList list;
  if (!call.viewer.token) return http::json(list);
  const auto ids = STOA_TRY(shop.popularity.viewed(*call.viewer.token));
  auto products = STOA_TRY(shop.catalogue.products(ids));
  for (auto& product : products)
    if (product && product->on_sale()) list.products.push_back(*std::move(product));
  return http::json(list);
}

}  // namespace

std::vector<http::Route> catalogue_routes(const Api& api) {
  using enum http::Method;
  Shop& shop = api.shop;
  const http::QueryParameter category{"category", "Only of this one"};
  return {
      {.method = Get,
       .path = "/api/products",
       .summary =
           "Products on sale; a page may hold less than its limit, the list ends where `next` is empty",
       .handler = [&shop](Call& call) { return list(call, shop); },
       .returns = &schema_of<ProductPage>(),
       .queries = http::page_queries(
           {category,
            {"least", "The lowest price", &schema_of<Money>()},
            {"most", "The highest price", &schema_of<Money>()},
            {"order", "How to sort; newest, unless it says otherwise", &schema_of<ProductOrder>()},
            {"attribute", "`colour:red`; may come ten times, all must hold"}})},
      {.method = Get,
       .path = "/api/products/{product:id}",
       .summary = "One product, also one that is no longer sold",
       .handler = [&shop](Call& call) -> Result<Response> {
         return http::json(STOA_TRY(shop.catalogue.product(call.parameter<ProductId>("product"))));
       },
       .returns = &schema_of<Product>(),
       .caching = http::Caching::Revalidate},
      {.method = Get,
       .path = "/api/search",
       .summary = "Products on sale that have these words, best first",
       .handler = [&shop](Call& call) { return search(call, shop); },
       .returns = &schema_of<ProductPage>(),
       .queries = http::page_queries(
           {{"q", "English or Russian words in any form, the last one perhaps unfinished; 200 characters"}})},
      {.method = Get,
       .path = "/api/popular",
       .summary = "What is looked at most",
       .handler = [&shop](Call& call) { return popular(call, shop); },
       .returns = &schema_of<ProductList>(),
       .queries = {category, {"limit", "How many at most, 1 to 100", &schema_of<std::int64_t>()}}},
      {.method = Get,
       .path = "/api/viewed",
       .summary = "What this session looked at, newest first",
       .handler = [&shop](Call& call) { return viewed(call, shop); },
       .returns = &schema_of<ProductList>()},
  };
}

}  // namespace stoa::shop
