#include "feed/pages_desk.h"
#include "http/list_query.h"

namespace stoa::feed {
namespace {

constexpr std::size_t kThingsAPage = 10;

Result<List> waiting(Call& call, const Front& front, const ReportQueue& queue) {
  const MeasuresForm form = blank_measures(front);
  List rows;
  for (const ReportedThing& reported : queue.things) {
    const ShownThing thing = STOA_TRY(look_at(front, reported.thing));
    Fields row = STOA_TRY(desk_fields(call, front, thing, form, std::int64_t(rows.size())));
    row.set("count", reported.reports).set("first", reported.first_at);
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<Response> queue_page(Call& call, const Front& front) {
  const auto order = STOA_TRY(call.query<QueueOrder>("order")).value_or(QueueOrder::MostReported);
  const auto queue = STOA_TRY(front.feed.reports.queue(order, kThingsAPage, http::page_cursor(call)));
  auto things = STOA_TRY(waiting(call, front, queue));
  Fields fields{{"at_reports", true}, {"oldest", order == QueueOrder::Oldest}, {"things", std::move(things)}};
  add_more(call, queue.next, fields);
  return front.pages.page(call, "admin/reports.html", fields);
}

}  // namespace

std::vector<http::Route> queue_pages(const Front& front) {
  return {desk_page(front, "/admin/reports", "What was reported and waits for a moderator", queue_page)};
}

}  // namespace stoa::feed
