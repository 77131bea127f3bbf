#include "shop/popularity.h"

#include "keyspace/keys.h"

namespace stoa::shop {
namespace {
namespace keys = keyspace::keys;

constexpr std::size_t kLookedAt = 2000;
constexpr std::size_t kAtOnce = 100;

}  // namespace

Result<void> Popularity::record_view(const Token& token, const ProductId& product) {
  const auto list = keys::viewed(token);
  const std::string item = product.hex();
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    tx.lrem(list, 0, item);
    tx.lpush(list, item);
    tx.ltrim(list, 0, kMostViewed - 1);
    tx.zincrement(keys::viewed(), item, -1);
    return {};
  });
}

Result<std::vector<ProductId>> Popularity::viewed(const Token& token) {
  std::vector<ProductId> products;
  for (const auto& item : STOA_TRY(keyspace_.read().lrange(keys::viewed(token), 0, -1)))
    if (const auto id = ProductId::parse(item); id.ok()) products.push_back(*id);
  return products;
}

Result<void> Popularity::bring_along(const Token& from, const Token& to) {
  return keyspace_.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
    const auto items = STOA_TRY(tx.lrange(keys::viewed(from), 0, kMostViewed - 1));
    tx.del(keys::viewed(from));
    tx.del(keys::viewed(to));
    for (const auto& item : items) tx.rpush(keys::viewed(to), item);
    return {};
  });
}

Result<std::vector<ProductId>> Popularity::top(std::size_t count) {
  std::vector<ProductId> products;
  if (count == 0) return products;
  const auto range = STOA_TRY(keyspace_.read().zrange(keys::viewed(), 0, static_cast<std::int64_t>(count) - 1,
                                                      keyspace::Order::Ascending));
  for (const auto& item : range)
    if (const auto id = ProductId::parse(item.member); id.ok()) products.push_back(*id);
  return products;
}

Result<std::vector<Product>> Popularity::top_products(std::size_t count,
                                                      const std::optional<std::string>& category) {
  std::vector<Product> chosen;
  const auto popular = STOA_TRY(top(category ? kLookedAt : count + kAtOnce));
  for (std::size_t at = 0; at < popular.size() && chosen.size() < count; at += kAtOnce) {
    const std::span some = std::span(popular).subspan(at, std::min(kAtOnce, popular.size() - at));
    for (auto& product : STOA_TRY(catalogue_.products(some))) {
      if (!product || !product->on_sale() || (category && product->category != *category)) continue;
      if (chosen.size() < count) chosen.push_back(*std::move(product));
    }
  }
  return chosen;
}

Result<std::vector<PopularProduct>> Popularity::top_views(std::size_t count,
                                                          const std::optional<std::string>& category) {
  std::vector<PopularProduct> list;
  std::vector<std::string> items;
  for (Product& product : STOA_TRY(top_products(count, category))) {
    items.push_back(product.id.hex());
    list.push_back({std::move(product), 0});
  }
  const auto scores = STOA_TRY(keyspace_.read().zscore_many(keys::viewed(), items));
  for (std::size_t i = 0; i < list.size(); ++i) list[i].views = -scores[i].value_or(0);
  return list;
}

Result<std::optional<std::size_t>> Popularity::rank(const ProductId& product) {
  return keyspace_.read().zrank(keys::viewed(), product.hex(), keyspace::Order::Ascending);
}

Result<std::size_t> Popularity::rescale() {
  STOA_TRY(keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    tx.zrem_by_rank(keys::viewed(), kMostPopular, -1);
    return {};
  }));
  STOA_TRY(keyspace_.scale(keys::viewed(), 0.5));
  return keyspace_.read().zcard(keys::viewed());
}

}  // namespace stoa::shop
