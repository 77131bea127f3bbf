#pragma once
#include "shop/cart.h"
#include "shop/offer.h"
#include "shop/zone.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stoa::shop {

/// How many of a cart's lines a zone has in full.
struct ZoneService {
  Zone zone;
  std::int32_t lines = 0;
};

/// Which zones an order of a whole cart could come from: it has to come from one.
struct CartService {
  /// Those that have any of it, the fullest first, and by name where they are alike.
  std::vector<ZoneService> zones;
  /// Lines whose product is still sold.
  std::int32_t sold = 0;
  /// Of these, how many there is a zone for that has them in full.
  std::int32_t somewhere = 0;

  /// Whether one order is not enough for what there is.
  bool is_split() const { return !zones.empty() && zones.front().lines < somewhere; }
};

/// `offers` in the order of the items; null for what is not there.
CartService service_of(std::span<const Item> items, std::span<const Offers::Shared> offers);

}  // namespace stoa::shop
