#include "accounts/routes.h"

#include "http/site.h"

namespace stoa::accounts {
using namespace std::chrono_literals;

http::BucketRule attempts_per_account() {
  return {.action = "account", .calls = 10, .per = 60s, .burst = 10};
}

std::vector<http::Route> routes(Accounts& accounts, http::Pages& pages, const http::BucketRule& per_account) {
  const std::shared_ptr<Desk> desk(new Desk{accounts, pages, Attempts(per_account, accounts.clock())});
  return http::joined({api_routes(desk), page_routes(desk)});
}

std::vector<http::BucketRule> bucket_rules() {
  return {{.action = "log_in", .calls = 30, .per = 60s, .burst = 30},
          {.action = "register", .calls = 20, .per = 3600s, .burst = 10}};
}

}  // namespace stoa::accounts
