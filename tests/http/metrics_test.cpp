#include "http/metrics.h"

#include "asked.h"

#include <gmock/gmock.h>

#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace stoa::http {
namespace {
using test::Asked;
using test::body_of;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

TEST(Metrics, RequestsAreCountedByRouteAndStatusClass) {
  const auto metrics = Metrics::make();
  RouteTimes& times = metrics->route("GET", "/api/products/{product:id}");
  times.observe(200, 3ms);
  times.observe(204, 30us);
  times.observe(404, 1ms);
  const std::string text = metrics->text();
  const std::string labels = R"({method="GET",route="/api/products/{product:id}",status="2xx")";
  EXPECT_THAT(text, HasSubstr("stoa_http_request_duration_seconds_count" + labels + "} 2"));
  EXPECT_THAT(text, HasSubstr("stoa_http_request_duration_seconds_bucket" + labels + ",le=\"5e-05\"} 1"));
  EXPECT_THAT(text, HasSubstr("stoa_http_request_duration_seconds_bucket" + labels + ",le=\"0.005\"} 2"));
  EXPECT_THAT(text, HasSubstr("stoa_http_request_duration_seconds_bucket" + labels + ",le=\"+Inf\"} 2"));
  EXPECT_THAT(text, HasSubstr("status=\"4xx\"} 1"));
  EXPECT_THAT(text, Not(HasSubstr("status=\"5xx\"")));
}

TEST(Metrics, AValueOnABoundIsWithinIt) {
  const auto metrics = Metrics::make();
  metrics->route("GET", "/").observe(200, 1ms);
  EXPECT_THAT(metrics->text(), HasSubstr("le=\"0.001\"} 1"));
  EXPECT_THAT(metrics->text(), HasSubstr("le=\"0.0005\"} 0"));
}

TEST(Metrics, OddStatusesAndTimesDoNoHarm) {
  const auto metrics = Metrics::make();
  RouteTimes& times = metrics->route("GET", "/");
  times.observe(0, -1s);
  times.observe(999, 100h);
  EXPECT_THAT(metrics->text(), HasSubstr("status=\"5xx\"} 2"));
}

TEST(Metrics, TheSameRowIsTheSameHandle) {
  const auto metrics = Metrics::make();
  EXPECT_EQ(&metrics->route("GET", "/a"), &metrics->route("GET", "/a"));
  EXPECT_NE(&metrics->route("GET", "/a"), &metrics->route("POST", "/a"));
}

TEST(Metrics, WatchedFiguresAreReadAtEachScrape) {
  const auto metrics = Metrics::make();
  double value = 1;
  metrics->watch("stoa_http_connections", [&] { return value; });
  metrics->watch_each("stoa_records_documents", [] {
    return std::vector<Sample>{{{"orders"}, 7}, {{"odd\"name\n\\"}, 1}};
  });
  EXPECT_THAT(metrics->text(), HasSubstr("\nstoa_http_connections 1\n"));
  value = 2;
  const std::string text = metrics->text();
  EXPECT_THAT(text, HasSubstr("\nstoa_http_connections 2\n"));
  EXPECT_THAT(text, HasSubstr("stoa_records_documents{collection=\"orders\"} 7"));
  EXPECT_THAT(text, HasSubstr(R"(collection="odd\"name\n\\")"));
}

TEST(Metrics, ANameThatTheTableLacksIsABrokenInvariant) {
  const auto metrics = Metrics::make();
  EXPECT_THROW(metrics->watch("stoa_nothing", [] { return 0.0; }), std::logic_error);
  EXPECT_THROW(metrics->histogram("stoa_nothing"), std::logic_error);
}

TEST(Metrics, NamesAreUniqueAndCountersEndInTotal) {
  std::set<std::string_view> names;
  for (const MetricRow& row : metric_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.kind == MetricRow::Kind::Counter, row.name.ends_with("_total")) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
  }
}

TEST(Metrics, EveryLineIsOfTheTextFormat) {
  const auto metrics = Metrics::make();
  metrics->route("GET", "/").observe(200, 1ms);
  watch_process(*metrics);
  metrics->histogram("stoa_commit_batch_transactions").observe(3);
  static const std::regex line_shape(
      R"((# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?([0-9.e+-]+|\+Inf)))");
  std::istringstream lines(metrics->text());
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_TRUE(std::regex_match(line, line_shape)) << line;
  EXPECT_GT(count, 30);
}

TEST(Metrics, TheProcessIsSeen) {
  const auto metrics = Metrics::make();
  watch_process(*metrics);
  const std::string text = metrics->text();
  for (const char* name : {"process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
                           "process_start_time_seconds"})
    EXPECT_TRUE(std::regex_search(text, std::regex("\n" + std::string(name) + " [0-9.e+]*[0-9]"))) << name;
  EXPECT_THAT(text, Not(HasSubstr("process_resident_memory_bytes 0\n")));
}

TEST(Metrics, BatchesThatBecomeDurableAreCountedBySize) {
  const auto metrics = Metrics::make();
  DurableProgress progress;
  progress.advance(10);
  const auto subscription = watch_commits(*metrics, progress);
  progress.advance(13);
  progress.advance(14);
  const std::string text = metrics->text();
  EXPECT_THAT(text, HasSubstr("stoa_commit_batch_transactions_count 2"));
  EXPECT_THAT(text, HasSubstr("stoa_commit_batch_transactions_sum 4"));
  EXPECT_THAT(text, HasSubstr("stoa_commit_batch_transactions_bucket{le=\"1\"} 1"));
}

TEST(Metrics, ManyThreadsLoseNothing) {
  const auto metrics = Metrics::make();
  RouteTimes& times = metrics->route("GET", "/");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 5'000; ++n) times.observe(200, 1us);
    });
  for (int i = 0; i < 20; ++i) metrics->text();
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(metrics->text(), HasSubstr("status=\"2xx\"} 20000"));
}

