#include "base/fields.h"
#include "http/page_form.h"
#include "shop/pages_desk.h"

#include <map>

namespace stoa::shop {

struct StockToSet {
  Zone zone;
  std::int64_t quantity = 0;
  std::optional<std::string> note;
};
StructDescription describe(Described<StockToSet>) {
  return fields("StockToSet", field("set_zone", &StockToSet::zone),
                field("quantity", &StockToSet::quantity).range(0, kMostInStock),
                field("set_note", &StockToSet::note).length(0, kMostOfANote).readable());
}

struct StockToAdjust {
  Zone zone;
  std::int64_t delta = 0;
  std::optional<std::string> note;
};
StructDescription describe(Described<StockToAdjust>) {
  return fields("StockToAdjust", field("zone", &StockToAdjust::zone),
                field("delta", &StockToAdjust::delta).range(-kMostInStock, kMostInStock),
                field("note", &StockToAdjust::note).length(0, kMostOfANote).readable());
}

namespace {

using http::PageForm;

std::string_view field_of(MoveReason reason) {
  switch (reason) {
    case MoveReason::Set:
      return "was_set";
    case MoveReason::Adjusted:
      return "adjusted";
    case MoveReason::Sold:
      return "sold";
    case MoveReason::Cancelled:
      return "cancelled";
  }
  return "was_set";
}

Fields row_of(const StockMove& move) {
  Fields row{{"zone", move.zone.text()}, {"delta", move.delta}, {"grows", move.delta > 0},
             {"left", move.left},        {"when", move.at},     {field_of(move.reason), true},
             {"note", move.note},        {"by", move.by}};
  if (move.order_id) row.set("order", move.order_id->hex());
  return row;
}

PageForm set_form(Call& call, const DeskPages& desk) {
  return {call,
          desk.pages,
          {{"set_zone", "desk.zone", "desk.zone_help", call.query("zone").value_or(""), "MSK"},
           {"quantity", "desk.quantity", "", "", "0"},
           {"set_note", "desk.note", "desk.note_help", "", ""}}};
}

PageForm adjust_form(Call& call, const DeskPages& desk) {
  return {call,
          desk.pages,
          {{"zone", "desk.zone", "desk.zone_help", call.query("zone").value_or(""), "MSK"},
           {"delta", "desk.delta", "desk.delta_help", "", "0"},
           {"note", "desk.note", "desk.note_help", "", ""}}};
}

Result<Response> shown(Call& call, const DeskPages& desk, const Product& product, const PageForm& to_set,
                       const PageForm& to_adjust) {
  const auto history =
      STOA_TRY(desk.shop.stock.history(product.id, kDeskRows, call.query("cursor").value_or("")));
  http::List zones, moves;
  for (const auto& [zone, quantity] : product.stock_by_zone)
    zones.push_back({{"zone", zone}, {"quantity", quantity}, {"none", quantity == 0}});
  for (const StockMove& move : history.moves) moves.push_back(row_of(move));
  Fields fields = desk_fields(call, "at_stock");
  fields.set("id", product.id)
      .set("name", product.name)
      .set("in_stock", product.in_stock())
      .set("zones", std::move(zones))
      .set("moves", std::move(moves))
      .set("set_form", to_set.fields())
      .set("adjust_form", to_adjust.fields())
      .set("idempotency_key", Token::make().text());
  add_more(call, history.next, fields);
  const int status = to_set.has_errors() ? to_set.status() : to_adjust.status();
  return desk.pages.page(call, "admin/product_stock.html", fields, {.status = status});
}

Result<Product> product_of(const Call& call, const DeskPages& desk) {
  return desk.shop.catalogue.product(call.parameter<ProductId>("product"));
}

Result<Response> of_product(Call& call, const DeskPages& desk) {
  return shown(call, desk, STOA_TRY(product_of(call, desk)), set_form(call, desk), adjust_form(call, desk));
}

Response changed(Call& call, const DeskPages& desk, const Product& product, const Zone& zone,
                 std::int64_t left) {
  desk.pages.flash(call, Flash::Kind::Good, "desk.stock_changed",
                   {{"name", product.name}, {"zone", zone.text()}, {"left", left}});
  return http::see_other("/admin/products/" + product.id.hex() + "/stock");
}

Result<Response> set(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(product_of(call, desk));
  PageForm form = set_form(call, desk);
  const auto wanted = STOA_TRY(form.read<StockToSet>());
  if (!wanted) return shown(call, desk, product, form, adjust_form(call, desk));
  const auto left = STOA_TRY(
      desk.shop.stock.set(product.id, wanted->zone, wanted->quantity, {call.viewer.name, wanted->note}));
  return changed(call, desk, product, wanted->zone, left);
}

Result<Response> adjust(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(product_of(call, desk));
  PageForm form = adjust_form(call, desk);
  const auto wanted = STOA_TRY(form.read<StockToAdjust>());
  if (wanted) {
    const auto left =
        desk.shop.stock.adjust(product.id, wanted->zone, wanted->delta, {call.viewer.name, wanted->note});
    if (left.ok()) return changed(call, desk, product, wanted->zone, *left);
    if (!left.error().code.starts_with("stock.")) return left.error();
    form.complain(
        "delta", desk.pages.say(call.language, left.error().code == "stock.too_few" ? "desk.wrong_too_few"
                                                                                    : "desk.wrong_too_many"));
  }
  return shown(call, desk, product, set_form(call, desk), form);
}

Result<Response> all_moves(Call& call, const DeskPages& desk) {
  const auto history = STOA_TRY(desk.shop.stock.history(kDeskRows, call.query("cursor").value_or("")));
  std::vector<ProductId> ids;
  for (const StockMove& move : history.moves) ids.push_back(move.product_id);
  const auto products = STOA_TRY(desk.shop.catalogue.products(ids));
  http::List rows;
  for (std::size_t i = 0; i < history.moves.size(); ++i) {
    Fields row = row_of(history.moves[i]);
    row.set("id", ids[i]).set("name", products[i] ? products[i]->name : ids[i].hex());
    rows.push_back(std::move(row));
  }
  Fields fields = desk_fields(call, "at_stock");
  fields.set("moves", std::move(rows)).set("of_all", true);
  add_more(call, history.next, fields);
  return desk.pages.page(call, "admin/stock.html", fields);
}

}  // namespace

std::vector<http::Route> stock_desk(const DeskPages& desk) {
  const std::string path = "/admin/products/{product:id}/stock";
  std::vector<http::Route> rows{
      desk_page(desk, "/admin/stock", "What happened to the stock, newest first", all_moves),
      desk_page(desk, path, "A product's stock by zone, and why it became what it is", of_product),
      desk_form(desk, path + "/set", "Sets a zone's stock", set, {"set_zone", "quantity", "set_note"}),
      desk_form(desk, path + "/adjust", "Adds to a zone's stock, or takes away", adjust,
                {"zone", "delta", "note"}),
  };
  // An adjustment that is sent twice would count twice.
  rows[3].idempotency = http::Idempotency::Optional;
  return rows;
}

}  // namespace stoa::shop
