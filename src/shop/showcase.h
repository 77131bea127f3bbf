#pragma once
#include "base/clock.h"
#include "base/guarded.h"
#include "shop/catalogue.h"
#include "shop/popularity.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

/// A category that has something on sale.
struct Category {
  std::string name;
  /// Its part of an address, as Showcase::slug() gives it.
  std::string slug;
  /// Of its newest product, if that has one.
  std::optional<std::string> picture;
};
/// What one can choose by: an attribute with the values it has, most frequent first.
struct Facet {
  std::string name;
  std::vector<std::string> values;
};
struct Facets {
  std::vector<Facet> attributes;
  std::optional<Money> cheapest;
  std::optional<Money> dearest;
};

/// Lists that many pages show alike, kept in this process for some seconds. What is on them may have changed
/// meanwhile; pages of products and carts never come from here. Safe from any thread.
class Showcase {
 public:
  static constexpr std::size_t kOnAPage = 24;
  static constexpr std::size_t kMostCategories = 200;
  static constexpr std::size_t kMostSlugs = 2000;

  /// All outlive it.
  Showcase(Catalogue& catalogue, Popularity& popularity, const Clock& clock)
      : catalogue_(catalogue), popularity_(popularity), clock_(clock) {}

  /// The first page by popularity, of one category or of all.
  Result<std::shared_ptr<const ProductPage>> popular(const std::optional<std::string>& category);
  Result<std::shared_ptr<const ProductPage>> newest(const std::optional<std::string>& category);
  /// By name, the first kMostCategories.
  Result<std::shared_ptr<const std::vector<Category>>> categories();
  /// What stands for the category in an address: small letters and hyphens where ASCII is concerned. Where
  /// that would name another one too, or the category is beyond the first kMostSlugs, the name follows in
  /// letters and digits, so that category() finds any of any number.
  Result<std::string> slug(const std::string& category);
  /// The one whose slug this is, or whose name. A slug that several share without their names is the first's.
  /// nullopt when there is none, or nothing on sale in it.
  Result<std::optional<Category>> category(std::string_view slug);
  /// Of the 200 newest of the category: six attributes at most, with fifty values each.
  Result<std::shared_ptr<const Facets>> facets(const std::string& category);

 private:
  template <class T>
  struct Entry {
    Time until;
    std::shared_ptr<const T> what;
  };
  template <class T>
  using Keep = Guarded<std::map<std::string, Entry<T>, std::less<>>>;

  template <class T, class Make>
  Result<std::shared_ptr<const T>> kept(Keep<T>&, const std::string& name, Duration, Make);
  /// Who a slug stands for, and whether others have the same.
  struct Bearer {
    std::string category;
    bool alone = true;
  };
  using Slugs = std::map<std::string, Bearer, std::less<>>;
  Result<std::shared_ptr<const Slugs>> slugs();
  Result<std::optional<Category>> on_sale(const std::string& category);
  Result<std::vector<Category>> find_categories();
  Result<Facets> find_facets(const std::string& category);

  // Fixed at construction.
  Catalogue& catalogue_;
  Popularity& popularity_;
  const Clock& clock_;

  Keep<ProductPage> popular_, newest_;
  Keep<std::vector<Category>> categories_;
  Keep<Slugs> slugs_;
  Keep<Facets> facets_;
};

}  // namespace stoa::shop
