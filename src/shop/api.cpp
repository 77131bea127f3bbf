#include "shop/api.h"

#include "http/site.h"

namespace stoa::shop {

constexpr std::int64_t kUsualLimit = 24;
constexpr std::int64_t kMostOnAPage = 100;

std::vector<http::Route> api_routes(const Api& api) {
  return http::joined({catalogue_routes(api), picture_routes(api), cart_routes(api), order_routes(api),
                       shopkeeper_routes(api), order_desk_routes(api), watch_routes(api)});
}

std::vector<http::BucketRule> bucket_rules() {
  using std::chrono::seconds;
  return {{.action = "cart", .calls = 240, .per = seconds(60), .burst = 120},
          {.action = "checkout", .calls = 20, .per = seconds(60), .burst = 20}};
}

Result<std::size_t> page_limit(const http::Call& call) {
  const auto limit = STOA_TRY(call.query<std::int64_t>("limit")).value_or(kUsualLimit);
  if (limit < 1 || limit > kMostOnAPage)
    return Error{Error::Kind::Invalid, "request.query", "limit: must be 1 to 100"};
  return static_cast<std::size_t>(limit);
}

std::string page_cursor(const http::Call& call) {
  return call.query("cursor").value_or("");
}

std::vector<http::QueryParameter> page_queries(std::vector<http::QueryParameter> others) {
  others.push_back({"limit", "How many at most, 1 to 100", &schema_of<std::int64_t>()});
  others.push_back({"cursor", "What the page before gave as `next`"});
  return others;
}

}  // namespace stoa::shop
