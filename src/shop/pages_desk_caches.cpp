#include "base/fields.h"
#include "http/page_form.h"
#include "shop/pages_desk.h"

namespace stoa::shop {

struct RowToKeep {
  ProductId product;
  double seconds = 0;
};
StructDescription describe(Described<RowToKeep>) {
  return fields("RowToKeep", field("product", &RowToKeep::product),
                field("seconds", &RowToKeep::seconds).range(0.001, 86'400.0));
}

struct PageToDrop {
  ProductId product;
};
StructDescription describe(Described<PageToDrop>) {
  return fields("PageToDrop", field("page_product", &PageToDrop::product));
}

namespace {

using http::PageForm;

constexpr std::string_view kHome = "/admin/caches";
constexpr std::string_view kSampleId = "000000000000000000000000";

PageForm row_form(Call& call, const DeskPages& desk) {
  return {call,
          desk.pages,
          {{"product", "desk.product_id", "desk.product_id_help", call.query("row").value_or(""), kSampleId},
           {"seconds", "desk.delay", "desk.delay_help", call.query("seconds").value_or(""), "1"}}};
}

PageForm page_form(Call& call, const DeskPages& desk) {
  return {call, desk.pages, {{"page_product", "desk.product_id", "desk.product_id_help", "", kSampleId}}};
}

Fields row_of(const KeptRow& row) {
  Fields shown{{"id", row.id},
               {"name", row.name.value_or(row.id.hex())},
               {"seconds", row.delay_seconds},
               {"ends", row.delay_seconds <= 0}};
  if (row.copied_at) shown.set("copied", Fields{{"when", *row.copied_at}});
  if (row.next_copy) shown.set("turn", Fields{{"when", *row.next_copy}});
  return shown;
}

void add_page_figures(const PageCache::Counts& counts, Fields& to) {
  to.set("asked", counts.asked())
      .set("hits", counts.hits)
      .set("misses", counts.misses)
      .set("shared", counts.shared)
      .set("passed", counts.passed)
      .set("hit_rate", counts.hit_percent());
}

Result<Response> shown(Call& call, const DeskPages& desk, const PageForm& of_row, const PageForm& of_page) {
  const auto kept = STOA_TRY(desk.shop.rows.kept(kDeskRows, call.query("cursor").value_or("")));
  http::List rows;
  for (const KeptRow& row : kept.rows) rows.push_back(row_of(row));
  Fields fields = desk_fields(call, "at_caches");
  fields.set("rows", std::move(rows))
      .set("row_count", STOA_TRY(desk.shop.rows.count()))
      .set("row_form", of_row.fields())
      .set("page_form", of_page.fields());
  add_page_figures(desk.shop.pages.counts(), fields);
  add_more(call, kept.next, fields);
  const int status = of_row.has_errors() ? of_row.status() : of_page.status();
  return desk.pages.page(call, "admin/caches.html", fields, {.status = status});
}

Result<Response> caches(Call& call, const DeskPages& desk) {
  return shown(call, desk, row_form(call, desk), page_form(call, desk));
}

/// The product's name; nullopt, and the form says so, when there is none.
Result<std::optional<std::string>> name_of(const ProductId& id, Call& call, const DeskPages& desk,
                                           PageForm& form, std::string_view field) {
  auto product = desk.shop.catalogue.product(id);
  if (product.ok()) return std::optional(std::move(product->name));
  if (product.error().kind != Error::Kind::NotFound) return std::move(product).error();
  form.complain(field, desk.pages.say(call.language, "desk.wrong_product"));
  return std::optional<std::string>();
}

Result<Response> keep_row(Call& call, const DeskPages& desk) {
  PageForm form = row_form(call, desk);
  const auto wanted = STOA_TRY(form.read<RowToKeep>());
  std::optional<std::string> name;
  if (wanted) name = STOA_TRY(name_of(wanted->product, call, desk, form, "product"));
  if (!name) return shown(call, desk, form, page_form(call, desk));
  const auto delay = std::chrono::milliseconds(static_cast<std::int64_t>(wanted->seconds * 1000));
  STOA_TRY(desk.shop.rows.keep(wanted->product, delay));
  desk.pages.flash(call, Flash::Kind::Good, "desk.row_kept", {{"name", *name}});
  return http::see_other(kHome);
}

Result<Response> drop_row(Call& call, const DeskPages& desk) {
  const auto product = STOA_TRY(desk.shop.catalogue.product(call.parameter<ProductId>("product")));
  STOA_TRY(desk.shop.rows.keep(product.id, {}));
  desk.pages.flash(call, Flash::Kind::Good, "desk.row_dropped");
  return http::see_other(kHome);
}

Result<Response> drop_page(Call& call, const DeskPages& desk) {
  PageForm form = page_form(call, desk);
  const auto wanted = STOA_TRY(form.read<PageToDrop>());
  std::optional<std::string> name;
  if (wanted) name = STOA_TRY(name_of(wanted->product, call, desk, form, "page_product"));
  if (!name) return shown(call, desk, row_form(call, desk), form);
  STOA_TRY(desk.shop.pages.drop(wanted->product));
  desk.pages.flash(call, Flash::Kind::Good, "desk.page_dropped", {{"name", *name}});
  return http::see_other(kHome);
}

}  // namespace

std::vector<http::Route> cache_desk(const DeskPages& desk) {
  return {
      desk_page(desk, "/admin/caches", "The row cache and the page cache", caches),
      desk_form(desk, "/admin/caches/rows", "How often a product's row is copied", keep_row,
                {"product", "seconds"}),
      desk_form(desk, "/admin/caches/rows/{product:id}/drop", "Gives a row's copy up", drop_row),
      desk_form(desk, "/admin/caches/pages", "Drops the copies of a product's page", drop_page,
                {"page_product"}),
  };
}

}  // namespace stoa::shop
