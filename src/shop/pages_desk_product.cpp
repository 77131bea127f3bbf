#include "base/json.h"
#include "shop/pages_desk.h"
#include "shop/pages_product_form.h"

#include <algorithm>

namespace stoa::shop {
namespace {

constexpr std::string_view kEdition = "edition";

ProductId product_asked_for(const Call& call) {
  return call.parameter<ProductId>("product");
}

std::string home_of(const ProductId& id) {
  return "/admin/products/" + id.hex();
}

Fields fields_of(Call& call, const Product& product, const http::PageForm& form) {
  Fields fields = desk_fields(call, "at_products");
  http::List pictures;
  for (const std::string& path : product.pictures.value_or(std::vector<std::string>()))
    pictures.push_back({{"picture", path}});
  fields.set("form", form.fields())
      .set("id", product.id)
      .set("name", product.name)
      .set("retired", !product.on_sale())
      .set("created", product.created_at)
      .set("updated", product.updated_at)
      .set("in_stock", product.in_stock())
      .set("pictures", std::move(pictures))
      .set("picture_error", http::Value())
      .set("conflict", false)
      .set("edition", edition_of(draft_of(product)));
  return fields;
}

Result<Response> product_page(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_asked_for(call)));
  const auto form = product_form(call, desk, draft_of(product));
  return desk.pages.page(call, "admin/product.html", fields_of(call, product, form));
}

/// The fields in which the product is not as the form says.
http::List differences(const Call& call, const DeskPages& desk, const ProductDraft& there,
                       const ProductDraft& typed) {
  http::List list;
  const auto compare = [&](std::string_view label, std::string now, const std::string& wanted) {
    if (now != wanted)
      list.push_back({{"label", desk.pages.say(call.language, label)}, {"value", std::move(now)}});
  };
  compare("desk.name", there.name, typed.name);
  compare("desk.category", there.category, typed.category);
  compare("desk.price", there.price.text(), typed.price.text());
  compare("desk.description", there.description.value_or(""), typed.description.value_or(""));
  compare("desk.attributes", attribute_lines(there), attribute_lines(typed));
  return list;
}

/// Keeps what was typed, and carries the new edition: whoever saves again has seen it.
Result<Response> conflict(Call& call, const DeskPages& desk, const ProductDraft& typed) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_asked_for(call)));
  Fields fields = fields_of(call, product, product_form(call, desk, typed));
  fields.set("conflict", true).set("now", differences(call, desk, draft_of(product), typed));
  return desk.pages.page(call, "admin/product.html", fields, {.status = 409});
}

Result<Response> edit(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_asked_for(call)));
  http::PageForm form = product_form(call, desk, draft_of(product));
  const auto draft = STOA_TRY(read_draft(call, desk, form));
  const auto edition = call.form(kEdition);
  if (!draft) {
    Fields fields = fields_of(call, product, form);
    if (edition) fields.set("edition", *edition);
    return desk.pages.page(call, "admin/product.html", fields, {.status = form.status()});
  }
  const auto saved = desk.shop.catalogue.revise(product.id, [&](ProductDraft& there) -> Result<void> {
    if (edition && *edition != edition_of(there))
      return Error{Error::Kind::Conflict, "product.changed", "the product was changed meanwhile"};
    auto pictures = std::move(there.pictures);
    there = *draft;
    there.pictures = std::move(pictures);
    return {};
  });
  if (!saved.ok() && saved.error().code == "product.changed") return conflict(call, desk, *draft);
  if (!saved.ok()) return saved.error();
  desk.pages.flash(call, Flash::Kind::Good, "desk.product_saved", {{"name", draft->name}});
  return http::see_other(home_of(product.id));
}

Result<Response> retire(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.retire(product_asked_for(call)));
  desk.pages.flash(call, Flash::Kind::Good, "desk.product_retired", {{"name", product.name}});
  return http::see_other(home_of(product.id));
}

