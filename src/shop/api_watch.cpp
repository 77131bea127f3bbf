#include "base/fields.h"
#include "shop/api.h"
#include "shop/api_order_csv.h"
#include "shop/shelf.h"

namespace stoa::shop {

struct Popular {
  ProductId id;
  std::string name;
  std::string category;
  double views = 0;
};
StructDescription describe(Described<Popular>) {
  return fields("Popular", field("id", &Popular::id), field("name", &Popular::name),
                field("category", &Popular::category),
                field("views", &Popular::views).help("Lately: every five minutes what was counts half"));
}

struct PopularList {
  std::vector<Popular> popular;
};
StructDescription describe(Described<PopularList>) {
  return fields("PopularList", field("popular", &PopularList::popular));
}

struct PageCacheFigures {
  std::int64_t hits = 0, misses = 0, shared = 0, passed = 0;
};
StructDescription describe(Described<PageCacheFigures>) {
  return fields("PageCacheFigures", field("hits", &PageCacheFigures::hits),
                field("misses", &PageCacheFigures::misses).help("Rendered and kept"),
                field("shared", &PageCacheFigures::shared).help("Answered while another rendered"),
                field("passed", &PageCacheFigures::passed)
                    .help("Rendered and not kept: not popular enough, or dynamic"));
}

namespace {
using http::Call;
using http::Response;

Result<Response> products(Call& call, const Api& api) {
  ShelfQuery wanted{.limit = STOA_TRY(page_limit(call)), .cursor = page_cursor(call)};
  wanted.prefix = call.query("name").value_or("");
  wanted.category = STOA_TRY(call.query<std::string>("category"));
  wanted.state = STOA_TRY(call.query<ShelfQuery::State>("state")).value_or(ShelfQuery::State::All);
  return http::json(STOA_TRY(find_on_shelf(api.records.read(), wanted)));
}

Result<Response> stock_moves(Call& call, const Api& api) {
  const auto limit = STOA_TRY(page_limit(call));
  return http::json(STOA_TRY(api.shop.stock.history(limit, page_cursor(call))));
}

Result<Response> active_carts(Call& call, const Api& api) {
  const auto limit = STOA_TRY(page_limit(call));
  return http::json(STOA_TRY(api.shop.carts.active(limit, page_cursor(call))));
}

Result<Response> rows(Call& call, const Api& api) {
  const auto limit = STOA_TRY(page_limit(call));
  return http::json(STOA_TRY(api.shop.rows.kept(limit, page_cursor(call))));
}

Result<Response> popularity(Call& call, const Api& api) {
  const auto limit = STOA_TRY(page_limit(call));
  const auto category = STOA_TRY(call.query<std::string>("category"));
  PopularList list;
  for (PopularProduct& one : STOA_TRY(api.shop.popularity.top_views(limit, category)))
    list.popular.push_back(
        {one.product.id, std::move(one.product.name), std::move(one.product.category), one.views});
  return http::json(list);
}

Result<Response> page_cache(Call&, const Api& api) {
  const auto counts = api.shop.pages.counts();
  const auto whole = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  return http::json(
      PageCacheFigures{whole(counts.hits), whole(counts.misses), whole(counts.shared), whole(counts.passed)});
}

Result<Response> drop_page(Call& call, const Api& api) {
  const Product product = STOA_TRY(api.shop.catalogue.product(call.parameter<ProductId>("product")));
  STOA_TRY(api.shop.pages.drop(product.id));
  return http::no_content();
}

Result<Response> csv(Call& call, const Api& api) {
  return order_csv(call, api.shop.orders, api.spool);
}

}  // namespace

std::vector<http::Route> watch_routes(const Api& api) {
  using enum http::Method;
  const auto row = [&api](http::Method method, std::string path, std::string summary,
                          Result<Response> (*handler)(Call&, const Api&), const Schema* returns,
                          std::vector<http::QueryParameter> queries) {
    http::Route route{.method = method,
                      .path = "/api/admin/" + path,
                      .access = http::Access::Admin,
                      .summary = std::move(summary)};
    route.handler = [api, handler](Call& call) { return handler(call, api); };
    route.returns = returns;
    route.queries = std::move(queries);
    return route;
  };
  const std::vector<http::QueryParameter> of_shelf{
      {"name", "What the name begins with"},
      {"category", "Only of this one"},
      {"state", "Whether on sale", &schema_of<ShelfQuery::State>()}};
  const std::vector<http::QueryParameter> of_orders{
      {"status", "Only with this one", &schema_of<OrderStatus>()},
      {"zone", "Only of this one", &schema_of<Zone>()}};
  std::vector<http::Route> routes{
      row(Get, "products", "All products, also those that are retired", products, &schema_of<ProductPage>(),
          page_queries(of_shelf)),
      row(Get, "stock_moves", "What happened to the stock of all products, newest first", stock_moves,
          &schema_of<StockHistory>(), page_queries()),
      row(Get, "carts/active", "Carts that are being filled, last changed first", active_carts,
          &schema_of<CartPage>(), page_queries()),
      row(Get, "rows", "The rows that the row cache keeps, most often copied first", rows,
          &schema_of<KeptRows>(), page_queries()),
      row(Get, "popularity", "What is looked at most, with its views", popularity, &schema_of<PopularList>(),
          {{"category", "Only of this one"},
           {"limit", "How many at most, 1 to 100", &schema_of<std::int64_t>()}}),
      row(Get, "page_cache", "How the page cache of the node that answers does", page_cache,
          &schema_of<PageCacheFigures>(), {}),
      row(Delete, "page_cache/{product:id}", "Drops the copies of a product's page", drop_page, nullptr, {}),
      row(Get, "orders.csv", "The orders as a table for spreadsheets, text/csv", csv, nullptr, of_orders),
  };
  routes[6].success = 204;
  routes[7].plan.place = http::Plan::Place::Pool;
  return routes;
}

}  // namespace stoa::shop
