#include "base/fields.h"
#include "feed/api.h"
#include "http/list_query.h"

namespace stoa::feed {

struct ReportDraft {
  Thing thing;
  ReportReason reason = ReportReason::Other;
  std::string note;
};
StructDescription describe(Described<ReportDraft>) {
  return fields("ReportDraft", field("thing", &ReportDraft::thing).help("article:12 or comment:{id}"),
                field("reason", &ReportDraft::reason),
                field("note", &ReportDraft::note)
                    .otherwise({})
                    .length(0, kLongestNote)
                    .help("What is wrong; needed with the reason `other`"));
}

namespace {
using http::Call;
using http::Response;

Result<Response> report(Call& call, const Api& api) {
  const auto draft = STOA_TRY(call.json<ReportDraft>());
  STOA_TRY(api.feed.reports.report(identity_of(call).name, draft.thing, draft.reason, draft.note));
  return http::no_content();
}

Result<Response> queue(Call& call, const Api& api) {
  const auto order = STOA_TRY(call.query<QueueOrder>("order")).value_or(QueueOrder::MostReported);
  const std::size_t limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.feed.reports.queue(order, limit, http::page_cursor(call))));
}

Result<Response> of_thing(Call& call, const Api& api) {
  const Thing thing = STOA_TRY(Thing::parse(call.parameter("thing")));
  const std::size_t limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.feed.reports.of(thing, limit, http::page_cursor(call))));
}

}  // namespace

std::vector<http::Route> report_routes(const Api& api) {
  using enum http::Method;
  using http::Access;
  return {
      {.method = Post,
       .path = "/api/reports",
       .access = Access::Member,
       .summary = "Tells the moderators that something is wrong with an article or a comment; once a person",
       .handler = [api](Call& call) { return report(call, api); },
       .takes = &schema_of<ReportDraft>(),
       .success = 204,
       .bucket = "report"},
      {.method = Get,
       .path = "/api/admin/reports",
       .access = Access::Admin,
       .summary = "What was reported and waits for a moderator",
       .handler = [api](Call& call) { return queue(call, api); },
       .returns = &schema_of<ReportQueue>(),
       .queries = http::page_queries(
           {{"order", "The most reported first, unless it says otherwise", &schema_of<QueueOrder>()}})},
      {.method = Get,
       .path = "/api/admin/reports/{thing}",
       .access = Access::Admin,
       .summary = "Who reported `article:12` or `comment:{id}`, and why, oldest first",
       .handler = [api](Call& call) { return of_thing(call, api); },
       .returns = &schema_of<ReportPage>(),
       .queries = http::page_queries()},
  };
}

}  // namespace stoa::feed
