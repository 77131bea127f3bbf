#include "shop/shelf.h"

#include "base/fields.h"
#include "records/collections.h"
#include "shop/filtered.h"

#include <algorithm>
#include <iterator>

namespace stoa::shop {
namespace {
using records::Query;
using State = ShelfQuery::State;

/// Behind every text that begins with the prefix: no character is larger.
constexpr std::string_view kLargest = "\xf4\x8f\xbf\xbf";

/// The text with its first letter, Latin or Russian, small instead of large or the other way round.
std::string other_case(std::string text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return text;
  if ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z')) {
    text[0] = static_cast<char>(text[0] ^ 0x20);
    return text;
  }
  if (text.size() < 2 || (byte(0) != 0xd0 && byte(0) != 0xd1)) return text;
  const int letter = (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f);
  int other = letter;
  if (letter >= 0x410 && letter < 0x430)
    other = letter + 0x20;
  else if (letter >= 0x430 && letter < 0x450)
    other = letter - 0x20;
  else if (letter == 0x401 || letter == 0x451)
    other = letter ^ 0x50;
  text[0] = static_cast<char>(0xc0 | other >> 6);
  text[1] = static_cast<char>(0x80 | (other & 0x3f));
  return text;
}

bool fits(const ShelfQuery& wanted, const Product& product) {
  if (wanted.category && product.category != *wanted.category) return false;
  return wanted.state == State::All || product.on_sale() == (wanted.state == State::OnSale);
}

Result<ProductPage> walk(records::Reader& reader, const ShelfQuery& wanted, Query query) {
  auto page = STOA_TRY(find_filtered<Product>(reader, records::collections::products(), std::move(query),
                                              [&](const Product& product) { return fits(wanted, product); }));
  return ProductPage{std::move(page.documents), std::move(page.next)};
}

Query by_prefix(const std::string& prefix, std::size_t limit, std::string cursor) {
  return {.index = "name",
          .min = Query::Bound{prefix},
          .max = Query::Bound{prefix + std::string(kLargest)},
          .limit = limit,
          .cursor = std::move(cursor)};
}

/// First all that begin as typed, then all with the other case; the cursor begins with which of the two.
Result<ProductPage> find_by_prefix(records::Reader& reader, const ShelfQuery& wanted) {
  const std::string other = other_case(wanted.prefix);
  const bool is_second = wanted.cursor.starts_with("b");
  std::string cursor = wanted.cursor.empty() ? "" : wanted.cursor.substr(1);
  ProductPage page;
  if (!is_second) {
    page = STOA_TRY(walk(reader, wanted, by_prefix(wanted.prefix, wanted.limit, std::move(cursor))));
    if (!page.next.empty()) {
      page.next.insert(0, "a");
      return page;
    }
    if (other == wanted.prefix) return page;
    cursor.clear();
    if (page.products.size() == wanted.limit) {
      page.next = "b";
      return page;
    }
  }
  auto rest = STOA_TRY(
      walk(reader, wanted, by_prefix(other, wanted.limit - page.products.size(), std::move(cursor))));
  std::ranges::move(rest.products, std::back_inserter(page.products));
  if (!rest.next.empty()) page.next = "b" + rest.next;
  return page;
}

}  // namespace

EnumDescription describe(Described<ShelfQuery::State>) {
  return names({{"all", State::All}, {"on_sale", State::OnSale}, {"retired", State::Retired}});
}

Result<ProductPage> find_on_shelf(records::Reader& reader, const ShelfQuery& wanted) {
  if (!wanted.prefix.empty()) return find_by_prefix(reader, wanted);
  Query query{.index = "created_at", .limit = wanted.limit, .cursor = wanted.cursor};
  if (wanted.category) {
    query.index = "category_created_at";
    query.equal.push_back(*wanted.category);
  }
  return walk(reader, wanted, std::move(query));
}

}  // namespace stoa::shop
