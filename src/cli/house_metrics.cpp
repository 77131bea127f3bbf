#include "cli/house_metrics.h"

#include "base/durability.h"
#include "cli/version.h"
#include "records/collections.h"

namespace stoa::cli {
namespace {
using http::Sample;

/// Figures are as of now: they do not wait for the disk to take what they count.
using OfNow = DeferredDurability;

std::vector<Sample> document_counts(Engines& engines) {
  const OfNow unawaited;
  std::vector<Sample> samples;
  for (const auto* collection : records::all_collections())
    if (const auto size = engines.records().read().size(*collection); size.ok())
      samples.push_back({{std::string(collection->name)}, static_cast<double>(*size)});
  return samples;
}

std::vector<Sample> readiness_of(const http::Readiness& readiness) {
  std::vector<Sample> samples;
  for (const auto& engine : readiness.states())
    samples.push_back({{engine.port, engine.name}, engine.trouble ? 0.0 : 1.0});
  return samples;
}

/// One figure of each job.
auto of_each_job(const clockwork::Clockwork& clockwork, double (*figure)(const clockwork::JobState&)) {
  return [&clockwork, figure] {
    std::vector<Sample> samples;
    for (const auto& job : clockwork.states()) samples.push_back({{job.name}, figure(job)});
    return samples;
  };
}

}  // namespace

void KeyCount::look() {
  const OfNow unawaited;
  const auto size = engines_.keyspace().size();
  last_ = size.ok() ? static_cast<std::int64_t>(*size) : -1;
}

std::vector<Sample> KeyCount::samples() {
  if (!engines_.keyspace_is_shared()) look();
  const std::int64_t keys = last_;
  if (keys < 0) return {};
  return {{{}, static_cast<double>(keys)}};
}

void watch_engines(http::Metrics& metrics, Engines& engines, const http::Readiness& readiness,
                   KeyCount& keys) {
  metrics.watch("stoa_durable_lag_transactions", [&engines] {
    const auto disk = engines.figures();
    return static_cast<double>(disk.submitted - disk.durable);
  });
  metrics.watch("stoa_commit_queue_bytes",
                [&engines] { return static_cast<double>(engines.figures().queued_bytes); });
  metrics.watch("stoa_commit_batches_total",
                [&engines] { return static_cast<double>(engines.figures().batches); });
  metrics.watch("stoa_commit_unwritten_seconds",
                [&engines] { return to_seconds(engines.figures().oldest_unwritten); });
  metrics.watch("stoa_commit_late_writes_total",
                [&engines] { return static_cast<double>(engines.figures().late_writes); });
  metrics.watch_each("stoa_keyspace_keys", [&keys] { return keys.samples(); });
  metrics.watch_each("stoa_records_documents", [&engines] { return document_counts(engines); });
  metrics.watch_each("stoa_engine_ready", [&readiness] { return readiness_of(readiness); });
  metrics.watch_each("stoa_build_info", [] { return std::vector<Sample>{{{std::string(version())}, 1.0}}; });
}

void watch_jobs(http::Metrics& metrics, const clockwork::Clockwork& clockwork) {
  using JobState = clockwork::JobState;
  metrics.watch_each("stoa_clockwork_runs_total", of_each_job(clockwork, [](const JobState& job) {
                       return static_cast<double>(job.runs);
                     }));
  metrics.watch_each("stoa_clockwork_failures_total", of_each_job(clockwork, [](const JobState& job) {
                       return static_cast<double>(job.failures);
                     }));
  metrics.watch_each("stoa_clockwork_duration_seconds", of_each_job(clockwork, [](const JobState& job) {
                       return to_seconds(job.last_duration);
                     }));
  metrics.watch_each("stoa_clockwork_last_success_timestamp_seconds",
                     of_each_job(clockwork, [](const JobState& job) {
                       return job.last_success ? to_unix_seconds(*job.last_success) : 0.0;
                     }));
}

void watch_shop(http::Metrics& metrics, const shop::Shop& shop) {
  metrics.watch_each("stoa_page_cache_answers_total", [&shop] {
    const auto counts = shop.pages.counts();
    const auto sample = [](std::string outcome, std::uint64_t count) {
      return Sample{{std::move(outcome)}, static_cast<double>(count)};
    };
    return std::vector<Sample>{sample("hit", counts.hits), sample("miss", counts.misses),
                               sample("shared", counts.shared), sample("passed", counts.passed)};
  });
}

void watch_server(http::Metrics& metrics, const http::Server& server) {
  metrics.watch("stoa_http_connections",
                [&server] { return static_cast<double>(server.figures().connections); });
  metrics.watch("stoa_http_parked_connections",
                [&server] { return static_cast<double>(server.figures().parked); });
  metrics.watch("stoa_http_pool_busy", [&server] { return static_cast<double>(server.figures().pool_busy); });
  metrics.watch("stoa_http_pool_queue",
                [&server] { return static_cast<double>(server.figures().pool_queued); });
}

}  // namespace stoa::cli
