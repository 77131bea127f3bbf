#include "shop/zone_service.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>

namespace stoa::shop {

CartService service_of(std::span<const Item> items, std::span<const Offers::Shared> offers) {
  CartService service;
  std::map<std::string_view, std::int32_t> lines;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!offers[i] || !offers[i]->on_sale()) continue;
    bool in_full = false;
    for (const auto& [name, stock] : offers[i]->stock_by_zone) {
      if (stock <= 0) continue;
      const bool has_it = stock >= items[i].quantity;
      lines[name] += has_it ? 1 : 0;
      in_full = in_full || has_it;
    }
    ++service.sold;
    service.somewhere += in_full ? 1 : 0;
  }
  for (const auto& [name, count] : lines)
    if (auto zone = Zone::parse(name); zone.ok()) service.zones.push_back({*std::move(zone), count});
  std::ranges::stable_sort(service.zones, std::ranges::greater(), &ZoneService::lines);
  return service;
}

}  // namespace stoa::shop
