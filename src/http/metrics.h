#pragma once
#include "base/durable_progress.h"
#include "http/histogram.h"
#include "http/metric_table.h"
#include "http/route.h"

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stoa::http {

/// How long a route's answers took, by the class of their status. One is kept at hand for each route.
class RouteTimes {
 public:
  RouteTimes();
  /// Safe from any thread; no look-up and no lock.
  void observe(int status, std::chrono::nanoseconds took) noexcept {
    const int hundred = status / 100;
    classes_[hundred >= 1 && hundred <= 5 ? static_cast<std::size_t>(hundred - 1) : 4].observe(
        took.count() > 0 ? static_cast<std::uint64_t>(took.count()) : 0);
  }
  /// Of the statuses 100 to 199, 200 to 299, …
  const std::array<Histogram, 5>& classes() const { return classes_; }

 private:
  std::array<Histogram, 5> classes_;
};

/// What one scrape reads of a figure. Labels' values are in the order of the table's names.
struct Sample {
  std::vector<std::string> labels;
  double value = 0;
};

/// The program's figures, in Prometheus's text format. Names are those of metric_table(); another is
/// std::logic_error. Safe from any thread.
class Metrics {
 public:
  static std::unique_ptr<Metrics> make();
  virtual ~Metrics() = default;

  /// The same one for the same row; it lives as long as the Metrics. For start-up: takes a lock.
  virtual RouteTimes& route(std::string_view method, std::string_view path) = 0;
  /// As above.
  virtual Histogram& histogram(std::string_view name) = 0;

  /// `read` is called at each scrape, on the thread that scrapes, and must not wait. What it reads outlives
  /// the Metrics, or the next call with that name replaces it first.
  virtual void watch(std::string_view name, std::function<double()> read) = 0;
  virtual void watch_each(std::string_view name, std::function<std::vector<Sample>()> read) = 0;

  virtual std::string text() const = 0;
};

/// Knows the RouteTimes of each row of a table. Follow the table first; then observe() is safe from any
/// thread.
class RequestTimes {
 public:
  explicit RequestTimes(Metrics& metrics) : metrics_(metrics), unrouted_(metrics.route("any", "none")) {}

  /// The rows outlive this and stay where they are.
  void follow(std::span<const Route> routes);
  void observe(const Request& request, const Response& response, std::chrono::nanoseconds took) noexcept {
    const auto place =
        request.route ? static_cast<std::size_t>(request.route - routes_.data()) : times_.size();
    (place < times_.size() ? *times_[place] : unrouted_).observe(response.status, took);
  }

 private:
  Metrics& metrics_;
  RouteTimes& unrouted_;
  std::span<const Route> routes_;
  std::vector<RouteTimes*> times_;
};

/// Observes the size of each batch that becomes durable while the subscription lives.
DurableProgress::Subscription watch_commits(Metrics&, DurableProgress&);
/// CPU time, memory, files and start of this process.
void watch_process(Metrics&);

/// Who may read /metrics: admins always, and whoever asks from this machine and through no proxy, or nobody
/// else, or anyone.
enum class MetricsAccess { Loopback, Admins, Anyone };

/// `GET /metrics`. `metrics` outlives the route.
std::vector<Route> metrics_routes(const Metrics&, MetricsAccess);

}  // namespace stoa::http
