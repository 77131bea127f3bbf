#include "base/fields.h"
#include "http/conditional.h"
#include "http/list_query.h"
#include "http/problem.h"
#include "shop/api.h"

namespace stoa::shop {

struct StockQuantity {
  std::int64_t quantity = 0;
  std::optional<std::string> note = std::nullopt;
};
StructDescription describe(Described<StockQuantity>) {
  return fields(
      "StockQuantity", field("quantity", &StockQuantity::quantity).range(0, kMostInStock),
      field("note", &StockQuantity::note).length(0, kMostOfANote).readable().help("Why; for the history"));
}

struct StockDelta {
  std::int64_t delta = 0;
  std::optional<std::string> note;
};
StructDescription describe(Described<StockDelta>) {
  return fields(
      "StockDelta", field("delta", &StockDelta::delta).range(-kMostInStock, kMostInStock),
      field("note", &StockDelta::note).length(0, kMostOfANote).readable().help("Why; for the history"));
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

Result<Response> draft(Call& call, const Api& api) {
  return http::json(draft_of(STOA_TRY(api.shop.catalogue.product(product_of(call)))));
}

/// Of the draft as GET shows it, so that what a sale does to the stock is no change.
std::string tag_of(const ProductDraft& draft) {
  return http::content_tag(to_json(draft));
}

constexpr std::string_view kChanged = "product.changed";

Result<Response> edit(Call& call, const Api& api) {
  const auto wanted = STOA_TRY(call.json<ProductDraft>());
  const auto if_match = call.request.header("if-match");
  const auto saved = api.shop.catalogue.revise(product_of(call), [&](ProductDraft& there) -> Result<void> {
    if (if_match && !http::names_content(*if_match, tag_of(there)))
      return Error{Error::Kind::Conflict, std::string(kChanged),
                   "the product was changed meanwhile; GET it again and repeat your change on that"};
    there = wanted;
    return {};
  });
  if (!saved.ok() && saved.error().code == kChanged)
    return http::problem(412, saved.error().code, saved.error().message, call.request.id);
  if (!saved.ok()) return saved.error();
  Response answer = http::json(*saved);
  answer.headers.push_back({"ETag", tag_of(draft_of(*saved))});
  return answer;
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
  const auto limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.shop.stock.history(product_of(call), limit, http::page_cursor(call))));
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
  using http::Access;
  return {
      {.method = Post,
       .path = "/api/admin/products",
       .access = Access::Admin,
       .summary = "A new product, without stock",
       .handler = [api](Call& call) { return create(call, api); },
       .takes = &schema_of<ProductDraft>(),
       .returns = &schema_of<Product>(),
       .success = 201,
       .idempotency = http::Idempotency::Optional},
      {.method = Get,
       .path = "/api/admin/products/{product:id}",
       .access = Access::Admin,
       .summary = "A product as PUT takes it; the answer's ETag is for its If-Match",
       .handler = [api](Call& call) { return draft(call, api); },
       .returns = &schema_of<ProductDraft>(),
       .caching = http::Caching::Revalidate},
      {.method = Put,
       .path = "/api/admin/products/{product:id}",
       .access = Access::Admin,
       .summary = "Changes all but the stock; with If-Match only what nobody has changed since (412)",
       .handler = [api](Call& call) { return edit(call, api); },
       .takes = &schema_of<ProductDraft>(),
       .returns = &schema_of<Product>()},
      {.method = Post,
       .path = "/api/admin/products/{product:id}/retire",
       .access = Access::Admin,
       .summary = "Takes it off sale",
       .handler = [api](Call& call) { return retire(call, api); },
       .returns = &schema_of<Product>()},
      {.method = Post,
       .path = "/api/admin/products/{product:id}/bring_back",
       .access = Access::Admin,
       .summary = "Puts it on sale again",
       .handler = [api](Call& call) { return bring_back(call, api); },
       .returns = &schema_of<Product>()},
      {.method = Put,
       .path = "/api/admin/products/{product:id}/stock/{zone}",
       .access = Access::Admin,
       .summary = "Sets a zone's stock",
       .handler = [api](Call& call) { return set_stock(call, api); },
       .takes = &schema_of<StockQuantity>(),
       .returns = &schema_of<StockQuantity>()},
      // An adjustment that is sent twice would count twice.
      {.method = Post,
       .path = "/api/admin/products/{product:id}/stock/{zone}/adjust",
       .access = Access::Admin,
       .summary = "Adds to a zone's stock, or takes away",
       .handler = [api](Call& call) { return adjust_stock(call, api); },
       .takes = &schema_of<StockDelta>(),
       .returns = &schema_of<StockQuantity>(),
       .idempotency = http::Idempotency::Optional},
      {.method = Get,
       .path = "/api/admin/products/{product:id}/stock",
       .access = Access::Admin,
       .summary = "Why the stock became what it is, newest first",
       .handler = [api](Call& call) { return stock_history(call, api); },
       .returns = &schema_of<StockHistory>(),
       .queries = http::page_queries()},
      {.method = Put,
       .path = "/api/admin/rows/{product:id}",
       .access = Access::Admin,
       .summary = "How often the product's row is copied into the row cache",
       .handler = [api](Call& call) { return keep_row(call, api); },
       .takes = &schema_of<RowDelay>(),
       .success = 204},
  };
}

}  // namespace stoa::shop
