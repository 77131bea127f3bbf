#include "base/fields.h"
#include "http/list_query.h"
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
  ShelfQuery wanted{.limit = STOA_TRY(http::page_limit(call)), .cursor = http::page_cursor(call)};
  wanted.prefix = call.query("name").value_or("");
  wanted.category = STOA_TRY(call.query<std::string>("category"));
  wanted.state = STOA_TRY(call.query<ShelfQuery::State>("state")).value_or(ShelfQuery::State::All);
  return http::json(STOA_TRY(find_on_shelf(api.records.read(), wanted)));
}

Result<Response> stock_moves(Call& call, const Api& api) {
  const auto limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.shop.stock.history(limit, http::page_cursor(call))));
}

Result<Response> active_carts(Call& call, const Api& api) {
  const auto limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.shop.carts.active(limit, http::page_cursor(call))));
}

Result<Response> rows(Call& call, const Api& api) {
  const auto limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.shop.rows.kept(limit, http::page_cursor(call))));
}

Result<Response> popularity(Call& call, const Api& api) {
  const auto limit = STOA_TRY(http::page_limit(call));
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
  using http::Access;
  const std::vector<http::QueryParameter> of_shelf{
      {"name", "What the name begins with"},
      {"category", "Only of this one"},
      {"state", "Whether on sale", &schema_of<ShelfQuery::State>()}};
  return {
      {.method = Get,
       .path = "/api/admin/products",
       .access = Access::Admin,
       .summary = "All products, also those that are retired",
       .handler = [api](Call& call) { return products(call, api); },
       .returns = &schema_of<ProductPage>(),
       .queries = http::page_queries(of_shelf)},
      {.method = Get,
       .path = "/api/admin/stock_moves",
       .access = Access::Admin,
       .summary = "What happened to the stock of all products, newest first",
       .handler = [api](Call& call) { return stock_moves(call, api); },
       .returns = &schema_of<StockHistory>(),
       .queries = http::page_queries()},
      {.method = Get,
       .path = "/api/admin/carts/active",
       .access = Access::Admin,
       .summary = "Carts that are being filled, last changed first",
       .handler = [api](Call& call) { return active_carts(call, api); },
       .returns = &schema_of<CartPage>(),
       .queries = http::page_queries()},
      {.method = Get,
       .path = "/api/admin/rows",
       .access = Access::Admin,
       .summary = "The rows that the row cache keeps, most often copied first",
       .handler = [api](Call& call) { return rows(call, api); },
       .returns = &schema_of<KeptRows>(),
       .queries = http::page_queries()},
      {.method = Get,
       .path = "/api/admin/popularity",
       .access = Access::Admin,
       .summary = "What is looked at most, with its views",
       .handler = [api](Call& call) { return popularity(call, api); },
       .returns = &schema_of<PopularList>(),
       .queries = {{"category", "Only of this one"},
                   {"limit", "How many at most, 1 to 100", &schema_of<std::int64_t>()}}},
      {.method = Get,
       .path = "/api/admin/page_cache",
       .access = Access::Admin,
       .summary = "How the page cache of the node that answers does",
       .handler = [api](Call& call) { return page_cache(call, api); },
       .returns = &schema_of<PageCacheFigures>()},
      {.method = Delete,
       .path = "/api/admin/page_cache/{product:id}",
       .access = Access::Admin,
       .summary = "Drops the copies of a product's page",
       .handler = [api](Call& call) { return drop_page(call, api); },
       .success = 204},
      {.method = Get,
       .path = "/api/admin/orders.csv",
       .access = Access::Admin,
       .summary = "The orders as a table for spreadsheets, text/csv",
       .handler = [api](Call& call) { return csv(call, api); },
       .queries = {{"status", "Only with this one", &schema_of<OrderStatus>()},
                   {"zone", "Only of this one", &schema_of<Zone>()}},
       .plan = {.place = http::Plan::Place::Pool}},
  };
}

}  // namespace stoa::shop
