#include "shop/showcase.h"

#include "shop/popular_list.h"

#include <algorithm>

namespace stoa::shop {
namespace {
using namespace std::chrono_literals;

constexpr Duration kListLife = 2s;
constexpr Duration kRankLife = 5s;
constexpr Duration kFacetLife = 20s;
/// Beyond it a list is cleared: who asks for so many different ones is no visitor.
constexpr std::size_t kMostKept = 512;

constexpr std::size_t kLookedAtForFacets = 200;
constexpr std::size_t kMostFacets = 6;
constexpr std::size_t kMostValues = 10;
constexpr std::size_t kLongestValue = 40;

using Counts = std::map<std::string, std::size_t>;

/// Most frequent first.
std::vector<std::string> most_frequent(const Counts& counts, std::size_t most) {
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(name);
  std::ranges::stable_sort(names, std::greater(), [&](const std::string& name) { return counts.at(name); });
  if (names.size() > most) names.resize(most);
  return names;
}

/// An attribute that only one product has, or that differs from one to the next, is no choice.
std::vector<Facet> facets_of(const std::vector<Product>& products) {
  std::map<std::string, Counts> values;
  Counts used;
  for (const Product& product : products)
    for (const auto& [name, value] : product.attributes) {
      if (value.empty() || value.size() > kLongestValue) continue;
      ++values[name][value];
      ++used[name];
    }
  std::erase_if(used, [&](const auto& attribute) {
    const std::size_t different = values.at(attribute.first).size();
    return different < 2 || (different > kMostValues && different * 2 > attribute.second);
  });
  std::vector<Facet> facets;
  for (const std::string& name : most_frequent(used, kMostFacets)) {
    facets.push_back({name, most_frequent(values.at(name), kMostValues)});
    std::ranges::sort(facets.back().values);
  }
  return facets;
}

}  // namespace

std::string slug_of(std::string_view category) {
  std::string slug;
  for (const char c : category) {
    const auto byte = static_cast<unsigned char>(c);
    const bool kept = byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (kept)
      slug += c;
    else if (c >= 'A' && c <= 'Z')
      slug += static_cast<char>(c - 'A' + 'a');
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "-" : slug;
}

template <class T, class Make>
Result<std::shared_ptr<const T>> Showcase::kept(Keep<T>& keep, const std::string& name, Duration life,
                                                Make make) {
  const Time now = clock_.now();
  {
    const auto entries = keep.lock();
    const auto found = entries->find(name);
    if (found != entries->end() && now < found->second.until) return found->second.what;
  }
  std::shared_ptr<const T> made = std::make_shared<const T>(STOA_TRY(make()));
  const auto entries = keep.lock();
  if (entries->size() >= kMostKept) entries->clear();
  (*entries)[name] = {now + life, made};
  return made;
}

Result<std::shared_ptr<const ProductPage>> Showcase::popular(const std::optional<std::string>& category) {
  return kept(popular_, category.value_or(""), kRankLife, [&] {
    Listing listing;
    listing.category = category;
    listing.limit = kOnAPage;
    return list_by_popularity(popularity_, catalogue_, listing);
  });
}

Result<std::shared_ptr<const ProductPage>> Showcase::newest(const std::optional<std::string>& category) {
  return kept(newest_, category.value_or(""), kListLife, [&] {
    Listing listing;
    listing.category = category;
    listing.limit = kOnAPage;
    return catalogue_.list(listing);
  });
}

Result<std::shared_ptr<const std::vector<Category>>> Showcase::categories() {
  return kept(categories_, "", kListLife, [&] { return find_categories(); });
}

Result<std::optional<Category>> Showcase::category(std::string_view slug) {
  const auto all = STOA_TRY(categories());
  for (const Category& category : *all)
    if (category.name == slug) return std::optional(category);
  for (const Category& category : *all)
    if (category.slug == slug) return std::optional(category);
  return std::optional<Category>();
}

Result<std::shared_ptr<const Facets>> Showcase::facets(const std::string& category) {
  return kept(facets_, category, kFacetLife, [&] { return find_facets(category); });
}

Result<std::vector<Category>> Showcase::find_categories() {
  std::vector<Category> found;
  for (const std::string& name : STOA_TRY(catalogue_.categories(kMostCategories))) {
    const auto newest = STOA_TRY(catalogue_.list({.category = name, .limit = 1}));
    if (newest.products.empty()) continue;
    const auto& pictures = newest.products.front().pictures;
    found.push_back({name, slug_of(name),
                     pictures && !pictures->empty() ? std::optional(pictures->front()) : std::nullopt});
  }
  return found;
}

Result<Facets> Showcase::find_facets(const std::string& category) {
  Facets facets;
  facets.attributes =
      facets_of(STOA_TRY(catalogue_.list({.category = category, .limit = kLookedAtForFacets})).products);
  const auto end = [&](ProductOrder order) -> Result<std::optional<Money>> {
    const auto page = STOA_TRY(catalogue_.list({.category = category, .order = order, .limit = 1}));
    return page.products.empty() ? std::nullopt : std::optional(page.products.front().price);
  };
  facets.cheapest = STOA_TRY(end(ProductOrder::Cheapest));
  facets.dearest = STOA_TRY(end(ProductOrder::Dearest));
  return facets;
}

}  // namespace stoa::shop
