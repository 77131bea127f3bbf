#include "base/fields.h"
#include "http/list_query.h"
#include "http/problem.h"
#include "shop/api.h"
#include "shop/api_place_order.h"

namespace stoa::shop {

/// RFC 9457, with the lines that stood in the way.
struct CheckoutRefusal {
  std::string type = "about:blank";
  std::string title = "Conflict";
  std::int32_t status = 409;
  std::string code = "checkout.refused";
  std::string detail =
      "something has changed since it was put into the cart, and nothing was ordered; look at the lines, "
      "then "
      "change the cart or agree to the new prices";
  std::vector<RefusedLine> lines;
};
StructDescription describe(Described<CheckoutRefusal>) {
  return fields("CheckoutRefusal", field("type", &CheckoutRefusal::type),
                field("title", &CheckoutRefusal::title), field("status", &CheckoutRefusal::status),
                field("code", &CheckoutRefusal::code), field("detail", &CheckoutRefusal::detail),
                field("lines", &CheckoutRefusal::lines));
}

namespace {
using http::Call;
using http::Response;

Response refusal(std::vector<RefusedLine> lines) {
  CheckoutRefusal refusal;
  refusal.lines = std::move(lines);
  Response answer = http::json(refusal, refusal.status);
  answer.content_type = http::kProblemType;
  return answer;
}

UserId user_of(const Call& call) {
  return UserId(call.viewer.id.value());
}

Response made(const Order& order) {
  Response answer = http::json(order, 201);
  answer.headers.push_back({"Location", "/api/orders/" + order.id.hex()});
  return answer;
}

Result<Response> check_out(Call& call, const Api& api) {
  const auto request = STOA_TRY(call.json<CheckoutRequest>());
  auto placed = STOA_TRY(
      place_order(call, api.shop, api.records, request, [](const Order& order) { return made(order); }));
  if (!placed.answer) return refusal(std::move(placed.refused));
  return *std::move(placed.answer);
}

Result<Response> history(Call& call, const Api& api) {
  const auto limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.shop.orders.history(user_of(call), limit, http::page_cursor(call))));
}

Result<Response> own_order(Call& call, const Api& api) {
  return http::json(STOA_TRY(api.shop.orders.order(user_of(call), call.parameter<OrderId>("order"))));
}

Result<Response> cancel(Call& call, const Api& api) {
  return http::json(STOA_TRY(api.shop.orders.cancel(user_of(call), call.parameter<OrderId>("order"))));
}

}  // namespace

std::vector<http::Route> order_routes(const Api& api) {
  using enum http::Method;
  using http::Access;
  return {
      {.method = Post,
       .path = "/api/orders",
       .access = Access::Member,
       .summary =
           "Checks out: all of the cart becomes an order, or, with 409 and the lines in the way, nothing",
       .handler = [api](Call& call) { return check_out(call, api); },
       .takes = &schema_of<CheckoutRequest>(),
       .returns = &schema_of<Order>(),
       .success = 201,
       .idempotency = http::Idempotency::Required,
       .keep = http::Keep::InTransaction,
       .bucket = "checkout"},
      {.method = Get,
       .path = "/api/orders",
       .access = Access::Member,
       .summary = "One's own orders, newest first",
       .handler = [api](Call& call) { return history(call, api); },
       .returns = &schema_of<OrderPage>(),
       .queries = http::page_queries()},
      {.method = Get,
       .path = "/api/orders/{order:id}",
       .access = Access::Member,
       .summary = "One of one's own orders",
       .handler = [api](Call& call) { return own_order(call, api); },
       .returns = &schema_of<Order>()},
      {.method = Post,
       .path = "/api/orders/{order:id}/cancel",
       .access = Access::Member,
       .summary = "Cancels an order that is not shipped yet",
       .handler = [api](Call& call) { return cancel(call, api); },
       .returns = &schema_of<Order>()},
  };
}

}  // namespace stoa::shop
