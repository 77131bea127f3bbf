#include "shop/pages_desk.h"
#include "shop/pages_product_form.h"
#include "shop/shelf.h"

namespace stoa::shop {

namespace {

http::List zones_of(const Product& product) {
  http::List zones;
  for (const auto& [zone, quantity] : product.stock_by_zone)
    zones.push_back({{"zone", zone}, {"quantity", quantity}, {"none", quantity == 0}});
  return zones;
}

Fields row_of(const Product& product) {
  return {{"id", product.id},
          {"name", product.name},
          {"category", product.category},
          {"price", product.price},
          {"in_stock", product.in_stock()},
          {"zones", zones_of(product)},
          {"retired", !product.on_sale()},
          {"updated", product.updated_at}};
}

std::string_view field_of(ShelfQuery::State state) {
  switch (state) {
    case ShelfQuery::State::OnSale:
      return "only_on_sale";
    case ShelfQuery::State::Retired:
      return "only_retired";
    case ShelfQuery::State::All:
      break;
  }
  return "all_states";
}

Result<Response> products_page(Call& call, const DeskPages& desk) {
  ShelfQuery wanted{.limit = kDeskRows};
  wanted.prefix = call.query("name").value_or("");
  if (const auto category = call.query("category"); category && !category->empty())
    wanted.category = category;
  wanted.state = STOA_TRY(call.query<ShelfQuery::State>("state")).value_or(ShelfQuery::State::All);
  wanted.cursor = call.query("cursor").value_or("");
  const auto page = STOA_TRY(find_on_shelf(desk.records.read(), wanted));
  http::List rows;
  for (const Product& product : page.products) rows.push_back(row_of(product));
  Fields shown = desk_fields(call, "at_products");
  shown.set("products", std::move(rows))
      .set("prefix", wanted.prefix)
      .set("categories", STOA_TRY(category_choices(desk, wanted.category.value_or(""))))
      .set(field_of(wanted.state), true);
  add_more(call, page.next, shown);
  return desk.pages.page(call, "admin/products.html", shown);
}

Result<Response> shown_new(Call& call, const DeskPages& desk, const http::PageForm& form) {
  Fields fields = desk_fields(call, "at_products");
  fields.set("form", form.fields()).set("idempotency_key", Token::make().text());
  return desk.pages.page(call, "admin/product_new.html", fields, {.status = form.status()});
}

Result<Response> new_page(Call& call, const DeskPages& desk) {
  return shown_new(call, desk, product_form(call, desk, {}));
}

Result<Response> create(Call& call, const DeskPages& desk) {
  http::PageForm form = product_form(call, desk, {});
  const auto draft = STOA_TRY(read_draft(call, desk, form));
  if (!draft) return shown_new(call, desk, form);
  const Product made = STOA_TRY(desk.shop.catalogue.create(*draft));
  desk.pages.flash(call, Flash::Kind::Good, "desk.product_made", {{"name", made.name}});
  return http::see_other("/admin/products/" + made.id.hex() + "/stock");
}

}  // namespace

std::vector<http::Route> product_desk(const DeskPages& desk) {
  std::vector<http::Route> rows{
      desk_page(desk, "/admin/products", "All products, also those that are retired", products_page),
      desk_page(desk, "/admin/products/new", "The form of a new product", new_page),
      desk_form(desk, "/admin/products", "A new product, without stock", create, product_form_fields()),
  };
  rows[2].idempotency = http::Idempotency::Optional;
  return rows;
}

}  // namespace stoa::shop
