#include "accounts/user.h"
#include "records/collections.h"
#include "records/typed.h"
#include "shop/api_order_csv.h"
#include "shop/pages_desk.h"

#include <array>

namespace stoa::shop {
namespace {

constexpr auto kStatuses = std::to_array({OrderStatus::Pending, OrderStatus::Confirmed, OrderStatus::Shipped,
                                          OrderStatus::Delivered, OrderStatus::Cancelled});

/// The colour of its pill.
std::string_view tone_of(OrderStatus status) {
  switch (status) {
    case OrderStatus::Pending:
      return "warn";
    case OrderStatus::Confirmed:
    case OrderStatus::Shipped:
      return "info";
    case OrderStatus::Delivered:
      return "good";
    case OrderStatus::Cancelled:
      return "bad";
  }
  return "info";
}

std::string words_for(const Call& call, const DeskPages& desk, std::string_view kind, OrderStatus status) {
  return desk.pages.say(call.language, "desk." + std::string(kind) + "_" + std::string(name_of(status)));
}

Fields row_of(const Call& call, const DeskPages& desk, const Order& order) {
  std::int64_t pieces = 0;
  for (const Item& item : order.items) pieces += item.quantity;
  return {{"id", order.id},
          {"number", OrderNumber(order.id).text()},
          {"when", order.order_date},
          {"status", words_for(call, desk, "status", order.status)},
          {"tone", tone_of(order.status)},
          {"zone", order.zone.text()},
          {"customer", order.delivery ? order.delivery->name : order.user_id.hex()},
          {"pieces", pieces},
          {"total", order.total_amount}};
}

http::List status_choices(const Call& call, const DeskPages& desk, std::optional<OrderStatus> chosen) {
  http::List choices;
  for (const OrderStatus status : kStatuses)
    choices.push_back({{"choice", name_of(status)},
                       {"words", words_for(call, desk, "status", status)},
                       {"chosen", status == chosen}});
  return choices;
}

Fields list_fields(Call& call, const DeskPages& desk, const OrderFilter& filter, const OrderPage& page) {
  http::List rows;
  for (const Order& order : page.orders) rows.push_back(row_of(call, desk, order));
  Fields fields = desk_fields(call, "at_orders");
  fields.set("orders", std::move(rows))
      .set("statuses", status_choices(call, desk, filter.status))
      .set("status", filter.status ? name_of(*filter.status) : std::string_view())
      .set("zone", filter.zone ? filter.zone->text() : std::string())
      .set("typed_number", "");
  add_more(call, page.next, fields);
  return fields;
}

/// Where one order has the number, there; else the list of those that have it, or a word beside the field.
Result<Response> orders_numbered(Call& call, const DeskPages& desk, const std::string& typed) {
  const auto number = OrderNumber::parse(typed);
  OrderPage page;
  if (number.ok()) page.orders = STOA_TRY(desk.shop.orders.numbered(*number));
  if (page.orders.size() == 1) return http::see_other("/admin/orders/" + page.orders.front().id.hex());
  Fields fields = list_fields(call, desk, {}, page);
  fields.set("typed_number", typed).set("is_numbered", true).set("nothing_found", page.orders.empty());
  if (page.orders.empty())
    fields.set("wrong_number",
               desk.pages.say(call.language, number.ok() ? "desk.number_of_none" : "desk.number_malformed"));
  return desk.pages.page(call, "admin/orders.html", fields, {.status = number.ok() ? 200 : 422});
}

Result<Response> orders_page(Call& call, const DeskPages& desk) {
  const std::string number = call.query("number").value_or("");
  if (!number.empty()) return orders_numbered(call, desk, number);
  const OrderFilter filter = STOA_TRY(order_filter(call));
  const auto page = STOA_TRY(
      desk.shop.orders.list(filter.status, filter.zone, kDeskRows, call.query("cursor").value_or("")));
  return desk.pages.page(call, "admin/orders.html", list_fields(call, desk, filter, page));
}

/// Their name, which leads to their page while they have an account; without any, the id stands for them.
Result<void> add_customer(const DeskPages& desk, const Order& order, Fields& fields) {
  const auto user = STOA_TRY(
      records::get<accounts::User>(desk.records.read(), records::collections::users(), order.user_id));
  fields.set("user", order.user_id).set("user_name", http::Value()).set("has_page", false);
  if (!user) return {};
  fields.set("user_name", user->shortcode).set("has_page", user->state == accounts::State::Active);
  return {};
}

Result<Response> order_page(Call& call, const DeskPages& desk) {
  const Order order = STOA_TRY(desk.shop.orders.order(call.parameter<OrderId>("order")));
  http::List items, moves;
  for (const Item& item : order.items) {
    const Money sum = STOA_TRY(item.price.times(item.quantity));
    items.push_back({{"product", item.product_id},
                     {"name", item.name},
                     {"price", item.price},
                     {"quantity", item.quantity},
                     {"from", item.zone.value_or(order.zone).text()},
                     {"sum", sum}});
  }
  for (const OrderStatus next : kStatuses)
    if (next != OrderStatus::Cancelled && may_follow(order.status, next))
      moves.push_back({{"move", name_of(next)}, {"words", words_for(call, desk, "move", next)}});
  Fields fields = desk_fields(call, "at_orders");
  fields.set("order", row_of(call, desk, order))
      .set("items", std::move(items))
      .set("moves", std::move(moves))
      .set("can_cancel", may_follow(order.status, OrderStatus::Cancelled))
      .set("changed", order.updated_at ? http::Value(Fields{{"when", *order.updated_at}}) : http::Value());
  STOA_TRY(add_customer(desk, order, fields));
  if (order.delivery)
    fields.set("delivery", Fields{{"recipient", order.delivery->name},
                                  {"address", order.delivery->address},
                                  {"contact", order.delivery->contact}});
  return desk.pages.page(call, "admin/order.html", fields);
}

Result<Response> move(Call& call, const DeskPages& desk) {
  const auto id = call.parameter<OrderId>("order");
  const auto wanted = STOA_TRY(call.form<OrderStatus>("status"));
  if (!wanted) return Error{Error::Kind::Invalid, "request.form", "status: is missing"};
  const auto moved = desk.shop.orders.move(id, *wanted);
  if (moved.ok())
    desk.pages.flash(call, Flash::Kind::Good, "desk.order_moved",
                     {{"status", words_for(call, desk, "status", moved->status)}});
  else if (moved.error().code == "order.status")
    desk.pages.flash(call, Flash::Kind::Bad, "desk.order_not_moved",
                     {{"status", words_for(call, desk, "status", *wanted)}});
  else
    return moved.error();
  return http::see_other("/admin/orders/" + id.hex());
}

}  // namespace

std::vector<http::Route> order_desk(const DeskPages& desk) {
  std::vector<http::Route> rows{
      desk_page(desk, "/admin/orders", "All orders, newest first", orders_page),
      desk_page(desk, "/admin/orders.csv", "The orders as a table for spreadsheets",
                [](Call& call, const DeskPages& at) { return order_csv(call, at.shop.orders, at.spool); }),
      desk_page(desk, "/admin/orders/{order:id}", "One order", order_page),
      desk_form(desk, "/admin/orders/{order:id}/status", "Moves an order on, or cancels it", move,
                {"status"}),
  };
  rows[1].plan.place = http::Plan::Place::Pool;
  return rows;
}

}  // namespace stoa::shop
