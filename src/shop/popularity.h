#pragma once
#include "base/ids.h"
#include "keyspace/keyspace.h"
#include "shop/catalogue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

inline constexpr std::size_t kMostViewed = 25;
inline constexpr std::size_t kMostPopular = 20'000;

/// A product and how often it was looked at lately: views count half after each rescaling.
struct PopularProduct {
  Product product;
  double views = 0;
};

/// What is looked at: by a session (`viewed:{token}`) and by all (`viewed:`, where the most popular has the
/// lowest score). Safe from any thread.
class Popularity {
 public:
  /// Both outlive it.
  Popularity(keyspace::Keyspace& keyspace, Catalogue& catalogue)
      : keyspace_(keyspace), catalogue_(catalogue) {}

  /// A session looks at an item: it comes first among the session's, each of which stands there once, and
  /// gets one more popular. Relaxed; reads nothing.
  Result<void> record_view(const Token&, const ProductId&);
  /// Newest first, at most kMostViewed; what is no item's id is passed over.
  Result<std::vector<ProductId>> viewed(const Token&);
  /// At log in and log out: what the session viewed comes along to its next token.
  Result<void> bring_along(const Token& from, const Token& to);

  /// Most popular first.
  Result<std::vector<ProductId>> top(std::size_t count);
  /// Of those on sale, and of one category if given. Looks at the 2,000 most popular at most, so a category
  /// with nothing popular in it gives less than `count`.
  Result<std::vector<Product>> top_products(std::size_t count, const std::optional<std::string>& category);
  /// As top_products(), with the views.
  Result<std::vector<PopularProduct>> top_views(std::size_t count,
                                                const std::optional<std::string>& category);
  /// 0 is the most popular; nullopt when nobody looked at it lately.
  Result<std::optional<std::size_t>> rank(const ProductId&);

  /// Drops what is beyond rank kMostPopular, then halves all scores, so that what was popular last week makes
  /// way. Gives how many items are left.
  Result<std::size_t> rescale();

 private:
  keyspace::Keyspace& keyspace_;
  Catalogue& catalogue_;
};

}  // namespace stoa::shop
