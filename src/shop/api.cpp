#include "shop/api.h"

#include "http/site.h"

namespace stoa::shop {

std::vector<http::Route> api_routes(const Api& api) {
  return http::joined({catalogue_routes(api), picture_routes(api), cart_routes(api), order_routes(api),
                       shopkeeper_routes(api), order_desk_routes(api), watch_routes(api)});
}

std::vector<http::BucketRule> bucket_rules() {
  using std::chrono::seconds;
  return {{.action = "cart", .calls = 240, .per = seconds(60), .burst = 120},
          {.action = "checkout", .calls = 20, .per = seconds(60), .burst = 20}};
}

}  // namespace stoa::shop
