#include "shop/pages_product_form.h"

#include "base/fields.h"
#include "base/json.h"
#include "http/ascii.h"
#include "http/conditional.h"

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

using http::FormField;

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

}  // namespace

http::PageForm product_form(http::Call& call, const DeskPages& desk, const ProductDraft& draft) {
  const std::string price = draft.name.empty() ? "" : draft.price.text();
  return {
      call,
      desk.pages,
      {{"name", "desk.name", "", draft.name},
       {"category", "desk.category", "desk.category_help", draft.category},
       {"price", "desk.price", "desk.price_help", price, "1"},
       {"description", "desk.description", "", draft.description.value_or(""), "", FormField::Size::Lines},
       {"attributes", "desk.attributes", "desk.attributes_help", attribute_lines(draft), "",
        FormField::Size::Lines}}};
}

Result<std::optional<ProductDraft>> read_draft(http::Call& call, const DeskPages& desk,
                                               http::PageForm& form) {
  const auto typed = STOA_TRY(form.read<ProductForm>());
  auto attributes = read_attributes(call.form("attributes").value_or(""), call, desk.pages, form);
  if (!typed || !attributes) return std::optional<ProductDraft>();
  ProductDraft draft{typed->name,  typed->description,     typed->category,
                     typed->price, *std::move(attributes), {}};
  if (check_attributes(draft.attributes, {}).ok() && read_json<ProductDraft>(to_json(draft)).ok())
    return std::optional(std::move(draft));
  form.complain("attributes", desk.pages.say(call.language, "desk.wrong_attributes"));
  return std::optional<ProductDraft>();
}

std::vector<std::string> product_form_fields() {
  return {"name", "category", "price", "description", "attributes"};
}

std::string attribute_lines(const ProductDraft& draft) {
  std::string lines;
  for (const auto& [name, value] : draft.attributes) lines += name + ": " + value + "\n";
  return lines;
}

std::string edition_of(ProductDraft draft) {
  draft.pictures.clear();
  const std::string tag = http::content_tag(to_json(draft));
  return tag.substr(1, tag.size() - 2);
}

}  // namespace stoa::shop
