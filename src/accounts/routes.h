#pragma once
#include "accounts/accounts.h"
#include "accounts/attempts.h"
#include "http/buckets.h"
#include "http/page.h"
#include "http/route.h"

#include <memory>
#include <vector>

namespace stoa::accounts {

/// How often a password may be tried for one account: ten times at once, then every six seconds. An owner who
/// is being guessed at waits for seconds, not for ever.
http::BucketRule attempts_per_account();

/// Log in, register and what people do with their account, as JSON and as pages. All that is referred to
/// outlives the routes.
std::vector<http::Route> routes(Accounts&, http::Pages&,
                                const http::BucketRule& per_account = attempts_per_account());

/// The rules of the buckets that these routes take from, by address, for the site.
std::vector<http::BucketRule> bucket_rules();

/// What the handlers share.
struct Desk {
  Accounts& accounts;
  http::Pages& pages;
  Attempts attempts;
};
std::vector<http::Route> api_routes(const std::shared_ptr<Desk>&);
std::vector<http::Route> page_routes(const std::shared_ptr<Desk>&);

}  // namespace stoa::accounts
