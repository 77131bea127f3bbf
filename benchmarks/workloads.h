#pragma once
#include "report.h"

namespace stoa::bench {

std::vector<Figure> bench_page_view();
std::vector<Figure> bench_cart();
std::vector<Figure> bench_checkout();
std::vector<Figure> bench_sampling();
/// Memory per session, start-up, and page views at full size: they share one large data directory.
std::vector<Figure> bench_size();

}  // namespace stoa::bench
