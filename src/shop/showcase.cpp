#include "shop/showcase.h"

#include "base/utf8.h"
#include "shop/popular_list.h"

#include <sodium.h>

#include <algorithm>

namespace stoa::shop {
namespace {
using namespace std::chrono_literals;

constexpr Duration kListLife = 2s;
constexpr Duration kRankLife = 5s;
constexpr Duration kFacetLife = 20s;
constexpr Duration kSlugLife = 20s;
/// Beyond it a list is cleared: who asks for so many different ones is no visitor.
constexpr std::size_t kMostKept = 512;

constexpr std::size_t kLookedAtForFacets = 200;
constexpr std::size_t kMostFacets = 6;
constexpr std::size_t kMostValues = 50;
/// More than these must come again to be a choice: serial numbers do not.
constexpr std::size_t kFewValues = 10;
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
    return different < 2 || (different > kFewValues && different * 2 > attribute.second);
  });
  std::vector<Facet> facets;
  for (const std::string& name : most_frequent(used, kMostFacets)) {
    facets.push_back({name, most_frequent(values.at(name), kMostValues)});
    std::ranges::sort(facets.back().values);
  }
  return facets;
}

std::string plain_slug_of(std::string_view category) {
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

/// No plain slug has it in it.
constexpr char kNameFollows = '~';
constexpr int kAlphabet = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

std::string slug_with_name(std::string_view category) {
  std::string name(sodium_base64_encoded_len(category.size(), kAlphabet), '\0');
  sodium_bin2base64(name.data(), name.size(), reinterpret_cast<const unsigned char*>(category.data()),
                    category.size(), kAlphabet);
  name.pop_back();
  return plain_slug_of(category) + kNameFollows + name;
}

std::optional<std::string> name_in(std::string_view slug) {
  const auto at = slug.find(kNameFollows);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view text = slug.substr(at + 1);
  std::string name(text.size(), '\0');
  std::size_t length = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(name.data()), name.size(), text.data(), text.size(),
                        nullptr, &length, nullptr, kAlphabet) != 0)
    return std::nullopt;
  name.resize(length);
  if (!is_utf8(name)) return std::nullopt;
  return name;
}

}  // namespace

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

Result<std::shared_ptr<const Showcase::Slugs>> Showcase::slugs() {
  return kept(slugs_, "", kSlugLife, [&]() -> Result<Slugs> {
    Slugs slugs;
    for (const std::string& name : STOA_TRY(catalogue_.categories(kMostSlugs))) {
      const auto [bearer, is_first] = slugs.try_emplace(plain_slug_of(name), Bearer{name});
      if (!is_first) bearer->second.alone = false;
    }
    return slugs;
  });
}

Result<std::string> Showcase::slug(const std::string& category) {
  const auto known = STOA_TRY(slugs());
  std::string plain = plain_slug_of(category);
  const auto bearer = known->find(plain);
  const bool own = bearer != known->end() && bearer->second.alone && bearer->second.category == category;
  return own ? plain : slug_with_name(category);
}

Result<std::optional<Category>> Showcase::on_sale(const std::string& category) {
  for (const Category& known : *STOA_TRY(categories()))
    if (known.name == category) return std::optional(known);
  const auto newest = STOA_TRY(catalogue_.list({.category = category, .limit = 1}));
  if (newest.products.empty()) return std::optional<Category>();
  std::string address = STOA_TRY(slug(category));
  return std::optional(Category{category, std::move(address), std::nullopt});
}

// Before the names come the slugs that one has alone: a category called "lamps" that was created this moment
// does not take the address of "Lamps".
Result<std::optional<Category>> Showcase::category(std::string_view slug) {
  if (const auto name = name_in(slug)) return on_sale(*name);
  const auto known = STOA_TRY(slugs());
  const auto bearer = known->find(slug);
  if (bearer != known->end() && bearer->second.alone) return on_sale(bearer->second.category);
  for (const Category& category : *STOA_TRY(categories()))
    if (category.name == slug) return std::optional(category);
  if (bearer != known->end()) return on_sale(bearer->second.category);
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
    Category category{name, {}, std::nullopt};
    category.slug = STOA_TRY(slug(name));
    if (pictures && !pictures->empty()) category.picture = pictures->front();
    found.push_back(std::move(category));
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
