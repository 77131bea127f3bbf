#include "shop/pages_desk.h"

#include "http/list_query.h"

namespace stoa::shop {
namespace {

constexpr std::size_t kMostChoices = 500;

}  // namespace

http::Route desk_page(const DeskPages& desk, std::string path, std::string summary, DeskHandler handler) {
  http::Route route = http::page_route(desk, std::move(path), std::move(summary), handler);
  route.access = http::Access::Admin;
  return route;
}

http::Route desk_form(const DeskPages& desk, std::string path, std::string summary, DeskHandler handler,
                      std::vector<std::string> fields) {
  http::Route route = http::form_route(desk, std::move(path), std::move(summary), std::move(fields), handler);
  route.access = http::Access::Admin;
  return route;
}

http::Fields desk_fields(Call& call, std::string_view at) {
  return {{at, true}, {"csrf", call.csrf()}};
}

void add_more(const Call& call, const std::string& next, http::Fields& to) {
  if (!next.empty()) to.set("more", http::with_cursor(call, next));
  if (const auto cursor = call.query("cursor"); cursor && !cursor->empty())
    to.set("beginning", http::with_cursor(call, {}));
}

Result<http::List> category_choices(const DeskPages& desk, std::string_view chosen) {
  http::List choices;
  for (std::string& name : STOA_TRY(desk.shop.catalogue.categories(kMostChoices))) {
    const bool is_chosen = name == chosen;
    choices.push_back({{"choice", std::move(name)}, {"chosen", is_chosen}});
  }
  return choices;
}

std::vector<http::Route> desk_pages(const DeskPages& desk) {
  std::vector<http::Route> rows;
  for (auto* const table :
       {product_desk, one_product_desk, stock_desk, order_desk, figures_desk, cart_desk, cache_desk})
    for (http::Route& row : table(desk)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace stoa::shop
