#include "shop/popular_list.h"

#include <charconv>
#include <unordered_set>

namespace stoa::shop {
namespace {

constexpr std::size_t kMostLookedAt = 1000;
constexpr std::size_t kShownAtOnce = 100;
constexpr std::size_t kDigits = 8;

Error bad_cursor() {
  return {Error::Kind::Invalid, "records.cursor",
          "this cursor belongs to another list; start again without one"};
}

/// Short enough to keep many of them in an address; the same on every node.
std::uint32_t mark_of(const ProductId& id) {
  std::uint32_t hash = 2166136261u;
  for (const std::uint8_t byte : id.bytes()) hash = (hash ^ byte) * 16777619u;
  return hash;
}

/// Where a list goes on: what it has shown by rank and, once that part is over, the cursor of the rest.
struct Position {
  std::unordered_set<std::uint32_t> shown;
  std::string marks;
  std::optional<std::string> rest;

  static Result<Position> parse(std::string_view cursor) {
    Position position;
    const auto point = cursor.find('.');
    if (point != std::string_view::npos) position.rest = cursor.substr(point + 1);
    position.marks = cursor.substr(0, point);
    const std::string& marks = position.marks;
    if (marks.size() % kDigits != 0 || marks.size() > kMostShownByRank * kDigits) return bad_cursor();
    for (std::size_t at = 0; at < marks.size(); at += kDigits) {
      std::uint32_t mark = 0;
      const char* end = marks.data() + at + kDigits;
      if (const auto read = std::from_chars(marks.data() + at, end, mark, 16); read.ptr != end)
        return bad_cursor();
      position.shown.insert(mark);
    }
    return position;
  }

  void show(std::uint32_t mark) {
    constexpr std::string_view kHex = "0123456789abcdef";
    shown.insert(mark);
    for (int shift = 28; shift >= 0; shift -= 4) marks += kHex[(mark >> shift) & 15];
  }
  bool has_shown(const ProductId& id) const { return shown.contains(mark_of(id)); }
  bool is_full() const { return shown.size() >= kMostShownByRank; }
};

/// Adds to the page what is popular and was not shown; gives whether there may be more of it.
Result<bool> add_popular(Popularity& popularity, Catalogue& catalogue, const Listing& listing,
                         Position& position, ProductPage& page) {
  std::vector<ProductId> left = STOA_TRY(popularity.top(kMostLookedAt));
  std::erase_if(left, [&](const ProductId& id) { return position.has_shown(id); });
  for (std::size_t at = 0; at < left.size(); at += kShownAtOnce) {
    const std::span some = std::span(left).subspan(at, std::min(kShownAtOnce, left.size() - at));
    for (auto& product : STOA_TRY(catalogue.products(some))) {
      if (!product || !fits(listing, *product)) continue;
      if (page.products.size() == listing.limit || position.is_full()) return !position.is_full();
      position.show(mark_of(product->id));
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
    if (!position.has_shown(product.id)) page.products.push_back(std::move(product));
  if (!rest.next.empty()) page.next = position.marks + "." + rest.next;
  return {};
}

}  // namespace

Result<ProductPage> list_by_popularity(Popularity& popularity, Catalogue& catalogue, const Listing& listing) {
  Position position = STOA_TRY(Position::parse(listing.cursor));
  ProductPage page;
  if (!position.rest && !position.is_full() &&
      STOA_TRY(add_popular(popularity, catalogue, listing, position, page))) {
    page.next = position.marks;
    return page;
  }
  if (page.products.size() < listing.limit)
    STOA_TRY(add_rest(catalogue, listing, position, page));
  else
    page.next = position.marks + ".";
  return page;
}

}  // namespace stoa::shop
