#pragma once
#include "accounts/accounts.h"
#include "base/clock.h"
#include "base/config.h"
#include "clockwork/clockwork.h"
#include "http/page.h"
#include "http/route.h"
#include "shop/shop.h"

#include <vector>

namespace stoa::cli {

/// What the pages of the house for administrators show. All that is referred to outlives the routes.
struct AdminPages {
  shop::Shop& shop;
  accounts::Accounts& accounts;
  const clockwork::Clockwork& clockwork;
  const http::Pages& pages;
  const Clock& clock;
  /// As `stoa config` prints them: passwords are not in it.
  const std::vector<ConfiguredValue>& settings;
};

/// `/admin` with the figures of the day and the way to all else, and `/admin/settings`.
std::vector<http::Route> admin_pages(const AdminPages&);

}  // namespace stoa::cli
