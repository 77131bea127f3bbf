#pragma once
#include "accounts/accounts.h"
#include "base/clock.h"
#include "cli/engines.h"
#include "feed/feed.h"
#include "records/outbox.h"
#include "shop/shop.h"

#include <memory>

namespace stoa::cli {

/// Accounts, shop and feed over open engines, for commands that work where no server runs.
class Domains {
 public:
  /// The engines and the clock outlive it.
  static Result<std::unique_ptr<Domains>> open(Engines&, const Clock&);

  accounts::Accounts& accounts() { return *accounts_; }
  shop::Shop& shop() { return *shop_; }
  feed::Feed& feed() { return *feed_; }

 private:
  Domains(Engines&, const Clock&);

  records::Outbox outbox_;
  std::unique_ptr<accounts::Accounts> accounts_;
  std::unique_ptr<shop::Shop> shop_;
  std::unique_ptr<feed::Feed> feed_;
};

}  // namespace stoa::cli
