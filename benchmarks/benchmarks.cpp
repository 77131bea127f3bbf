#include "report.h"
#include "workloads.h"

namespace stoa::bench {

std::vector<Benchmark> benchmarks() {
  // Those that measure in a forked process come first: once this one has opened RocksDB, its threads exist,
  // and a fork of it would wait for threads that it does not have.
  return {{"idle_connections", bench_idle_connections},
          {"resp", bench_resp},
          {"hello", bench_hello},
          {"hello_https", bench_hello_https},
          {"hello_parked", bench_hello_parked},
          {"shop", bench_shop},
          {"feed", bench_feed},
          {"import", bench_import},
          {"memory", bench_memory},
          {"start", bench_start},
          {"growth", bench_growth},
          {"shop_growth", bench_shop_growth},
          {"feed_growth", bench_feed_growth},
          {"page_view", bench_page_view},
          {"cart", bench_cart},
          {"cart_lines", bench_cart_lines},
          {"checkout", bench_checkout},
          {"sampling", bench_sampling}};
}

}  // namespace stoa::bench
