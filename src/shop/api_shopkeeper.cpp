#include "base/fields.h"
#include "shop/api.h"

namespace stoa::shop {

struct StockQuantity {
  std::int64_t quantity = 0;
  std::optional<std::string> note = std::nullopt;
};
StructDescription describe(Described<StockQuantity>) {
  return fields("StockQuantity", field("quantity", &StockQuantity::quantity).range(0, kMostInStock),
                field("note", &StockQuantity::note).length(0, kMostOfANote).help("Why; for the history"));
}

struct StockDelta {
  std::int64_t delta = 0;
  std::optional<std::string> note;
};
StructDescription describe(Described<StockDelta>) {
  return fields("StockDelta", field("delta", &StockDelta::delta).range(-kMostInStock, kMostInStock),
                field("note", &StockDelta::note).length(0, kMostOfANote).help("Why; for the history"));
}

struct RowDelay {
  double seconds = 0;
};
StructDescription describe(Described<RowDelay>) {
  return fields("RowDelay",
                field("seconds", &RowDelay::seconds).range(0.0, 86'400.0).help("0 gives the copy up"));
}

namespace {
using http::Call;
using http::Response;

ProductId product_of(const Call& call) {
  return call.parameter<ProductId>("product");
}

Result<Response> create(Call& call, const Api& api) {
  const auto draft = STOA_TRY(call.json<ProductDraft>());
  const Product made = STOA_TRY(api.shop.catalogue.create(draft));
  Response answer = http::json(made, 201);
  answer.headers.push_back({"Location", "/api/products/" + made.id.hex()});
  return answer;
}

Result<Response> edit(Call& call, const Api& api) {
  const auto draft = STOA_TRY(call.json<ProductDraft>());
  return http::json(STOA_TRY(api.shop.catalogue.edit(product_of(call), draft)));
}

Result<Response> retire(Call& call, const Api& api) {
  return http::json(STOA_TRY(api.shop.catalogue.retire(product_of(call))));
}

Result<Response> bring_back(Call& call, const Api& api) {
  return http::json(STOA_TRY(api.shop.catalogue.bring_back(product_of(call))));
}

Result<Response> set_stock(Call& call, const Api& api) {
  const auto wanted = STOA_TRY(call.json<StockQuantity>());
  const Zone zone = STOA_TRY(Zone::parse(call.parameter("zone")));
  const StockChanger changer{call.viewer.name, wanted.note};
  return http::json(
      StockQuantity{STOA_TRY(api.shop.stock.set(product_of(call), zone, wanted.quantity, changer))});
}

Result<Response> adjust_stock(Call& call, const Api& api) {
  const auto wanted = STOA_TRY(call.json<StockDelta>());
  const Zone zone = STOA_TRY(Zone::parse(call.parameter("zone")));
  const StockChanger changer{call.viewer.name, wanted.note};
  return http::json(
      StockQuantity{STOA_TRY(api.shop.stock.adjust(product_of(call), zone, wanted.delta, changer))});
}

Result<Response> stock_history(Call& call, const Api& api) {
  const auto limit = STOA_TRY(page_limit(call));
  return http::json(STOA_TRY(api.shop.stock.history(product_of(call), limit, page_cursor(call))));
}

Result<Response> keep_row(Call& call, const Api& api) {
  const auto wanted = STOA_TRY(call.json<RowDelay>());
  const auto delay = std::chrono::milliseconds(static_cast<std::int64_t>(wanted.seconds * 1000));
  STOA_TRY(api.shop.catalogue.product(product_of(call)));
  STOA_TRY(api.shop.rows.keep(product_of(call), delay));
  return http::no_content();
}

}  // namespace

std::vector<http::Route> shopkeeper_routes(const Api& api) {
  using enum http::Method;
  const auto row = [&api](http::Method method, std::string path, std::string summary,
                          Result<Response> (*handler)(Call&, const Api&), const Schema* takes,
                          const Schema* returns) {
    http::Route route{.method = method,
                      .path = "/api/admin/" + path,
                      .access = http::Access::Admin,
                      .summary = std::move(summary)};
    route.handler = [api, handler](Call& call) { return handler(call, api); };
    route.takes = takes;
    route.returns = returns;
    return route;
  };
  const Schema* const product = &schema_of<Product>();
  const Schema* const quantity = &schema_of<StockQuantity>();
  std::vector<http::Route> rows{
      row(Post, "products", "A new product, without stock", create, &schema_of<ProductDraft>(), product),
      row(Put, "products/{product:id}", "Changes all but the stock", edit, &schema_of<ProductDraft>(),
          product),
      row(Post, "products/{product:id}/retire", "Takes it off sale", retire, nullptr, product),
      row(Post, "products/{product:id}/bring_back", "Puts it on sale again", bring_back, nullptr, product),
      row(Put, "products/{product:id}/stock/{zone}", "Sets a zone's stock", set_stock, quantity, quantity),
      row(Post, "products/{product:id}/stock/{zone}/adjust", "Adds to a zone's stock, or takes away",
          adjust_stock, &schema_of<StockDelta>(), quantity),
      row(Get, "products/{product:id}/stock", "Why the stock became what it is, newest first", stock_history,
          nullptr, &schema_of<StockHistory>()),
      row(Put, "rows/{product:id}", "How often the product's row is copied into the row cache", keep_row,
          &schema_of<RowDelay>(), nullptr),
  };
  rows[0].success = 201;
  rows[0].idempotency = http::Idempotency::Optional;
  // An adjustment that is sent twice would count twice.
  rows[5].idempotency = http::Idempotency::Optional;
  rows[6].queries = page_queries();
  rows[7].success = 204;
  return rows;
}

}  // namespace stoa::shop
