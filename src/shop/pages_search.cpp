#include "http/percent.h"
#include "shop/pages_cards.h"
#include "shop/pages_front.h"

namespace stoa::shop {
namespace {

std::string address_of(std::string_view text, std::string_view cursor) {
  std::string address = "/search";
  http::append_query("q", text, address);
  http::append_query("cursor", cursor, address);
  return address;
}

Result<Response> search(Call& call, const Front& front) {
  const std::string text = call.query("q").value_or("");
  const std::string cursor = call.query("cursor").value_or("");
  auto found = front.shop.search.search({text, Showcase::kOnAPage, cursor});
  const bool too_long = !found.ok() && found.error().code == "search.too_long";
  if (!found.ok() && !too_long) return std::move(found).error();
  const ProductPage page = too_long ? ProductPage() : *std::move(found);
  Fields fields{{"in_shop", true},
                {"search_text", too_long ? std::string() : text},
                {"too_long", too_long},
                {"asked", !text.empty() && !too_long},
                {"cards", cards_of(page.products, page.products.size())},
                {"nothing", page.products.empty()},
                {"continued", !cursor.empty()},
                {"more", page.next.empty() ? http::Value() : http::Value(address_of(text, page.next))}};
  if (http::wants_part(call) && call.request.header("HX-Target") == "more")
    return front.pages.fragment(call, "shop/search.html#cards", fields);
  return front.pages.page(call, "shop/search.html", fields, {.status = too_long ? 422 : 200});
}

}  // namespace

std::vector<http::Route> search_pages(const Front& front) {
  return {http::page_route(front, "/search", "Finds products by words", search)};
}

}  // namespace stoa::shop
