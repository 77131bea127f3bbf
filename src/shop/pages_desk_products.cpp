#include "base/fields.h"
#include "base/json.h"
#include "http/ascii.h"
#include "http/page_form.h"
#include "shop/pages_desk.h"
#include "shop/shelf.h"

#include <algorithm>

namespace stoa::shop {

/// A ProductDraft as a form has it: attributes are lines of text.
struct ProductForm {
  std::string name;
  std::string category;
  Money price;
  std::optional<std::string> description;
  std::optional<std::string> attributes;
};
// The rules are the draft's own.
StructDescription describe(Described<ProductForm>) {
  auto made =
      fields("ProductForm", field("name", &ProductForm::name), field("category", &ProductForm::category),
             field("price", &ProductForm::price), field("description", &ProductForm::description),
             field("attributes", &ProductForm::attributes));
  for (Member& member : made.members)
    for (const Member& own : schema_of<ProductDraft>().structure.members)
      if (own.name == member.name && own.schema == member.schema) member.constraints = own.constraints;
  return made;
}

namespace {
using http::Call;
using http::Fields;
using http::Flash;
using http::FormField;
using http::Response;

constexpr std::size_t kMostCategories = 500;

ProductId product_of(const Call& call) {
  return call.parameter<ProductId>("product");
}

std::string home_of(const ProductId& id) {
  return "/admin/products/" + id.hex();
}

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

Result<http::List> category_choices(const DeskPages& desk, const std::string& chosen) {
  http::List choices;
  for (std::string& name : STOA_TRY(desk.shop.catalogue.categories(kMostCategories))) {
    const bool is_chosen = name == chosen;
    choices.push_back({{"choice", std::move(name)}, {"chosen", is_chosen}});
  }
  return choices;
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

Result<Response> list(Call& call, const DeskPages& desk) {
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

std::string lines_of(const std::map<std::string, std::string>& attributes) {
  std::string lines;
  for (const auto& [name, value] : attributes) lines += name + ": " + value + "\n";
  return lines;
}

http::PageForm product_form(Call& call, const DeskPages& desk, const ProductDraft& draft) {
  const std::string price = draft.name.empty() ? "" : draft.price.text();
  return {
      call,
      desk.pages,
      {{"name", "desk.name", "", draft.name},
       {"category", "desk.category", "desk.category_help", draft.category},
       {"price", "desk.price", "desk.price_help", price, "1"},
       {"description", "desk.description", "", draft.description.value_or(""), "", FormField::Size::Lines},
       {"attributes", "desk.attributes", "desk.attributes_help", lines_of(draft.attributes), "",
        FormField::Size::Lines}}};
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// `colour: red`, a line each. Complains about the first line that is none, and gives nothing then.
std::optional<std::map<std::string, std::string>> read_attributes(std::string_view text, const Call& call,
                                                                  const http::Pages& pages,
                                                                  http::PageForm& form) {
  std::map<std::string, std::string> attributes;
  while (!text.empty()) {
    const std::string_view line = without_blanks(http::cut(text, '\n'));
    if (line.empty()) continue;
    std::string_view value = line;
    const std::string_view name = without_blanks(http::cut(value, ':'));
    const bool is_good = line.find(':') != line.npos && !name.empty() &&
                         attributes.emplace(name, std::string(without_blanks(value))).second;
    if (is_good) continue;
    form.complain("attributes",
                  pages.say(call.language, "desk.wrong_attribute", {{"line", line.substr(0, 80)}}));
    return std::nullopt;
  }
  return attributes;
}

/// nullopt when the form has something to say.
Result<std::optional<ProductDraft>> read_draft(Call& call, const DeskPages& desk, http::PageForm& form) {
  const auto typed = STOA_TRY(form.read<ProductForm>());
  auto attributes = read_attributes(call.form("attributes").value_or(""), call, desk.pages, form);
  if (!typed || !attributes) return std::optional<ProductDraft>();
  ProductDraft draft{typed->name,  typed->description,     typed->category,
                     typed->price, *std::move(attributes), {}};
  if (read_json<ProductDraft>(to_json(draft)).ok()) return std::optional(std::move(draft));
  form.complain("attributes", desk.pages.say(call.language, "desk.wrong_attributes"));
  return std::optional<ProductDraft>();
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
  return http::see_other(home_of(made.id) + "/stock");
}

Result<Response> shown(Call& call, const DeskPages& desk, const Product& product,
                       const http::PageForm& form) {
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
      .set("pictures", std::move(pictures));
  return desk.pages.page(call, "admin/product.html", fields, {.status = form.status()});
}

Result<Response> one(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_of(call)));
  return shown(call, desk, product, product_form(call, desk, draft_of(product)));
}

Result<Response> edit(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_of(call)));
  http::PageForm form = product_form(call, desk, draft_of(product));
  auto draft = STOA_TRY(read_draft(call, desk, form));
  if (!draft) return shown(call, desk, product, form);
  draft->pictures = product.pictures.value_or(std::vector<std::string>());
  STOA_TRY(desk.shop.catalogue.edit(product.id, *draft));
  desk.pages.flash(call, Flash::Kind::Good, "desk.product_saved", {{"name", draft->name}});
  return http::see_other(home_of(product.id));
}

Result<Response> retire(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.retire(product_of(call)));
  desk.pages.flash(call, Flash::Kind::Good, "desk.product_retired", {{"name", product.name}});
  return http::see_other(home_of(product.id));
}

