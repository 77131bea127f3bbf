#include "base/fields.h"
#include "http/list_query.h"
#include "shop/api.h"

namespace stoa::shop {

struct StatusMove {
  OrderStatus status = OrderStatus::Confirmed;
};
StructDescription describe(Described<StatusMove>) {
  return fields("StatusMove", field("status", &StatusMove::status));
}

struct Totals {
  std::vector<DayTotal> totals;
};
StructDescription describe(Described<Totals>) {
  return fields("Totals", field("totals", &Totals::totals));
}

namespace {
using http::Call;
using http::Response;

/// All on one page: they are few.
Result<OrderPage> numbered(const Api& api, const OrderNumber& number,
                           const std::optional<OrderStatus>& status, const std::optional<Zone>& zone) {
  OrderPage page{STOA_TRY(api.shop.orders.numbered(number)), {}};
  std::erase_if(page.orders, [&](const Order& order) {
    return (status && order.status != *status) || (zone && order.zone != *zone);
  });
  return page;
}

Result<Response> list(Call& call, const Api& api) {
  const auto status = STOA_TRY(call.query<OrderStatus>("status"));
  const auto zone = STOA_TRY(call.query<Zone>("zone"));
  const auto number = STOA_TRY(call.query<OrderNumber>("number"));
  const auto limit = STOA_TRY(http::page_limit(call));
  if (number) return http::json(STOA_TRY(numbered(api, *number, status, zone)));
  return http::json(STOA_TRY(api.shop.orders.list(status, zone, limit, http::page_cursor(call))));
}

Result<Response> one(Call& call, const Api& api) {
  return http::json(STOA_TRY(api.shop.orders.order(call.parameter<OrderId>("order"))));
}

Result<Response> move(Call& call, const Api& api) {
  const auto wanted = STOA_TRY(call.json<StatusMove>());
  return http::json(STOA_TRY(api.shop.orders.move(call.parameter<OrderId>("order"), wanted.status)));
}

Result<Response> totals_of(Call& call, const Api& api) {
  constexpr std::int64_t kUsualDays = 90, kMostDays = 366;
  const auto days = STOA_TRY(call.query<std::int64_t>("days")).value_or(kUsualDays);
  if (days < 1 || days > kMostDays)
    return Error{Error::Kind::Invalid, "request.query", "days: must be 1 to 366"};
  const Time now = api.clock.now();
  return http::json(Totals{STOA_TRY(api.shop.orders.per_day(now - std::chrono::days(days - 1), now))});
}

Result<Response> abandoned(Call& call, const Api& api) {
  const auto limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.shop.carts.abandoned(limit, http::page_cursor(call))));
}

}  // namespace

std::vector<http::Route> order_desk_routes(const Api& api) {
  using enum http::Method;
  using http::Access;
  return {
      {.method = Get,
       .path = "/api/admin/orders",
       .access = Access::Admin,
       .summary = "All orders, newest first",
       .handler = [api](Call& call) { return list(call, api); },
       .returns = &schema_of<OrderPage>(),
       .queries =
           http::page_queries({{"status", "Only with this one", &schema_of<OrderStatus>()},
                               {"zone", "Only of this one", &schema_of<Zone>()},
                               {"number",
                                "Only with this one, as customers see it: 6a1f03b2-9c41, or a whole id; "
                                "hardly ever more than one, and all on one page",
                                &schema_of<OrderNumber>()}})},
      {.method = Get,
       .path = "/api/admin/orders/{order:id}",
       .access = Access::Admin,
       .summary = "One order",
       .handler = [api](Call& call) { return one(call, api); },
       .returns = &schema_of<Order>()},
      {.method = Post,
       .path = "/api/admin/orders/{order:id}/status",
       .access = Access::Admin,
       .summary = "Moves an order on, or cancels it",
       .handler = [api](Call& call) { return move(call, api); },
       .takes = &schema_of<StatusMove>(),
       .returns = &schema_of<Order>()},
      {.method = Get,
       .path = "/api/admin/totals",
       .access = Access::Admin,
       .summary = "What was ordered and not cancelled, by day and zone",
       .handler = [api](Call& call) { return totals_of(call, api); },
       .returns = &schema_of<Totals>(),
       .queries = {{"days", "How many days back, today included; 1 to 366", &schema_of<std::int64_t>()}}},
      {.method = Get,
       .path = "/api/admin/carts/abandoned",
       .access = Access::Admin,
       .summary = "Carts that nobody has changed for a day, next to expire first",
       .handler = [api](Call& call) { return abandoned(call, api); },
       .returns = &schema_of<CartPage>(),
       .queries = http::page_queries()},
  };
}

}  // namespace stoa::shop
