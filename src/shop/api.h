#pragma once
#include "base/clock.h"
#include "http/buckets.h"
#include "http/route.h"
#include "records/records.h"
#include "shop/shop.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace stoa::shop {

/// What the shop's routes need. All that is referred to outlives them.
struct Api {
  Shop& shop;
  records::Records& records;
  const Clock& clock;
  /// Gives a guest without a token one, and the cookie that carries it: asked when such a guest fills a cart.
  std::function<Result<Token>(http::Call&)> start_session;
  /// Where a download is written before it is sent; see http::Spool.
  std::filesystem::path spool = std::filesystem::temp_directory_path();
};

/// The shop's JSON routes.
std::vector<http::Route> api_routes(const Api&);
/// The rules of the buckets that these routes take from, for the site.
std::vector<http::BucketRule> bucket_rules();

// The tables that it is made of.
std::vector<http::Route> catalogue_routes(const Api&);
std::vector<http::Route> picture_routes(const Api&);
std::vector<http::Route> cart_routes(const Api&);
std::vector<http::Route> order_routes(const Api&);
std::vector<http::Route> shopkeeper_routes(const Api&);
std::vector<http::Route> order_desk_routes(const Api&);
std::vector<http::Route> watch_routes(const Api&);

}  // namespace stoa::shop
