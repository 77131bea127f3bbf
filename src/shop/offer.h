#pragma once
#include "base/decoded.h"
#include "base/described.h"
#include "base/ids.h"
#include "base/money.h"
#include "base/result.h"
#include "records/records.h"
#include "shop/zone.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stoa::shop {

/// What a cart and a check-out look at of a document of `products`; reading all of it costs several times as
/// much.
struct Offer {
  ProductId id;
  std::string name;
  Money price;
  std::map<std::string, std::int64_t> stock_by_zone;
  std::optional<std::vector<std::string>> pictures;
  std::optional<Time> retired_at;

  bool on_sale() const { return !retired_at; }
  /// 0 where the zone is not named.
  std::int64_t in_stock(const Zone&) const;
  /// Of all zones together.
  std::int64_t in_stock() const;
};
StructDescription describe(Described<Offer>);

/// In the order of the ids; nullopt for a product that is not there.
Result<std::vector<std::optional<Offer>>> offers_of(records::Reader&,
                                                    std::span<const records::Value> products);

/// The same for who looks at a product many times before it changes: each state of it is parsed once. Safe from
/// any thread.
class Offers {
 public:
  using Shared = std::shared_ptr<const Offer>;

  /// Null when the product is not there.
  Result<Shared> of(records::Reader&, const ProductId&);
  /// In the order of the ids; null for a product that is not there.
  Result<std::vector<Shared>> of(records::Reader&, std::span<const records::Value> products);

 private:
  static constexpr std::size_t kMost = 8192;

  Result<Shared> read(const std::optional<records::Document>&);

  Decoded<Offer> looked_at_{kMost};
};

}  // namespace stoa::shop
