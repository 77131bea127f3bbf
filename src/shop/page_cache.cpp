#include "shop/page_cache.h"

#include "base/refused_writes.h"
#include "keyspace/keys.h"
#include "shop/events.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace stoa::shop {
namespace {
namespace keys = keyspace::keys;

constexpr std::size_t kLastCopies = 256;
/// A page that another node renders while its product changes is kept though it is outdated, and what is sold
/// changes no page: no longer than this.
constexpr std::chrono::minutes kLongestKept{1};
/// Of the texts; what was packed of them is up to two thirds as much.
constexpr std::size_t kMostBytesAtHand = 48 << 20;

std::string hex_digest(std::string_view text) {
  std::array<unsigned char, 16> digest;
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), nullptr, 0);
  std::string hex(2 * digest.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
  hex.pop_back();
  return hex;
}

}  // namespace

PageCache::PageCache(keyspace::Keyspace& keyspace, Popularity& popularity, const Clock& clock,
                     std::vector<std::string> variants)
    : keyspace_(keyspace), popularity_(popularity), clock_(clock), variants_(std::move(variants)) {}

std::string PageCache::hash_of(const ProductId& product, std::string_view variant) {
  return hex_digest("product " + product.hex() + " " + std::string(variant));
}

Result<bool> PageCache::may_stand(const ProductId& product, std::string_view query) {
  if (!query.empty()) return false;
  const auto rank = STOA_TRY(popularity_.rank(product));
  return rank && *rank < kMostPopularPage;
}

Guarded<PageCache::Shard>& PageCache::shard_of(const Place& place) {
  return shards_[PlaceHash{}(place) / 64 % kShards];
}

std::shared_ptr<const PageCache::Copy> PageCache::at_hand(const Place& place) {
  const auto shard = shard_of(place).lock();
  const auto found = shard->copies.find(place);
  return found == shard->copies.end() ? nullptr : found->second;
}

void PageCache::keep_at_hand(const Place& place, Copy copy) {
  const auto shard = shard_of(place).lock();
  shard->bytes += copy.page->text().size();
  auto& slot = shard->copies[place];
  if (slot)
    shard->bytes -= slot->page->text().size();
  else
    shard->oldest_first.push_back(place);
  slot = std::make_shared<const Copy>(std::move(copy));
  while (shard->bytes > kMostBytesAtHand / kShards && shard->oldest_first.size() > 1) {
    const auto oldest = shard->copies.find(shard->oldest_first.front());
    shard->bytes -= oldest->second->page->text().size();
    shard->copies.erase(oldest);
    shard->oldest_first.pop_front();
  }
}

// The expiry is read first: if the page is written anew in between, the copy has the old one's and does not
// count.
Result<std::optional<PageCache::Page>> PageCache::fetched(const Place& place,
                                                          const keyspace::StringKey& key) {
  const auto expires = STOA_TRY(keyspace_.read().expiry(key));
  auto kept = STOA_TRY(keyspace_.read().get(key));
  if (!kept) return std::optional<Page>();
  Page page = std::make_shared<const SharedText>(*std::move(kept));
  if (expires) keep_at_hand(place, {key, *expires, page});
  return std::optional<Page>(std::move(page));
}

Result<std::optional<PageCache::Page>> PageCache::page(const ProductId& product, std::string_view variant,
                                                       std::string_view query,
                                                       FunctionRef<Result<std::string>()> render) {
  const auto known = std::ranges::find(variants_, variant);
  if (known == variants_.end())
    throw std::logic_error("a product's page has no such variant: " + std::string(variant));
  const Place place{product, static_cast<std::size_t>(known - variants_.begin())};
  if (query.empty())
    if (const auto copy = at_hand(place);
        copy && STOA_TRY(keyspace_.read().expiry(copy->key)) == copy->expires) {
      ++hits_;
      return std::optional(copy->page);
    }
  if (!STOA_TRY(may_stand(product, query))) {
    ++passed_;
    return std::optional<Page>();
  }
  const std::string hash = hash_of(product, variant);
  if (auto kept = STOA_TRY(fetched(place, keys::cached_page(hash)))) {
    ++hits_;
    return kept;
  }
  return std::optional(STOA_TRY(render_alone(place, hash, render)));
}

Result<PageCache::Page> PageCache::render_alone(const Place& place, const std::string& hash,
                                                FunctionRef<Result<std::string>()> render) {
  const auto own = std::make_shared<Flight>();
  {
    auto state = state_.lock();
    while (state->flights.contains(hash)) {
      ++shared_;
      if (const auto last = state->last.find(hash); last != state->last.end()) return last->second;
      state.wait(landed_, [&](const State& now) { return !now.flights.contains(hash); });
      if (const auto last = state->last.find(hash); last != state->last.end()) return last->second;
    }
    state->flights.emplace(hash, own);
  }
  try {
    auto page = render_and_keep(place, hash, own, render);
    land(hash, page.ok() ? std::optional(*page) : std::nullopt);
    return page;
  } catch (...) {
    land(hash, std::nullopt);
    throw;
  }
}

Result<PageCache::Page> PageCache::render_and_keep(const Place& place, const std::string& hash,
                                                   const std::shared_ptr<Flight>& flight,
                                                   FunctionRef<Result<std::string>()> render) {
  const auto key = keys::cached_page(hash);
  // Another may have rendered and kept it between this one's look and its turn.
  if (auto kept = STOA_TRY(fetched(place, key))) {
    ++shared_;
    return *std::move(kept);
  }
  ++misses_;
  Page page = std::make_shared<const SharedText>(STOA_TRY(render()));
  const Time expires = std::chrono::floor<std::chrono::milliseconds>(clock_.now()) + kLongestKept;
  const auto outdated = [&] { return state_.with([&](State&) { return flight->outdated; }); };
  STOA_TRY(unless_writes_are_refused(
      keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
        if (!outdated()) tx.set_until(key, page->text(), expires);
        return {};
      })));
  keep_at_hand(place, {key, expires, page});
  // Over a network the drop may have passed between the question and the write.
  if (outdated())
    STOA_TRY(keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
      tx.del(key);
      return {};
    }));
  return page;
}

void PageCache::land(const std::string& hash, std::optional<Page> page) {
  {
    auto state = state_.lock();
    state->flights.erase(hash);
    if (page) {
      if (!state->last.contains(hash)) state->order.push_back(hash);
      state->last[hash] = *std::move(page);
    }
    for (; state->order.size() > kLastCopies; state->order.pop_front())
      state->last.erase(state->order.front());
  }
  landed_.notify_all();
}

Result<void> PageCache::on_product_changed(keyspace::Tx& tx, const records::Event& event) {
  drop(tx, STOA_TRY(event.told<ProductChanged>()).product);
  return {};
}

Result<void> PageCache::drop(const ProductId& product) {
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    drop(tx, product);
    return {};
  });
}

void PageCache::drop(keyspace::Tx& tx, const ProductId& product) {
  for (const std::string& variant : variants_) {
    const std::string hash = hash_of(product, variant);
    tx.del(keys::cached_page(hash));
    auto state = state_.lock();
    if (const auto flight = state->flights.find(hash); flight != state->flights.end())
      flight->second->outdated = true;
  }
}

PageCache::Counts PageCache::counts() const {
  return {hits_, misses_, shared_, passed_};
}

}  // namespace stoa::shop
