#pragma once
#include "accounts/accounts.h"
#include "base/clock.h"
#include "shop/shop.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace stoa::shop {

struct DemoSummary {
  std::size_t products = 0;
  std::size_t categories = 0;
  std::size_t customers = 0;
  std::size_t orders = 0;
  std::size_t carts = 0;
};

/// Lives ninety days of a shop in some seconds, by the shop's own rules: products come, customers order,
/// orders are confirmed, shipped and cancelled, guests look around. What it leaves is as believable, and as
/// consistent, as if it had happened.
class Demo {
 public:
  using Tell = std::function<void(std::string_view what, std::size_t done, std::size_t of)>;

  /// `shop` and `accounts` work by `clock`, which the demo moves; all outlive it.
  Demo(Shop& shop, accounts::Accounts& accounts, FakeClock& clock, std::uint64_t seed);

  /// Up to `now`, where the clock stands afterwards. `known` are customers besides the made-up ones; they
  /// order too, the first most. The same seed gives the same shop.
  Result<DemoSummary> fill(Time now, const std::vector<accounts::Identity>& known, const Tell& tell);

 private:
  Shop& shop_;
  accounts::Accounts& accounts_;
  FakeClock& clock_;
  const std::uint64_t seed_;
};

}  // namespace stoa::shop
