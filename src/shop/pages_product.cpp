#include "shop/pages_product.h"

#include "base/refused_writes.h"
#include "http/language.h"
#include "http/summary.h"
#include "shop/pages_cards.h"

#include <algorithm>

namespace stoa::shop {
namespace {

using http::Audience;

using StockByZone = std::map<std::string, std::int64_t>;

/// As the row cache has it; where it has no copy, the product's own.
Result<std::shared_ptr<const StockByZone>> shown_stock(const Front& front,
                                                       const std::shared_ptr<const Product>& product) {
  if (const auto row = STOA_TRY(front.shop.rows.row(product->id)))
    return std::shared_ptr<const StockByZone>(row, &row->stock_by_zone);
  return std::shared_ptr<const StockByZone>(product, &product->stock_by_zone);
}

List pictures_of(const Product& product) {
  List list;
  if (product.pictures)
    for (const std::string& path : *product.pictures)
      list.push_back({{"picture", path}, {"number", list.size() + 1}, {"first", list.empty()}});
  return list;
}

List attributes_of(const Product& product, const Front& front, http::Language language) {
  List list;
  list.reserve(product.attributes.size());
  for (const auto& [name, value] : product.attributes)
    list.push_back({{"attribute", attribute_name(front.pages, language, name)}, {"value", value}});
  return list;
}

Result<Fields> fields_of(Call& call, const Front& front, const std::shared_ptr<const Product>& shown) {
  const Product& product = *shown;
  const auto stock_now = STOA_TRY(shown_stock(front, shown));
  const StockByZone& stock = *stock_now;
  const auto beside = STOA_TRY(front.shop.showcase.popular(product.category));
  const std::string slug = STOA_TRY(front.shop.showcase.slug(product.category));
  const bool in_stock = std::ranges::any_of(stock, [](const auto& zone) { return zone.second > 0; });
  Fields fields{{"in_shop", true},
                {"id", product.id},
                {"product", product.name},
                {"summary", http::summary_of(product.description.value_or(""), product.name)},
                {"description", product.description},
                {"price", product.price},
                {"category", product.category},
                {"slug", slug},
                {"pictures", pictures_of(product)},
                {"many_pictures", product.pictures && product.pictures->size() > 1},
                {"has_attributes", !product.attributes.empty()},
                {"attributes", attributes_of(product, front, call.language)},
                {"pills", pills_of(front.pages, call.language, stock)},
                {"for_sale", product.on_sale() && in_stock},
                {"sold_out", product.on_sale() && !in_stock},
                {"retired", !product.on_sale()},
                {"complaint", http::Value()},
                {"quantity", "1"},
                {"csrf", http::Value()}};
  add_picture(fields, product.id, std::nullopt);
  fields.set("related", front.related->of(beside, product.id, call.language, front.pages));
  return fields;
}

Result<Response> render(Call& call, const Front& front, const ProductId& id) {
  const auto product = STOA_TRY(front.shop.catalogue.shown(id));
  return front.pages.page(call, "shop/product.html", STOA_TRY(fields_of(call, front, product)),
                          {.audience = Audience::Everybody});
}

Response kept_page(const Call& call, PageCache::Page page) {
  Response answer{.content_type = "text/html; charset=utf-8", .body = std::move(page)};
  answer.headers.reserve(10);
  answer.headers.push_back({"Content-Language", std::string(http::tag_of(call.language))});
  return answer;
}

/// The path that must be quick: a hit is shared bytes, one look at a key, and the view in one transaction.
Result<Response> product(Call& call, const Front& front) {
  const auto id = call.parameter<ProductId>("product");
  const auto rendered = [&]() -> Result<std::string> {
    Response page = STOA_TRY(render(call, front, id));
    http::make_whole(page);
    return std::get<std::string>(std::move(page.body));
  };
  auto page = STOA_TRY(front.shop.pages.page(id, http::tag_of(call.language), call.request.query, rendered));
  Response answer = page ? kept_page(call, *std::move(page)) : STOA_TRY(render(call, front, id));
  if (call.viewer.token)
    STOA_TRY(unless_writes_are_refused(front.shop.popularity.record_view(*call.viewer.token, id)));
  answer.headers.push_back({"Cache-Control", "no-cache"});
  return answer;
}

/// The page may have been kept for a minute; this has what the row cache has now.
Result<Response> stock(Call& call, const Front& front) {
  const auto product = STOA_TRY(front.shop.catalogue.shown(call.parameter<ProductId>("product")));
  const auto left = STOA_TRY(shown_stock(front, product));
  return front.pages.fragment(call, "shop/pills.html",
                              {{"pills", pills_of(front.pages, call.language, *left)}});
}

/// A product in another domain's page, with its price and stock of now.
Result<Response> mention(Call& call, const Front& front) {
  const auto product = STOA_TRY(front.shop.catalogue.shown(call.parameter<ProductId>("product")));
  const auto stock = STOA_TRY(shown_stock(front, product));
  std::int64_t left = 0;
  for (const auto& zone : *stock) left += zone.second;
  Fields fields = card_of(*product);
  fields.set("stock", left);
  fields.set("low", left <= kFewLeft);
  fields.set("retired", !product->on_sale());
  return front.pages.fragment(call, "shop/mention.html", fields);
}

}  // namespace

Result<Response> product_with_complaint(Call& call, const Front& front, const ProductId& id, int status,
                                        std::string complaint) {
  const auto product = STOA_TRY(front.shop.catalogue.shown(id));
  Fields fields = STOA_TRY(fields_of(call, front, product));
  fields.set("complaint", std::move(complaint));
  fields.set("quantity", call.form("quantity").value_or("").substr(0, 10));
  fields.set("csrf", call.csrf());
  return front.pages.page(call, "shop/product.html", fields, {.status = status});
}

std::vector<http::Route> product_pages(const Front& front) {
  std::vector<http::Route> rows{
      http::page_route(front, "/products/{product:id}", "A product", product),
      http::fragment_route(front, "/fragments/stock/{product:id}", "What there is of a product", stock),
      http::fragment_route(front, "/fragments/product/{product:id}", "A product's card, for another page",
                           mention)};
  rows[0].caching = http::Caching::Revalidate;
  return rows;
}

}  // namespace stoa::shop
