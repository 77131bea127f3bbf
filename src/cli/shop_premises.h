#pragma once
#include "accounts/accounts.h"
#include "base/clock.h"
#include "cli/engines.h"
#include "records/outbox.h"
#include "shop/shop.h"

#include <memory>

namespace stoa::cli {

/// Accounts and shop over open engines, for commands that work where no server runs.
class ShopPremises {
 public:
  /// The engines and the clock outlive it.
  static Result<std::unique_ptr<ShopPremises>> open(Engines&, const Clock&);

  accounts::Accounts& accounts() { return *accounts_; }
  shop::Shop& shop() { return *shop_; }

 private:
  ShopPremises(Engines&, const Clock&);

  records::Outbox outbox_;
  std::unique_ptr<accounts::Accounts> accounts_;
  std::unique_ptr<shop::Shop> shop_;
};

}  // namespace stoa::cli
