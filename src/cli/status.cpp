#include "cli/status.h"

#include "cli/version.h"

#include <fmt/format.h>
#include <unistd.h>

namespace stoa::cli {
namespace {

std::string answer_of(const Result<void>& ping) {
  return ping.ok() ? "ok" : ping.error().message;
}

std::string last_result(const clockwork::JobState& job) {
  if (job.last_error) return job.last_error->message;
  if (job.running) return "running";
  if (!job.other_node.empty()) return "at " + job.other_node;
  return job.last_start ? fmt::format("ok, {} done", job.last_done) : "not yet run here";
}

void list_jobs(const clockwork::Clockwork& clockwork, Audience& audience) {
  constexpr std::string_view kRow = "  {:<20} {:>9} {:>9} {:>9}  {}";
  audience.line(fmt::format(kRow, "JOB", "RUNS", "FAILURES", "LAST", "RESULT"));
  for (const auto& job : clockwork.states())
    audience.line(fmt::format(kRow, job.name, job.runs, job.failures,
                              fmt::format("{:.1f} ms", static_cast<double>(job.last_duration.count()) / 1e3),
                              last_result(job)));
}

}  // namespace

Result<ExitCode> show_status(Premises& premises, const std::string&, Audience& audience) {
  Engines& engines = premises.engines;
  const auto disk = engines.figures();
  audience.line(version_line());
  audience.line(premises.live() ? fmt::format("serving as process {}", ::getpid()) : "not serving");
  const auto keyspace = engines.keyspace().ping(), records = engines.records().ping();
  audience.line(fmt::format("keyspace  {:<9} {}", engines.keyspace_name(), answer_of(keyspace)));
  audience.line(fmt::format("records   {:<9} {}", engines.records_name(), answer_of(records)));
  audience.line(fmt::format("store     {} transactions, {} not on disk yet, {} batches, {} bytes queued",
                            disk.submitted, disk.submitted - disk.durable, disk.batches, disk.queued_bytes));
  if (premises.clockwork) list_jobs(*premises.clockwork, audience);
  return keyspace.ok() && records.ok() ? ExitCode::Done : ExitCode::Failed;
}

Result<ExitCode> run_job_now(Premises& premises, const std::string& job, Audience& audience) {
  if (!premises.clockwork)
    return Error{Error::Kind::Unavailable, "control.no_server",
                 "no server runs on this data directory; start it first"};
  STOA_TRY(premises.clockwork->run_now(job));
  audience.line(job + " runs as soon as a thread is free; `stoa status` shows how it went");
  return ExitCode::Done;
}

}  // namespace stoa::cli
