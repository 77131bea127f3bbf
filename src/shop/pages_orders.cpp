#include "http/percent.h"
#include "shop/pages_cards.h"
#include "shop/pages_front.h"

#include <array>

namespace stoa::shop {
namespace {

constexpr std::size_t kOnAPage = 20;
constexpr auto kSteps = std::to_array(
    {OrderStatus::Pending, OrderStatus::Confirmed, OrderStatus::Shipped, OrderStatus::Delivered});

UserId buyer_of(const Call& call) {
  return UserId(call.viewer.id.value());
}

std::string status_text(const Call& call, const Front& front, OrderStatus status) {
  return front.pages.say(call.language, "order.status_" + std::string(name_of(status)));
}

void add_status(const Call& call, const Front& front, OrderStatus status, Fields& fields) {
  fields.set("status", status_text(call, front, status));
  fields.set("is_done", status == OrderStatus::Delivered);
  fields.set("is_cancelled", status == OrderStatus::Cancelled);
  fields.set("is_pending", status == OrderStatus::Pending);
}

/// What a list says of the items: the first two by name.
std::string names_of(const Order& order) {
  std::string names;
  for (std::size_t i = 0; i < order.items.size() && i < 2; ++i)
    names += (i == 0 ? "" : ", ") + order.items[i].name;
  return names;
}

Fields row_of(const Call& call, const Front& front, const Order& order) {
  Fields fields{{"id", order.id},           {"number", OrderNumber(order.id).text()},
                {"when", order.order_date}, {"total", order.total_amount},
                {"names", names_of(order)}, {"others", order.items.size() > 2 ? order.items.size() - 2 : 0}};
  add_status(call, front, order.status, fields);
  return fields;
}

Result<Response> history(Call& call, const Front& front) {
  const std::string cursor = call.query("cursor").value_or("");
  const auto page = STOA_TRY(front.shop.orders.history(buyer_of(call), kOnAPage, cursor));
  List rows;
  for (const Order& order : page.orders) rows.push_back(row_of(call, front, order));
  Fields fields{{"in_shop", true},
                {"nothing", page.orders.empty() && cursor.empty()},
                {"continued", !cursor.empty()},
                {"orders", std::move(rows)},
                {"more", http::Value()}};
  if (!page.next.empty()) fields.set("more", "/orders?cursor=" + http::percent_encoded(page.next));
  if (http::wants_part(call) && call.request.header("HX-Target") == "more")
    return front.pages.fragment(call, "shop/orders.html#rows", fields);
  return front.pages.page(call, "shop/orders.html", fields);
}

List steps_of(const Call& call, const Front& front, OrderStatus status) {
  List steps;
  for (const OrderStatus step : kSteps)
    steps.push_back(
        {{"step", status_text(call, front, step)}, {"reached", step <= status}, {"current", step == status}});
  return steps;
}

List lines_of(const Order& order) {
  List lines;
  for (const Item& item : order.items) {
    const auto sum = item.price.times(item.quantity);
    lines.push_back({{"id", item.product_id},
                     {"name", item.name},
                     {"price", item.price},
                     {"quantity", item.quantity},
                     {"sum", sum.ok() ? http::Value(*sum) : http::Value()}});
  }
  return lines;
}

Result<Response> one(Call& call, const Front& front) {
  const Order order = STOA_TRY(front.shop.orders.order(buyer_of(call), call.parameter<OrderId>("order")));
  Fields fields = row_of(call, front, order);
  fields.set("in_shop", true);
  fields.set("order_lines", lines_of(order));
  fields.set("has_steps", order.status != OrderStatus::Cancelled);
  fields.set("steps", order.status == OrderStatus::Cancelled ? List() : steps_of(call, front, order.status));
  fields.set("zone_name", zone_name(front.pages, call.language, order.zone.text()));
  fields.set("may_cancel", may_follow(order.status, OrderStatus::Cancelled));
  fields.set("delivery", http::Value());
  if (const auto& to = order.delivery)
    fields.set("delivery",
               Fields{{"recipient", to->name}, {"address", to->address}, {"contact", to->contact}});
  fields.set("csrf", call.csrf());
  return front.pages.page(call, "shop/order.html", fields);
}

/// What was shipped meanwhile stays so, and the page says why.
Result<Response> cancel(Call& call, const Front& front) {
  const auto id = call.parameter<OrderId>("order");
  const auto cancelled = front.shop.orders.cancel(buyer_of(call), id);
  if (!cancelled.ok() && cancelled.error().code != "order.status") return cancelled.error();
  if (cancelled.ok())
    front.pages.flash(call, Flash::Kind::Good, "order.was_cancelled");
  else
    front.pages.flash(call, Flash::Kind::Bad, "order.too_late");
  return http::see_other("/orders/" + id.hex());
}

}  // namespace

std::vector<http::Route> order_pages(const Front& front) {
  std::vector<http::Route> rows{http::page_route(front, "/orders", "One's own orders, newest first", history),
                                http::page_route(front, "/orders/{order:id}", "One of one's own orders", one),
                                http::form_route(front, "/orders/{order:id}/cancel",
                                                 "Cancels an order that is not shipped yet", {}, cancel)};
  for (http::Route& row : rows) row.access = http::Access::Member;
  return rows;
}

}  // namespace stoa::shop
