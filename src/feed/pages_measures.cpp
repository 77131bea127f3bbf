#include "base/rfc3339.h"
#include "feed/api.h"
#include "feed/moderation_measure.h"
#include "feed/pages_complaints.h"
#include "feed/pages_desk.h"

namespace stoa::feed {
namespace {

constexpr std::size_t kEntriesShown = 10;

Result<Response> shown(Call& call, const Front& front, const Thing& thing, const MeasuresForm& form,
                       int status) {
  const ShownThing seen = STOA_TRY(look_at(front, thing));
  const auto log = STOA_TRY(front.feed.moderation.log(thing, kEntriesShown, ""));
  Fields fields = STOA_TRY(desk_fields(call, front, seen, form, 0));
  fields.set("at_reports", true)
      .set("any_entries", !log.entries.empty())
      .set("entries", STOA_TRY(entries_of(call, front, log.entries)));
  return front.pages.page(call, "admin/moderate.html", fields, {.status = status});
}

Result<Response> one(Call& call, const Front& front) {
  const Thing thing = STOA_TRY(Thing::parse(call.query("thing").value_or("")));
  return shown(call, front, thing, blank_measures(front), 200);
}

std::optional<Time> date_of(const std::string& text) {
  const auto midnight = parse_rfc3339(text + "T00:00:00Z");
  return midnight.ok() ? std::optional(*midnight) : std::nullopt;
}

Result<Response> refused(Call& call, const Front& front, const Decision& decision, const Error& error) {
  const auto complaint = complaint_of(front.pages, call.language, error);
  if (!complaint) return error;
  MeasuresForm form{.reason = decision.reason, .until = call.form("until").value_or("")};
  (complaint->field == "until" ? form.wrong_until : form.wrong_reason) = complaint->text;
  return shown(call, front, decision.thing, form, 422);
}

std::string address_after(const Call& call, const Thing& thing) {
  const auto back = call.form("back");
  if (back == "queue") return "/admin/reports";
  if (back == "bans") return "/admin/bans";
  return desk_address(thing);
}

Result<Response> moderate(Call& call, const Front& front) {
  Decision decision{.thing = STOA_TRY(Thing::parse(call.form("thing").value_or(""))),
                    .reason = call.form("reason").value_or(""),
                    .until = date_of(call.form("until").value_or(""))};
  const auto measure = STOA_TRY(call.form<Measure>("action"));
  if (!measure) return Error{Error::Kind::Invalid, "request.form", "action: say what to do"};
  decision.measure = *measure;
  const auto done = carry_out(front.feed, identity_of(call), decision);
  if (!done.ok()) return refused(call, front, decision, done.error());
  front.pages.flash(call, Flash::Kind::Good, "moderation.done");
  return http::see_other(address_after(call, decision.thing));
}

}  // namespace

std::vector<http::Route> measure_pages(const Front& front) {
  auto act = http::form_route(front, "/admin/moderate", "Does something about a thing, and says why",
                              {"thing", "action", "reason", "until", "back"}, moderate);
  act.access = http::Access::Admin;
  return {desk_page(front, "/admin/moderate", "One thing, and what can be done about it", one), act};
}

}  // namespace stoa::feed