TEST(RequestTimes, GoToTheRequestsRoute) {
  const auto metrics = Metrics::make();
  const std::vector<Route> routes = {{.path = "/a"}, {.method = Method::Post, .path = "/b"}};
  RequestTimes times(*metrics);
  times.follow(routes);
  Asked asked(Method::Get, "/b");
  asked.request().route = &routes[1];
  times.observe(asked.request(), {.status = 201}, 1ms);
  asked.request().route = nullptr;
  times.observe(asked.request(), {.status = 404}, 1ms);
  const std::string text = metrics->text();
  EXPECT_THAT(text, HasSubstr(R"(_count{method="POST",route="/b",status="2xx"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(_count{method="any",route="none",status="4xx"} 1)"));
}

/// Whether GET /metrics is answered; Forbidden otherwise.
bool may_read(MetricsAccess access, std::string_view client, Role role,
              std::vector<std::pair<std::string, std::string>> headers = {}) {
  const auto metrics = Metrics::make();
  const auto routes = metrics_routes(*metrics, access);
  Asked asked(Method::Get, "/metrics");
  asked.from(client);
  for (const auto& [name, value] : headers) asked.header(name, value);
  const bool asks_who = routes.at(0).asks_who(asked.request());
  Call call(asked.request());
  call.viewer.role = role;
  const auto response = routes.at(0).handler(call);
  EXPECT_TRUE(asks_who || response.ok()) << "who would be refused is asked for a name first";
  if (!response.ok()) {
    EXPECT_EQ(response.error().kind, Error::Kind::Forbidden);
  }
  return response.ok();
}

TEST(MetricsRoute, IsForThisMachineAndAdmins) {
  EXPECT_TRUE(may_read(MetricsAccess::Loopback, "127.0.0.1", Role::Guest));
  EXPECT_TRUE(may_read(MetricsAccess::Loopback, "::1", Role::Guest));
  EXPECT_FALSE(may_read(MetricsAccess::Loopback, "192.0.2.1", Role::Member));
  EXPECT_TRUE(may_read(MetricsAccess::Loopback, "192.0.2.1", Role::Admin));
  EXPECT_FALSE(may_read(MetricsAccess::Loopback, "127evil.example", Role::Guest));
}

// Without http.proxies all the world has the address of the proxy on this machine.
TEST(MetricsRoute, WhatCameThroughAProxyIsNotFromThisMachine) {
  for (const char* name : {"X-Forwarded-For", "x-forwarded-for", "Forwarded", "X-Real-IP", "Via"}) {
    EXPECT_FALSE(may_read(MetricsAccess::Loopback, "127.0.0.1", Role::Guest, {{name, "192.0.2.1"}})) << name;
    EXPECT_FALSE(may_read(MetricsAccess::Loopback, "::1", Role::Member, {{name, "127.0.0.1"}})) << name;
    EXPECT_TRUE(may_read(MetricsAccess::Loopback, "127.0.0.1", Role::Admin, {{name, "192.0.2.1"}})) << name;
    EXPECT_TRUE(may_read(MetricsAccess::Anyone, "127.0.0.1", Role::Guest, {{name, "192.0.2.1"}})) << name;
  }
  EXPECT_TRUE(may_read(MetricsAccess::Loopback, "127.0.0.1", Role::Guest, {{"Accept", "text/plain"}}));
}

TEST(MetricsRoute, AccessCanBeNarrowedAndWidened) {
  EXPECT_FALSE(may_read(MetricsAccess::Admins, "127.0.0.1", Role::Guest));
  EXPECT_TRUE(may_read(MetricsAccess::Admins, "127.0.0.1", Role::Admin));
  EXPECT_TRUE(may_read(MetricsAccess::Anyone, "192.0.2.1", Role::Guest));
}

}  // namespace
}  // namespace stoa::http
