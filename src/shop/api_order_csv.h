#pragma once
#include "http/route.h"
#include "shop/orders.h"

#include <filesystem>
#include <optional>

namespace stoa::shop {

/// `status` and `zone` of a list of orders.
struct OrderFilter {
  std::optional<OrderStatus> status;
  std::optional<Zone> zone;
};
/// Invalid (`request.query`).
Result<OrderFilter> order_filter(const http::Call&);

/// The orders that the query asks for as a table to be downloaded. It is written to a file below
/// `spool_directory` first, so that memory stays bounded and a failure half way is still told as one. For a
/// route that runs on the pool.
Result<http::Response> order_csv(const http::Call&, Orders&, const std::filesystem::path& spool_directory);

}  // namespace stoa::shop
