#pragma once
#include "cli/engines.h"
#include "clockwork/clockwork.h"
#include "http/metrics.h"
#include "http/readiness.h"
#include "http/server.h"
#include "shop/shop.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace stoa::cli {

// What the figures of the house are read from. Each must outlive the metrics, or its rows be watched anew.

/// How many keys there are. Another machine is asked now and then by look(), so that a figure is never waited
/// for; the embedded engine when the figure is read. Safe from any thread.
class KeyCount {
 public:
  explicit KeyCount(Engines& engines) : engines_(engines) {}

  void look();
  void forget() { last_ = -1; }
  /// None while the engine does not answer.
  std::vector<http::Sample> samples();

 private:
  Engines& engines_;
  std::atomic<std::int64_t> last_{-1};
};

void watch_engines(http::Metrics&, Engines&, const http::Readiness&, KeyCount&);
void watch_jobs(http::Metrics&, const clockwork::Clockwork&);
void watch_shop(http::Metrics&, const shop::Shop&);
void watch_server(http::Metrics&, const http::Server&);

}  // namespace stoa::cli
