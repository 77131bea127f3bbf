#include "http/metrics.h"

#include "base/guarded.h"

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

namespace stoa::http {
namespace {
using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr std::string_view kRequests = "stoa_http_request_duration_seconds";
constexpr std::uint64_t kMicro = 1'000, kMilli = 1'000'000, kSecond = 1'000'000'000;
constexpr auto kDurations = std::to_array<std::uint64_t>(
    {25 * kMicro, 50 * kMicro, 100 * kMicro, 250 * kMicro, 500 * kMicro, 1 * kMilli, 2'500 * kMicro,
     5 * kMilli, 10 * kMilli, 25 * kMilli, 50 * kMilli, 100 * kMilli, 250 * kMilli, 500 * kMilli, 1 * kSecond,
     2'500 * kMilli, 5 * kSecond, 10 * kSecond});
constexpr auto kSizes =
    std::to_array<std::uint64_t>({1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1'024, 2'048, 4'096, 8'192});

/// What the seconds of a histogram are counted in.
constexpr double kNanoseconds = 1e-9;

MetricType type_of(MetricRow::Kind kind) {
  switch (kind) {
    case MetricRow::Kind::Counter:
      return MetricType::Counter;
    case MetricRow::Kind::Gauge:
      return MetricType::Gauge;
    case MetricRow::Kind::Histogram:
      break;
  }
  return MetricType::Histogram;
}

ClientMetric labelled(const MetricRow& row, const std::vector<std::string>& values) {
  if (values.size() != row.labels.size())
    throw std::logic_error("a sample of " + std::string(row.name) + " has other labels than the table");
  ClientMetric metric;
  for (std::size_t i = 0; i < values.size(); ++i)
    metric.label.push_back({std::string(row.labels[i]), values[i]});
  return metric;
}

ClientMetric::Histogram exported(const Histogram& histogram, double unit) {
  const auto reading = histogram.read();
  ClientMetric::Histogram made;
  made.sample_sum = static_cast<double>(reading.sum) * unit;
  for (std::size_t i = 0; i < reading.counts.size(); ++i) {
    made.sample_count += reading.counts[i];
    const double bound = i < histogram.bounds().size() ? static_cast<double>(histogram.bounds()[i]) * unit
                                                       : std::numeric_limits<double>::infinity();
    made.bucket.push_back({made.sample_count, bound});
  }
  return made;
}

class PrometheusMetrics final : public Metrics {
 public:
  RouteTimes& route(std::string_view method, std::string_view path) override {
    return shared_.lock()->routes[{std::string(method), std::string(path)}];
  }

  Histogram& histogram(std::string_view name) override {
    const MetricRow& row = metric_row(name);
    return shared_.lock()->histograms.try_emplace(row.name, kSizes).first->second;
  }

  void watch(std::string_view name, std::function<double()> read) override {
    watch_each(name, [read = std::move(read)] { return std::vector<Sample>{{{}, read()}}; });
  }

  void watch_each(std::string_view name, std::function<std::vector<Sample>()> read) override {
    shared_.lock()->readers[metric_row(name).name] = std::move(read);
  }

  std::string text() const override {
    std::vector<MetricFamily> families;
    const auto shared = shared_.lock();
    for (const MetricRow& row : metric_table())
      if (MetricFamily family = collected(row, *shared); !family.metric.empty())
        families.push_back(std::move(family));
    std::ostringstream stream;
    prometheus::TextSerializer().Serialize(stream, families);
    return std::move(stream).str();
  }

 private:
  struct Shared {
    /// By method and path.
    std::map<std::pair<std::string, std::string>, RouteTimes> routes;
    std::map<std::string_view, Histogram> histograms;
    std::map<std::string_view, std::function<std::vector<Sample>()>> readers;
  };

  static MetricFamily collected(const MetricRow& row, const Shared& shared) {
    MetricFamily family{std::string(row.name), std::string(row.help), type_of(row.kind), {}};
    if (row.name == kRequests)
      collect_routes(row, shared, family);
    else if (const auto histogram = shared.histograms.find(row.name); histogram != shared.histograms.end()) {
      family.metric.emplace_back();
      family.metric.back().histogram = exported(histogram->second, 1);
    } else if (const auto reader = shared.readers.find(row.name); reader != shared.readers.end()) {
      for (const Sample& sample : reader->second()) {
        ClientMetric& metric = family.metric.emplace_back(labelled(row, sample.labels));
        metric.counter.value = metric.gauge.value = sample.value;
      }
    }
    return family;
  }

  /// Only the classes that a route has answered with.
  static void collect_routes(const MetricRow& row, const Shared& shared, MetricFamily& family) {
    for (const auto& [name, times] : shared.routes)
      for (std::size_t i = 0; i < times.classes().size(); ++i) {
        auto histogram = exported(times.classes()[i], kNanoseconds);
        if (histogram.sample_count == 0) continue;
        family.metric.push_back(labelled(row, {name.first, name.second, std::to_string(i + 1) + "xx"}));
        family.metric.back().histogram = std::move(histogram);
      }
  }

  /// Readers run under the lock: a figure that goes away is not read any more once watch() has replaced it.
  mutable Guarded<Shared> shared_;
};

bool is_loopback(std::string_view address) {
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

/// A proxy on this machine lends its address to all the world until http.proxies names it, and where the
/// header that it sets is one that we do not read, even then.
bool came_through_a_proxy(const Request& request) {
  constexpr std::string_view kSigns[] = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"};
  return std::ranges::any_of(kSigns, [&](std::string_view name) { return request.header(name).has_value(); });
}

bool may_read_unnamed(const Request& request, MetricsAccess access) {
  return access == MetricsAccess::Anyone ||
         (access == MetricsAccess::Loopback && is_loopback(request.client) && !came_through_a_proxy(request));
}

bool may_read(const Call& call, MetricsAccess access) {
  return call.viewer.role == Role::Admin || may_read_unnamed(call.request, access);
}

}  // namespace

RouteTimes::RouteTimes()
    : classes_{Histogram(kDurations), Histogram(kDurations), Histogram(kDurations), Histogram(kDurations),
               Histogram(kDurations)} {}

std::unique_ptr<Metrics> Metrics::make() {
  return std::make_unique<PrometheusMetrics>();
}

void RequestTimes::follow(std::span<const Route> routes) {
  routes_ = routes;
  times_.clear();
  for (const Route& route : routes) times_.push_back(&metrics_.route(name_of(route.method), route.path));
}

DurableProgress::Subscription watch_commits(Metrics& metrics, DurableProgress& progress) {
  Histogram& sizes = metrics.histogram("stoa_commit_batch_transactions");
  return progress.subscribe([&sizes, before = progress.reached()](Sequence reached) mutable {
    if (reached > before) sizes.observe(reached - before);
    before = reached;
  });
}

std::vector<Route> metrics_routes(const Metrics& metrics, MetricsAccess access) {
  return {{.method = Method::Get,
           .path = "/metrics",
           .kind = Kind::Plumbing,
           .summary = "Figures for Prometheus",
           .handler = [&metrics, access](Call& call) -> Result<Response> {
             if (!may_read(call, access))
               return Error{Error::Kind::Forbidden, "metrics.access",
                            "metrics are for admins; the option metrics.access says from where else"};
             return Response{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                             .body = metrics.text()};
           },
           .asks_who = [access](const Request& request) { return !may_read_unnamed(request, access); }}};
}

}  // namespace stoa::http
