#include "base/typed_number.h"
#include "http/form.h"
#include "http/percent.h"
#include "shop/pages_cards.h"
#include "shop/pages_front.h"
#include "shop/popular_list.h"

#include <algorithm>
#include <array>

namespace stoa::shop {
namespace {

constexpr std::size_t kMostChosen = 10;

struct OrderChoice {
  std::string_view name, key;
};
constexpr std::string_view kByPopularity = "popular";
constexpr auto kOrders = std::to_array<OrderChoice>({{kByPopularity, "list.popular"},
                                                     {"newest", "list.newest"},
                                                     {"cheapest", "list.cheapest"},
                                                     {"dearest", "list.dearest"}});

/// What the address asks for.
struct Asked {
  std::optional<Category> category;
  std::string order;
  Listing listing;
  /// As typed, also where it is no price.
  std::string least, most;
  std::vector<std::string> wrong;

  bool narrows() const { return listing.least || listing.most || !listing.attributes.empty(); }
  std::string path() const {
    return category ? "/shop/" + http::percent_encoded(category->slug) : std::string("/shop");
  }
};

/// The same list, without one of its attributes if one is named.
std::string address_of(const Asked& asked, std::string_view without = {}) {
  std::string address = asked.path();
  if (asked.order != kByPopularity) http::append_query("order", asked.order, address);
  if (asked.listing.least) http::append_query("least", asked.least, address);
  if (asked.listing.most) http::append_query("most", asked.most, address);
  for (const auto& [name, value] : asked.listing.attributes)
    if (name != without) http::append_query("attribute", name + ":" + value, address);
  return address;
}

/// As people write prices: `1 200`, `12,50`. What is none is shown again, unless it is long, with a
/// complaint, and does not narrow the list.
void read_price(const Call& call, std::string_view name, std::string& typed, std::optional<Money>& price,
                std::vector<std::string>& wrong) {
  constexpr std::size_t kMostShown = 40;
  typed = call.query(name).value_or("");
  const std::string plain = plain_number(typed);
  if (plain.empty()) return;
  Money read;
  if (typed.size() <= kMostShown && http::read_form_value(schema_of<Money>(), &read, plain).ok() &&
      read >= Money())
    price = read;
  else
    wrong.emplace_back(name);
  if (typed.size() > kMostShown) typed.clear();
}

Result<void> read_attributes(const Call& call, Listing& listing) {
  for (const std::string& text : http::find_fields(call.request.query, "attribute")) {
    // The choice of any.
    if (text.empty()) continue;
    const auto colon = text.find(':');
    if (colon == std::string::npos || colon == 0 || listing.attributes.size() == kMostChosen)
      return Error{Error::Kind::Invalid, "request.query",
                   "attribute: must be a name, a colon and a value, at most ten times"};
    listing.attributes[text.substr(0, colon)] = text.substr(colon + 1);
  }
  return {};
}

Result<Asked> read_asked(const Call& call, std::optional<Category> category) {
  Asked asked;
  asked.category = std::move(category);
  if (asked.category) asked.listing.category = asked.category->name;
  asked.order = call.query("order").value_or(std::string(kByPopularity));
  if (asked.order.empty()) asked.order = kByPopularity;
  if (std::ranges::find(kOrders, asked.order, &OrderChoice::name) == kOrders.end())
    return Error{Error::Kind::Invalid, "request.query",
                 "order: must be popular, newest, cheapest or dearest"};
  if (asked.order != kByPopularity) asked.listing.order = *STOA_TRY(call.query<ProductOrder>("order"));
  read_price(call, "least", asked.least, asked.listing.least, asked.wrong);
  read_price(call, "most", asked.most, asked.listing.most, asked.wrong);
  STOA_TRY(read_attributes(call, asked.listing));
  asked.listing.limit = Showcase::kOnAPage;
  asked.listing.cursor = call.query("cursor").value_or("");
  return asked;
}

Result<std::shared_ptr<const ProductPage>> find(const Front& front, const Asked& asked) {
  Shop& shop = front.shop;
  const bool plain = !asked.narrows() && asked.listing.cursor.empty();
  if (plain && asked.order == kByPopularity) return shop.showcase.popular(asked.listing.category);
  if (plain && asked.listing.order == ProductOrder::Newest)
    return shop.showcase.newest(asked.listing.category);
  if (asked.order == kByPopularity)
    return std::make_shared<const ProductPage>(
        STOA_TRY(list_by_popularity(shop.popularity, shop.catalogue, asked.listing)));
  return std::make_shared<const ProductPage>(STOA_TRY(shop.catalogue.list(asked.listing)));
}

List order_choices(const Call& call, const Front& front, const Asked& asked) {
  List choices;
  for (const OrderChoice& order : kOrders)
    choices.push_back({{"value", order.name},
                       {"text", front.pages.say(call.language, order.key)},
                       {"chosen", order.name == asked.order}});
  return choices;
}

/// Facets with every value that is chosen now, also one that too few products have: where a filter holds, its
/// choice shows it, and does not take it back when another is changed.
std::vector<Facet> with_chosen(std::vector<Facet> facets, const Asked& asked) {
  for (const auto& [name, value] : asked.listing.attributes) {
    auto facet = std::ranges::find(facets, name, &Facet::name);
    if (facet == facets.end()) facet = facets.insert(facets.end(), Facet{name, {}});
    if (std::ranges::find(facet->values, value) == facet->values.end())
      facet->values.insert(std::ranges::upper_bound(facet->values, value), value);
  }
  return facets;
}

bool is_chosen(const Asked& asked, const std::string& name, const std::string& value) {
  const auto found = asked.listing.attributes.find(name);
  return found != asked.listing.attributes.end() && found->second == value;
}

/// One value of an attribute, or any.
List facet_choices(const Call& call, const Front& front, const std::vector<Facet>& facets,
                   const Asked& asked) {
  List list;
  for (const Facet& facet : facets) {
    List values;
    for (const std::string& value : facet.values)
      values.push_back({{"value", facet.name + ":" + value},
                        {"text", value},
                        {"chosen", is_chosen(asked, facet.name, value)}});
    list.push_back({{"facet", attribute_name(front.pages, call.language, facet.name)},
                    {"facet_id", "facet-" + std::to_string(list.size())},
                    {"values", std::move(values)}});
  }
  return list;
}

/// What narrows the list now, each with the address of the list without it.
List chips(const Call& call, const Front& front, const Asked& asked) {
  List list;
  for (const auto& [name, value] : asked.listing.attributes)
    list.push_back({{"name", attribute_name(front.pages, call.language, name)},
                    {"value", value},
                    {"address", address_of(asked, name)}});
  return list;
}

Fields results(const Call& call, const Front& front, const Asked& asked, const ProductPage& page) {
  Fields fields{{"cards", cards_of(page.products, page.products.size())},
                {"nothing", page.products.empty()},
                {"more", http::Value()},
                {"chips", chips(call, front, asked)},
                {"narrowed", asked.narrows()},
                {"continued", !asked.listing.cursor.empty()},
                {"start", address_of(asked)},
                {"all", asked.path()}};
  if (!page.next.empty()) {
    std::string more = address_of(asked);
    http::append_query("cursor", page.next, more);
    fields.set("more", std::move(more));
  }
  return fields;
}

List category_links(const std::vector<Category>& categories, const Asked& asked) {
  List links;
  for (const Category& category : categories)
    links.push_back({{"category_name", category.name},
                     {"slug", category.slug},
                     {"here", asked.category && asked.category->name == category.name}});
  return links;
}

Result<void> add_filters(Call& call, const Front& front, const Asked& asked, Fields& fields) {
  const bool wrong = !asked.wrong.empty();
  fields.set("in_shop", true);
  fields.set("category", asked.category ? http::Value(asked.category->name) : http::Value());
  fields.set("path_here", asked.path());
  fields.set("orders", order_choices(call, front, asked));
  fields.set("least", asked.least);
  fields.set("most", asked.most);
  fields.set("wrong_price",
             wrong ? http::Value(front.pages.say(call.language, "list.wrong_price")) : http::Value());
  fields.set("categories", category_links(*STOA_TRY(front.shop.showcase.categories()), asked));
  fields.set("facets", facet_choices(call, front, with_chosen({}, asked), asked));
  fields.set("cheapest", http::Value());
  if (!asked.category) return {};
  const auto facets = STOA_TRY(front.shop.showcase.facets(asked.category->name));
  fields.set("facets", facet_choices(call, front, with_chosen(facets->attributes, asked), asked));
  if (facets->cheapest && facets->dearest)
    fields.set("cheapest", Fields{{"from", *facets->cheapest}, {"to", *facets->dearest}});
  return {};
}

Result<Response> list(Call& call, const Front& front, std::optional<Category> category) {
  const Asked asked = STOA_TRY(read_asked(call, std::move(category)));
  const auto page = STOA_TRY(find(front, asked));
  Fields fields = results(call, front, asked, *page);
  const auto target = call.request.header("HX-Target");
  if (http::wants_part(call) && target == "more")
    return front.pages.fragment(call, "shop/list.html#cards", fields);
  STOA_TRY(add_filters(call, front, asked, fields));
  if (http::wants_part(call) && target == "results") {
    Response part = front.pages.fragment(call, "shop/list.html#results", fields);
    // Without the choices that were left empty.
    part.headers.push_back({"HX-Push-Url", address_of(asked)});
    return part;
  }
  return front.pages.page(call, "shop/list.html", fields, {.status = asked.wrong.empty() ? 200 : 422});
}

Result<Response> all(Call& call, const Front& front) {
  return list(call, front, std::nullopt);
}

Result<Response> of_category(Call& call, const Front& front) {
  auto category = STOA_TRY(front.shop.showcase.category(call.parameter("category")));
  if (!category)
    return Error{Error::Kind::NotFound, "category.absent", "there is no such category; look at all of them"};
  return list(call, front, std::move(category));
}

}  // namespace

std::vector<http::Route> list_pages(const Front& front) {
  return {
      http::page_route(front, "/shop", "Everything on sale", all),
      http::page_route(front, "/shop/{category}", "What a category has, to narrow and to sort", of_category)};
}

}  // namespace stoa::shop
