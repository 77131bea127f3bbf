#include "http/metric_table.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace stoa::http {

std::span<const MetricRow> metric_table() {
  using enum MetricRow::Kind;
  static const std::vector<MetricRow> table = {
      {"stoa_http_request_duration_seconds",
       Histogram,
       "From a request's head to its answer, sent.",
       {"method", "route", "status"}},
      {"stoa_http_connections", Gauge, "Open connections."},
      {"stoa_http_parked_connections", Gauge, "Connections whose answer waits for the disk."},
      {"stoa_http_pool_busy", Gauge, "Threads of the pool that work on a request."},
      {"stoa_http_pool_queue", Gauge, "Requests that wait for a thread of the pool."},
      {"stoa_durable_lag_transactions", Gauge, "Transactions that were submitted and are not on disk yet."},
      {"stoa_commit_queue_bytes", Gauge, "Bytes on their way to the disk."},
      {"stoa_commit_batch_transactions", Histogram, "Transactions that one sync made durable."},
      {"stoa_commit_batches_total", Counter, "Batches that were made durable."},
      {"stoa_commit_unwritten_seconds", Gauge,
       "How long the oldest transaction has been waiting that would be lost if the process died now."},
      {"stoa_commit_late_writes_total", Counter,
       "Writes at whose end that was longer than relaxed work should ever wait."},
      {"stoa_keyspace_keys", Gauge, "Keys in the keyspace."},
      {"stoa_records_documents", Gauge, "Documents in a collection.", {"collection"}},
      {"stoa_engine_ready", Gauge, "1 while the engine serves.", {"port", "engine"}},
      {"stoa_clockwork_runs_total", Counter, "Runs of a background job.", {"job"}},
      {"stoa_clockwork_failures_total", Counter, "Runs of a background job that failed.", {"job"}},
      {"stoa_clockwork_duration_seconds", Gauge, "How long the job's last run took.", {"job"}},
      {"stoa_clockwork_last_success_timestamp_seconds",
       Gauge,
       "When the job last ended well; 0: never.",
       {"job"}},
      {"stoa_page_cache_answers_total",
       Counter,
       "Product pages by where they came from: hit, miss (rendered and kept), shared (another's rendering), "
       "passed (rendered and not kept).",
       {"outcome"}},
      {"stoa_build_info", Gauge, "1; the version is the label.", {"version"}},
      {"process_cpu_seconds_total", Counter, "User and system time of the process."},
      {"process_resident_memory_bytes", Gauge, "Memory that the process has in RAM."},
      {"process_open_fds", Gauge, "Files and sockets that are open."},
      {"process_start_time_seconds", Gauge, "When the process started."},
  };
  return table;
}

const MetricRow& metric_row(std::string_view name) {
  const auto table = metric_table();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const MetricRow& row) { return row.name == name; });
  if (found == table.end()) throw std::logic_error("no metric '" + std::string(name) + "' in the table");
  return *found;
}

}  // namespace stoa::http
