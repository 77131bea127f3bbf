#include "shop/popular_list.h"

#include "base/shown_marks.h"

namespace stoa::shop {
namespace {

constexpr std::size_t kMostLookedAt = 1000;
constexpr std::size_t kShownAtOnce = 100;

Error bad_cursor() {
  return {Error::Kind::Invalid, "records.cursor",
          "this cursor belongs to another list; start again without one"};
}

/// Where a list goes on: what it has shown by rank and, once that part is over, the cursor of the rest.
struct Position {
  ShownMarks shown;
  std::optional<std::string> rest;

  static Result<Position> parse(std::string_view cursor) {
    Position position;
    const auto point = cursor.find('.');
    if (point != std::string_view::npos) position.rest = cursor.substr(point + 1);
    auto shown = ShownMarks::parse(cursor.substr(0, point), kMostShownByRank);
    if (!shown) return bad_cursor();
    position.shown = *std::move(shown);
    return position;
  }
  bool is_full() const { return shown.size() >= kMostShownByRank; }
};

/// Adds to the page what is popular and was not shown; gives whether there may be more of it.
Result<bool> add_popular(Popularity& popularity, Catalogue& catalogue, const Listing& listing,
                         Position& position, ProductPage& page) {
  std::vector<ProductId> left = STOA_TRY(popularity.top(kMostLookedAt));
  std::erase_if(left, [&](const ProductId& id) { return position.shown.has(id); });
  for (std::size_t at = 0; at < left.size(); at += kShownAtOnce) {
    const std::span some = std::span(left).subspan(at, std::min(kShownAtOnce, left.size() - at));
    for (auto& product : STOA_TRY(catalogue.products(some))) {
      if (!product || !fits(listing, *product)) continue;
      if (page.products.size() == listing.limit || position.is_full()) return !position.is_full();
      position.shown.show(product->id);
      page.products.push_back(*std::move(product));
    }
  }
  return false;
}

Result<void> add_rest(Catalogue& catalogue, Listing listing, Position& position, ProductPage& page) {
  listing.order = ProductOrder::Newest;
  listing.limit -= page.products.size();
  listing.cursor = position.rest.value_or("");
  auto rest = STOA_TRY(catalogue.list(listing));
  for (Product& product : rest.products)
    if (!position.shown.has(product.id)) page.products.push_back(std::move(product));
  if (!rest.next.empty()) page.next = position.shown.text() + "." + rest.next;
  return {};
}

}  // namespace

Result<ProductPage> list_by_popularity(Popularity& popularity, Catalogue& catalogue, const Listing& listing) {
  Position position = STOA_TRY(Position::parse(listing.cursor));
  ProductPage page;
  if (!position.rest && !position.is_full() &&
      STOA_TRY(add_popular(popularity, catalogue, listing, position, page))) {
    page.next = position.shown.text();
    return page;
  }
  if (page.products.size() < listing.limit)
    STOA_TRY(add_rest(catalogue, listing, position, page));
  else
    page.next = position.shown.text() + ".";
  return page;
}

}  // namespace stoa::shop
