#include "cli/job_routes.h"

#include "base/described.h"
#include "base/fields.h"

namespace stoa::cli {

/// A job as the API shows it.
struct JobView {
  std::string name;
  std::string meaning;
  clockwork::Scope scope = clockwork::Scope::Node;
  double interval_seconds = 0;
  bool running = false;
  std::optional<Time> last_start;
  std::optional<Time> last_success;
  double last_duration_seconds = 0;
  std::int64_t last_done = 0;
  std::optional<std::string> last_error;
  Time next_start{};
  std::int64_t runs = 0;
  std::int64_t failures = 0;
  std::int64_t left_to_others = 0;
};

struct JobList {
  std::vector<JobView> jobs;
};

StructDescription describe(Described<JobView>) {
  return fields(
      "Job", field("name", &JobView::name), field("meaning", &JobView::meaning),
      field("scope", &JobView::scope).help("Whether every node runs it for itself, or one of them at a time"),
      field("interval_seconds", &JobView::interval_seconds).help("From one start to the next"),
      field("running", &JobView::running), field("last_start", &JobView::last_start),
      field("last_success", &JobView::last_success),
      field("last_duration_seconds", &JobView::last_duration_seconds),
      field("last_done", &JobView::last_done).help("How much the last run did"),
      field("last_error", &JobView::last_error).help("Absent when the last run went well"),
      field("next_start", &JobView::next_start), field("runs", &JobView::runs),
      field("failures", &JobView::failures),
      field("left_to_others", &JobView::left_to_others)
          .help("How often another node had it when it was due here"));
}

StructDescription describe(Described<JobList>) {
  return fields("JobList", field("jobs", &JobList::jobs));
}

}  // namespace stoa::cli

namespace stoa::clockwork {

EnumDescription describe(Described<Scope>) {
  return names({{"node", Scope::Node}, {"cluster", Scope::Cluster}});
}

}  // namespace stoa::clockwork

namespace stoa::cli {
namespace {
using http::Call;
using http::Response;

JobView view_of(const clockwork::JobState& job) {
  return {.name = job.name,
          .meaning = job.meaning,
          .scope = job.scope,
          .interval_seconds = to_seconds(job.interval),
          .running = job.running,
          .last_start = job.last_start,
          .last_success = job.last_success,
          .last_duration_seconds = to_seconds(job.last_duration),
          .last_done = static_cast<std::int64_t>(job.last_done),
          .last_error = job.last_error ? std::optional(job.last_error->message) : std::nullopt,
          .next_start = job.next_start,
          .runs = static_cast<std::int64_t>(job.runs),
          .failures = static_cast<std::int64_t>(job.failures),
          .left_to_others = static_cast<std::int64_t>(job.left_to_others)};
}

JobList list_of(const clockwork::Clockwork& clockwork) {
  JobList list;
  for (const auto& job : clockwork.states()) list.jobs.push_back(view_of(job));
  return list;
}

http::Fields row_of(const clockwork::JobState& job, const http::Pages& pages, http::Language language) {
  const auto meaning = pages.find(language, "job." + job.name);
  http::Fields row{{"name", job.name},
                   {"meaning", meaning.value_or(job.meaning)},
                   {"in_english", !meaning},
                   {"running", job.running},
                   {"well", !job.running && !job.last_error && job.last_success.has_value()},
                   {"runs", job.runs},
                   {"failures", job.failures},
                   {"milliseconds", static_cast<double>(job.last_duration.count()) / 1e3}};
  if (job.last_error) row.set("trouble", job.last_error->message);
  if (job.last_start) row.set("started", http::Fields{{"when", *job.last_start}});
  if (!job.other_node.empty()) row.set("other_node", job.other_node);
  return row;
}

Response jobs_page(Call& call, const clockwork::Clockwork& clockwork, const http::Pages& pages) {
  http::List rows;
  for (const auto& job : clockwork.states()) rows.push_back(row_of(job, pages, call.language));
  return pages.page(call, "admin/jobs.html",
                    {{"jobs", std::move(rows)}, {"csrf", call.csrf()}, {"at_jobs", true}});
}

Result<Response> run_from_page(Call& call, clockwork::Clockwork& clockwork, const http::Pages& pages) {
  STOA_TRY(clockwork.run_now(call.parameter("job")));
  pages.flash(call, http::Flash::Kind::Good, "jobs.asked", {{"job", call.parameter("job")}});
  return http::see_other("/admin/jobs");
}

Result<Response> run_from_api(Call& call, clockwork::Clockwork& clockwork) {
  STOA_TRY(clockwork.run_now(call.parameter("job")));
  return http::json(list_of(clockwork), 202);
}

}  // namespace

std::vector<http::Route> job_routes(clockwork::Clockwork& clockwork, const http::Pages& pages) {
  using enum http::Method;
  using http::Access;
  using http::Kind;
  return {
      {.method = Get,
       .path = "/api/admin/jobs",
       .access = Access::Admin,
       .summary = "The background jobs of the node that answers",
       .handler = [&clockwork](Call&) { return http::json(list_of(clockwork)); },
       .returns = &schema_of<JobList>()},
      {.method = Post,
       .path = "/api/admin/jobs/{job}/run",
       .access = Access::Admin,
       .summary = "Makes a background job due at once",
       .handler = [&clockwork](Call& call) { return run_from_api(call, clockwork); },
       .returns = &schema_of<JobList>(),
       .success = 202},
      {.method = Get,
       .path = "/admin/jobs",
       .kind = Kind::Page,
       .access = Access::Admin,
       .summary = "The background jobs",
       .handler = [&clockwork, &pages](Call& call) { return jobs_page(call, clockwork, pages); }},
      {.method = Post,
       .path = "/admin/jobs/{job}/run",
       .kind = Kind::Page,
       .access = Access::Admin,
       .summary = "Makes a background job due at once",
       .handler = [&clockwork, &pages](Call& call) { return run_from_page(call, clockwork, pages); },
       .form = std::vector<std::string>()},
  };
}

}  // namespace stoa::cli
