#include "shop/api_order_csv.h"

#include "http/spool.h"
#include "shop/order_csv.h"

namespace stoa::shop {

Result<OrderFilter> order_filter(const http::Call& call) {
  OrderFilter filter;
  filter.status = STOA_TRY(call.query<OrderStatus>("status"));
  filter.zone = STOA_TRY(call.query<Zone>("zone"));
  return filter;
}

Result<http::Response> order_csv(const http::Call& call, Orders& orders,
                                 const std::filesystem::path& spool_directory) {
  const OrderFilter filter = STOA_TRY(order_filter(call));
  http::Spool spool = STOA_TRY(http::Spool::open(spool_directory));
  STOA_TRY(write_order_csv(orders, filter.status, filter.zone,
                           [&](std::string_view piece) { return spool.append(piece); }));
  http::Response answer{.content_type = "text/csv; charset=utf-8; header=present"};
  answer.headers.push_back({"Content-Disposition", "attachment; filename=\"orders.csv\""});
  answer.body = spool.body();
  return answer;
}

}  // namespace stoa::shop
