#include "shop/pages_order_form.h"

#include "base/constraints.h"
#include "shop/pages_cards.h"

#include <algorithm>

namespace stoa::shop {
namespace {
using http::Fields;
using http::List;

/// What is longer is not worth showing again.
constexpr std::size_t kMostShown = 4000;

std::string trimmed(std::string text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

OrderForm::OrderForm(const http::Call& call, const http::Pages& pages, const std::optional<Delivery>& last,
                     const std::optional<Zone>& zone)
    : OrderForm(call, pages) {
  if (last) request_.delivery = *last;
  if (zone) request_.zone = *zone;
}

Result<OrderForm> OrderForm::read(const http::Call& call, const http::Pages& pages) {
  OrderForm form(call, pages);
  form.read_zone();
  form.read_field("name", "checkout.wrong_name", form.request_.delivery.name);
  form.read_field("address", "checkout.wrong_address", form.request_.delivery.address);
  form.read_field("contact", "checkout.wrong_contact", form.request_.delivery.contact);
  STOA_TRY(form.read_agreed());
  return form;
}

/// The rule is the one of the field's own description.
void OrderForm::read_field(std::string_view name, std::string_view complaint, std::string& to) {
  std::string text = trimmed(call_.form(name).value_or(""));
  const Member* member = find_api_member(schema_of<Delivery>(), name, 0);
  if (const auto wrong = check_text(member->constraints, text))
    errors_.push_back(
        {name, pages_.say(call_.language, wrong->code == "unreadable" ? "form.unreadable" : complaint)});
  if (text.size() <= kMostShown) to = std::move(text);
}

void OrderForm::read_zone() {
  const auto zone = call_.form<Zone>("zone");
  if (zone.ok() && *zone)
    request_.zone = **zone;
  else
    errors_.push_back({"zone", pages_.say(call_.language, "checkout.wrong_zone")});
}

/// A product's id, a colon and the price, as the page wrote it.
Result<void> OrderForm::read_agreed() {
  constexpr std::size_t kIdDigits = 2 * ObjectId::kSize;
  const auto bad = [] {
    return Error{Error::Kind::Invalid, "request.form", "agreed: must be a product's id, a colon and a price"};
  };
  for (const std::string& text : call_.form_all("agreed")) {
    if (request_.agreed.size() == kMostLines || text.size() <= kIdDigits || text[kIdDigits] != ':')
      return bad();
    const auto id = ProductId::parse(std::string_view(text).substr(0, kIdDigits));
    const auto price = Money::parse(std::string_view(text).substr(kIdDigits + 1));
    if (!id.ok() || !price.ok()) return bad();
    request_.agreed.push_back({*id, *price});
  }
  return {};
}

bool OrderForm::agreed(const ProductId& product, Money price) const {
  return std::ranges::any_of(request_.agreed, [&](const AgreedPrice& one) {
    return one.product_id == product && one.price == price;
  });
}

http::Value OrderForm::error_of(std::string_view field) const {
  const auto found = std::ranges::find(errors_, field, &Complaint::field);
  return found == errors_.end() ? http::Value() : http::Value(found->text);
}

List OrderForm::zone_choices(const CartService& service) const {
  List choices;
  for (const ZoneService& one : service.zones) {
    const std::string name = zone_name(pages_, call_.language, one.zone.text());
    const bool whole = one.lines == service.sold;
    choices.push_back(
        {{"value", one.zone.text()},
         {"text", whole ? name
                        : pages_.say(call_.language, "checkout.zone_has",
                                     {{"zone", name}, {"has", one.lines}, {"count", service.sold}})},
         {"chosen", one.zone == request_.zone}});
  }
  return choices;
}

Fields OrderForm::fields(const CartService& service) const {
  const auto row = [&](std::string_view name, std::string_view label, std::string_view help,
                       std::string_view autocomplete, bool lines, const std::string& value) {
    return Fields{{"name", name},
                  {"label", pages_.say(call_.language, label)},
                  {"help", help.empty() ? std::string() : pages_.say(call_.language, help)},
                  {"type", "text"},
                  {"autocomplete", autocomplete},
                  {"lines", lines},
                  {"value", value},
                  {"error", error_of(name)}};
  };
  List errors;
  for (const Complaint& one : errors_) errors.push_back({{"field", one.field}, {"text", one.text}});
  const Delivery& delivery = request_.delivery;
  return {{"fields",
           List{row("name", "checkout.name", "", "name", false, delivery.name),
                row("address", "checkout.address", "checkout.address_help", "street-address", true,
                    delivery.address),
                row("contact", "checkout.contact", "checkout.contact_help", "tel", false, delivery.contact)}},
          {"zones", zone_choices(service)},
          {"zone_error", error_of("zone")},
          {"any_errors", has_errors()},
          {"errors", std::move(errors)}};
}

}  // namespace stoa::shop
