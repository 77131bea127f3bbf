#pragma once
#include "cli/engines.h"
#include "clockwork/clockwork.h"
#include "http/metrics.h"
#include "http/readiness.h"
#include "http/server.h"
#include "shop/shop.h"

namespace stoa::cli {

// What the figures of the house are read from. Each must outlive the metrics, or its rows be watched anew.

void watch_engines(http::Metrics&, Engines&, const http::Readiness&);
void watch_jobs(http::Metrics&, const clockwork::Clockwork&);
void watch_shop(http::Metrics&, const shop::Shop&);
void watch_server(http::Metrics&, const http::Server&);

}  // namespace stoa::cli