Result<Response> bring_back(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.bring_back(product_of(call)));
  desk.pages.flash(call, Flash::Kind::Good, "desk.product_back", {{"name", product.name}});
  return http::see_other(home_of(product.id));
}

/// What the visitor is told of a picture that was not taken; null when it is not the picture's fault.
const char* words_for(const Error& error) {
  if (error.code == "picture.too_large") return "desk.picture_too_large";
  if (error.code == "picture.unknown") return "desk.picture_unknown";
  if (error.code == "picture.missing") return "desk.picture_missing";
  return nullptr;
}

Result<std::string> kept_picture(const Call& call, const DeskPages& desk) {
  const http::FormPart* file = call.file("picture");
  if (file == nullptr) return Error{Error::Kind::Invalid, "picture.missing", "choose a file"};
  return picture_path(STOA_TRY(desk.shop.pictures.add(file->content)));
}

Result<Response> add_picture(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_of(call)));
  auto path = kept_picture(call, desk);
  if (!path.ok()) {
    const char* words = words_for(path.error());
    if (words == nullptr) return std::move(path).error();
    desk.pages.flash(call, Flash::Kind::Bad, words);
    return http::see_other(home_of(product.id) + "#pictures");
  }
  ProductDraft draft = draft_of(product);
  if (std::ranges::find(draft.pictures, *path) == draft.pictures.end()) draft.pictures.push_back(*path);
  if (!read_json<ProductDraft>(to_json(draft)).ok()) {
    desk.pages.flash(call, Flash::Kind::Bad, "desk.too_many_pictures");
    return http::see_other(home_of(product.id) + "#pictures");
  }
  STOA_TRY(desk.shop.catalogue.edit(product.id, draft));
  desk.pages.flash(call, Flash::Kind::Good, "desk.picture_added");
  return http::see_other(home_of(product.id) + "#pictures");
}

Result<Response> remove_picture(Call& call, const DeskPages& desk) {
  const Product product = STOA_TRY(desk.shop.catalogue.product(product_of(call)));
  ProductDraft draft = draft_of(product);
  if (std::erase(draft.pictures, call.form("picture").value_or("")) == 0)
    return Error{Error::Kind::NotFound, "picture.absent", "the product has no such picture"};
  STOA_TRY(desk.shop.catalogue.edit(product.id, draft));
  desk.pages.flash(call, Flash::Kind::Good, "desk.picture_removed");
  return http::see_other(home_of(product.id) + "#pictures");
}

}  // namespace

std::vector<http::Route> product_desk(const DeskPages& desk) {
  const std::vector<std::string> fields{"name", "category", "price", "description", "attributes"};
  const std::string one_path = "/admin/products/{product:id}";
  std::vector<http::Route> rows{
      desk_page(desk, "/admin/products", "All products, also those that are retired", list),
      desk_page(desk, "/admin/products/new", "The form of a new product", new_page),
      desk_form(desk, "/admin/products", "A new product, without stock", create, fields),
      desk_page(desk, one_path, "The form to edit a product", one),
      desk_form(desk, one_path, "Changes a product", edit, fields),
      desk_form(desk, one_path + "/retire", "Takes it off sale", retire),
      desk_form(desk, one_path + "/bring_back", "Puts it on sale again", bring_back),
      desk_form(desk, one_path + "/pictures", "Adds a picture", add_picture),
      desk_form(desk, one_path + "/pictures/remove", "Removes a picture", remove_picture, {"picture"}),
  };
  rows[2].idempotency = http::Idempotency::Optional;
  rows[7].plan = {.place = http::Plan::Place::Pool, .body_bytes = kMostPictureBytes + (64 << 10)};
  return rows;
}

}  // namespace stoa::shop
