#pragma once
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/guarded.h"
#include "base/shared_text.h"
#include "keyspace/keyspace.h"
#include "records/outbox.h"
#include "shop/popularity.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stoa::shop {

inline constexpr std::size_t kMostPopularPage = 10'000;

/// Whole product pages in `cache:{hash}`, the same bytes for everybody. Safe from any thread.
class PageCache {
 public:
  using Page = std::shared_ptr<const SharedText>;

  struct Counts {
    std::uint64_t hits = 0;
    /// Rendered and kept.
    std::uint64_t misses = 0;
    /// Answered with the copy before, or after waiting, while another rendered.
    std::uint64_t shared = 0;
    /// Left to the caller: not popular enough, or dynamic.
    std::uint64_t passed = 0;

    std::uint64_t asked() const { return hits + misses + shared + passed; }
    /// How many of a hundred were answered without rendering; 0 before anybody asked.
    double hit_percent() const {
      return asked() == 0 ? 0 : 100.0 * static_cast<double>(hits + shared) / static_cast<double>(asked());
    }
  };

  /// All outlive it. `variants` are the forms in which a product's page exists, as its languages.
  PageCache(keyspace::Keyspace&, Popularity&, const Clock&, std::vector<std::string> variants);

  /// The product's page in a variant, if it may stand in the cache: the query is empty and the product's rank
  /// is below kMostPopularPage when it is rendered; nullopt if not, and nothing is rendered. A hit on what
  /// this process has at hand reads one key's expiry and copies no page. Of many who miss the same page one
  /// renders; the others get the copy before, or, where there is none, wait. What `render` gives must hold
  /// nothing personal. Its Error comes back and is not kept. std::logic_error for a variant that was not
  /// named.
  Result<std::optional<Page>> page(const ProductId&, std::string_view variant, std::string_view query,
                                   FunctionRef<Result<std::string>()> render);

  /// The outbox's listener to kProductChanged: drops all variants. What is being rendered meanwhile, in this
  /// process, is not kept.
  Result<void> on_product_changed(keyspace::Tx&, const records::Event&);

  /// Drops all variants of a product's page.
  Result<void> drop(const ProductId&);

  /// `{hash}` of a page's key.
  static std::string hash_of(const ProductId&, std::string_view variant);

  Counts counts() const;

 private:
  struct Flight {
    bool outdated = false;
  };
  struct State {
    std::map<std::string, std::shared_ptr<Flight>, std::less<>> flights;
    /// The last copies, oldest first in `order`; at most kLastCopies.
    std::map<std::string, Page, std::less<>> last;
    std::deque<std::string> order;
  };

  void drop(keyspace::Tx&, const ProductId&);
  /// What `cache:{hash}` holds, while it expires at that moment: each writing sets another one.
  struct Copy {
    keyspace::StringKey key;
    Time expires;
    Page page;
  };
  struct Place {
    ProductId product;
    std::size_t variant;
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const {
      return std::hash<ProductId>{}(place.product) + place.variant * 0x9e3779b97f4a7c15u;
    }
  };
  struct Shard {
    std::unordered_map<Place, std::shared_ptr<const Copy>, PlaceHash> copies;
    std::deque<Place> oldest_first;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t kShards = 16;

  Guarded<Shard>& shard_of(const Place&);
  std::shared_ptr<const Copy> at_hand(const Place&);
  void keep_at_hand(const Place&, Copy);
  Result<std::optional<Page>> fetched(const Place&, const keyspace::StringKey&);

  Result<bool> may_stand(const ProductId&, std::string_view query);
  Result<Page> render_alone(const Place&, const std::string& hash, FunctionRef<Result<std::string>()> render);
  Result<Page> render_and_keep(const Place&, const std::string& hash, const std::shared_ptr<Flight>&,
                               FunctionRef<Result<std::string>()> render);
  void land(const std::string& hash, std::optional<Page>);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  Popularity& popularity_;
  const Clock& clock_;
  const std::vector<std::string> variants_;

  std::array<Guarded<Shard>, kShards> shards_;
  Guarded<State> state_;
  std::condition_variable landed_;
  std::atomic<std::uint64_t> hits_{0}, misses_{0}, shared_{0}, passed_{0};
};

}  // namespace stoa::shop
