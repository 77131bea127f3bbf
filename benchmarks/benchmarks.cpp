#include "report.h"
#include "workloads.h"

namespace stoa::bench {

std::vector<Benchmark> benchmarks() {
  return {{"page_view", bench_page_view}, {"cart", bench_cart},     {"checkout", bench_checkout},
          {"sampling", bench_sampling},   {"memory", bench_memory}, {"start", bench_start},
          {"growth", bench_growth}};
}

}  // namespace stoa::bench
