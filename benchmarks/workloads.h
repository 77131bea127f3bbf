#pragma once
#include "report.h"

namespace stoa::bench {

std::vector<Figure> bench_page_view();
std::vector<Figure> bench_cart();
std::vector<Figure> bench_cart_lines();
std::vector<Figure> bench_checkout();
std::vector<Figure> bench_sampling();
std::vector<Figure> bench_memory();
std::vector<Figure> bench_start();
std::vector<Figure> bench_growth();
std::vector<Figure> bench_idle_connections();
std::vector<Figure> bench_resp();
std::vector<Figure> bench_hello();
std::vector<Figure> bench_hello_https();
std::vector<Figure> bench_hello_parked();
std::vector<Figure> bench_shop();
std::vector<Figure> bench_shop_growth();
std::vector<Figure> bench_feed();
std::vector<Figure> bench_feed_growth();
std::vector<Figure> bench_import();

}  // namespace stoa::bench
