#include "shop/offer.h"

#include "base/bson.h"
#include "base/fields.h"
#include "records/collections.h"

#include <numeric>

namespace stoa::shop {

std::int64_t Offer::in_stock(const Zone& zone) const {
  const auto found = stock_by_zone.find(zone.text());
  return found == stock_by_zone.end() ? 0 : found->second;
}

std::int64_t Offer::in_stock() const {
  return std::accumulate(stock_by_zone.begin(), stock_by_zone.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& zone) { return sum + zone.second; });
}

StructDescription describe(Described<Offer>) {
  return fields("Offer", field("id", &Offer::id).stored_as("_id"), field("name", &Offer::name),
                field("price", &Offer::price),
                field("stock_by_zone", &Offer::stock_by_zone).also("stock_by_zones").otherwise({}),
                field("pictures", &Offer::pictures), field("retired_at", &Offer::retired_at));
}

Result<std::vector<std::optional<Offer>>> offers_of(records::Reader& reader,
                                                    std::span<const records::Value> products) {
  std::vector<std::optional<Offer>> offers;
  offers.reserve(products.size());
  for (const auto& document : STOA_TRY(reader.get_many(records::collections::products(), products))) {
    offers.emplace_back();
    if (document) offers.back() = STOA_TRY(read_bson<Offer>(*document));
  }
  return offers;
}

Result<Offers::Shared> Offers::read(const std::optional<records::Document>& document) {
  if (!document) return Shared();
  return looked_at_.from(*document, [](std::string_view bytes) { return read_bson<Offer>(bytes); });
}

Result<Offers::Shared> Offers::of(records::Reader& reader, const ProductId& product) {
  return read(STOA_TRY(reader.get(records::collections::products(), product)));
}

Result<std::vector<Offers::Shared>> Offers::of(records::Reader& reader,
                                               std::span<const records::Value> products) {
  std::vector<Shared> offers;
  offers.reserve(products.size());
  for (const auto& document : STOA_TRY(reader.get_many(records::collections::products(), products)))
    offers.push_back(STOA_TRY(read(document)));
  return offers;
}

}  // namespace stoa::shop