Result<Response> bring_back(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.bring_back(product_asked_for(call)));
  desk.pages.flash(call, Flash::Kind::Good, "desk.product_back", {{"name", product.name}});
  return http::see_other(home_of(product.id));
}

/// What the visitor is told of a picture that was not taken; null when it is not the picture's fault.
const char* words_for(const Error& error) {
  if (error.code == "picture.too_large") return "desk.picture_too_large";
  if (error.code == "picture.unknown") return "desk.picture_unknown";
  if (error.code == "picture.missing") return "desk.picture_missing";
  if (error.code == "picture.too_many") return "desk.too_many_pictures";
  return nullptr;
}

Result<void> take_picture(const Call& call, const DeskPages& desk) {
  const http::FormPart* file = call.file("picture");
  if (file == nullptr) return Error{Error::Kind::Invalid, "picture.missing", "choose a file"};
  const auto path = picture_path(STOA_TRY(desk.shop.pictures.add(file->content)));
  STOA_TRY(desk.shop.catalogue.revise(product_asked_for(call), [&](ProductDraft& draft) -> Result<void> {
    if (std::ranges::find(draft.pictures, path) == draft.pictures.end()) draft.pictures.push_back(path);
    if (read_json<ProductDraft>(to_json(draft)).ok()) return {};
    return Error{Error::Kind::Invalid, "picture.too_many", "the product has as many pictures as it can"};
  }));
  return {};
}

Result<Response> upload_picture(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_asked_for(call)));
  const auto taken = take_picture(call, desk);
  if (taken.ok()) {
    desk.pages.flash(call, Flash::Kind::Good, "desk.picture_added");
    return http::see_other(home_of(product.id) + "#pictures");
  }
  const char* const words = words_for(taken.error());
  if (words == nullptr) return taken.error();
  Fields fields = fields_of(call, product, product_form(call, desk, draft_of(product)));
  fields.set("picture_error", desk.pages.say(call.language, words));
  return desk.pages.page(call, "admin/product.html", fields, {.status = 422});
}

/// A browser without JavaScript sends it nevertheless; the page says so above the form.
Result<Response> oversize_picture(Call& call, const DeskPages& desk) {
  desk.pages.flash(call, Flash::Kind::Bad, "desk.picture_too_large");
  return http::see_other(home_of(call.parameter<ProductId>("product")) + "#pictures");
}

Result<Response> remove_picture(Call& call, const DeskPages& desk) {
  const std::string path = call.form("picture").value_or("");
  const auto removed =
      desk.shop.catalogue.revise(product_asked_for(call), [&](ProductDraft& draft) -> Result<void> {
        if (std::erase(draft.pictures, path) > 0) return {};
        return Error{Error::Kind::NotFound, "picture.absent", "the product has no such picture"};
      });
  if (!removed.ok()) return removed.error();
  desk.pages.flash(call, Flash::Kind::Good, "desk.picture_removed");
  return http::see_other(home_of(removed->id) + "#pictures");
}

}  // namespace

std::vector<http::Route> one_product_desk(const DeskPages& desk) {
  auto fields = product_form_fields();
  fields.emplace_back(kEdition);
  const std::string path = "/admin/products/{product:id}";
  std::vector<http::Route> rows{
      desk_page(desk, path, "The form to edit a product", product_page),
      desk_form(desk, path, "Changes a product", edit, std::move(fields)),
      desk_form(desk, path + "/retire", "Takes it off sale", retire),
      desk_form(desk, path + "/bring_back", "Puts it on sale again", bring_back),
      desk_form(desk, path + "/pictures", "Adds a picture", upload_picture),
      desk_form(desk, path + "/pictures/remove", "Removes a picture", remove_picture, {"picture"}),
  };
  rows[4].oversize = [desk](Call& call) { return oversize_picture(call, desk); };
  rows[4].plan = {.place = http::Plan::Place::Pool, .body_bytes = kMostPictureBytes + (64 << 10)};
  return rows;
}

}  // namespace stoa::shop
