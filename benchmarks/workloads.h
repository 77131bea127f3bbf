#pragma once
#include "report.h"

namespace stoa::bench {

std::vector<Figure> bench_page_view();
std::vector<Figure> bench_cart();
std::vector<Figure> bench_checkout();
std::vector<Figure> bench_sampling();
std::vector<Figure> bench_memory();
std::vector<Figure> bench_start();
std::vector<Figure> bench_growth();

}  // namespace stoa::bench
