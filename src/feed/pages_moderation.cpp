#include "base/rfc3339.h"
#include "feed/pages_desk.h"
#include "http/list_query.h"
#include "http/percent.h"
#include "http/site.h"

namespace stoa::feed {
namespace {

constexpr std::size_t kReportsShown = 5;
constexpr auto kUsualBan = std::chrono::hours(7 * 24);
constexpr std::size_t kDateLetters = 10;

template <class Enum>
std::string name_of(Enum value) {
  for (const auto& one : schema_of<Enum>().enumeration.names)
    if (one.value == static_cast<std::int64_t>(value)) return std::string(one.name);
  return {};
}

Result<List> reports_of(Call& call, const Front& front, const Thing& thing) {
  List rows;
  const ReportPage page = STOA_TRY(front.feed.reports.of(thing, kReportsShown, ""));
  for (const Report& report : page.reports)
    rows.push_back({{"by", report.by},
                    {"when", report.at},
                    {"reason", front.pages.say(call.language, "report.reason_" + name_of(report.reason))},
                    {"note", report.note}});
  return rows;
}

}  // namespace

MeasuresForm blank_measures(const Front& front) {
  return {.until = to_rfc3339(front.clock.now() + kUsualBan).substr(0, kDateLetters)};
}

Result<Fields> desk_fields(Call& call, const Front& front, const ShownThing& thing, const MeasuresForm& form,
                           std::int64_t place) {
  Fields fields = fields_of(thing);
  List reports = STOA_TRY(reports_of(call, front, thing.thing));
  fields.set("place", place)
      .set("reported", !reports.empty())
      .set("reports", std::move(reports))
      .set("typed_reason", form.reason)
      .set("typed_until", form.until)
      .set("wrong_reason", form.wrong_reason)
      .set("wrong_until", form.wrong_until)
      .set("count", http::Value())
      .set("waiting", STOA_TRY(front.feed.reports.is_waiting(thing.thing)))
      .set("csrf", call.csrf());
  return fields;
}

std::string desk_address(const Thing& thing) {
  std::string address = "/admin/moderate";
  http::append_query("thing", thing.text(), address);
  return address;
}

http::Route desk_page(const Front& front, std::string path, std::string summary, http::PageWork<Front> work) {
  http::Route route = http::page_route(front, std::move(path), std::move(summary), work);
  route.access = http::Access::Admin;
  return route;
}

void add_more(const Call& call, const std::string& next, Fields& to) {
  if (!next.empty()) to.set("more", http::with_cursor(call, next));
  if (!http::page_cursor(call).empty()) to.set("beginning", http::with_cursor(call, {}));
}

std::vector<http::Route> moderation_pages(const Front& front) {
  return http::joined({queue_pages(front), measure_pages(front), ban_pages(front), log_pages(front)});
}

}  // namespace stoa::feed
