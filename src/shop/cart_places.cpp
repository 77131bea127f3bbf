#include "shop/cart_places.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>

namespace stoa::shop {
namespace {

/// Each part of a hash that says something else.
struct Whereabouts {
  explicit Whereabouts(const Owner& owner) : hash(std::hash<Owner>{}(owner)) {}

  std::size_t shard(std::size_t shards) const { return hash % shards; }
  std::size_t row(std::size_t shards, std::size_t rows) const { return hash / shards % rows; }
  std::uint32_t mark() const { return static_cast<std::uint32_t>(hash >> 32) | 1; }

  std::size_t hash;
};

}  // namespace

CartPlaces::CartPlaces(std::size_t most) {
  const std::size_t rows = most / kShards / std::tuple_size_v<decltype(Row::places)>;
  for (auto& shard : shards_) shard.lock()->resize(rows);
}

std::optional<CartId> CartPlaces::find(const Owner& owner) const {
  const Whereabouts at(owner);
  const auto rows = shards_[at.shard(kShards)].lock();
  if (rows->empty()) return std::nullopt;
  for (const Place& place : (*rows)[at.row(kShards, rows->size())].places)
    if (place.mark == at.mark()) return place.cart;
  return std::nullopt;
}

void CartPlaces::remember(const Owner& owner, const CartId& cart) {
  const Whereabouts at(owner);
  const auto rows = shards_[at.shard(kShards)].lock();
  if (rows->empty()) return;
  auto& places = (*rows)[at.row(kShards, rows->size())].places;
  const auto known = std::ranges::find(places, at.mark(), &Place::mark);
  const auto gone = known != places.end() ? known : std::prev(places.end());
  std::move_backward(places.begin(), gone, std::next(gone));
  places.front() = {at.mark(), cart};
}

std::size_t CartPlaces::known() const {
  std::size_t known = 0;
  for (const auto& shard : shards_) {
    const auto rows = shard.lock();
    for (const Row& row : *rows)
      for (const Place& place : row.places) known += place.mark != 0 ? 1 : 0;
  }
  return known;
}

}  // namespace stoa::shop
