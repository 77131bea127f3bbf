#include "feed/api.h"
#include "feed/pages_complaints.h"
#include "feed/pages_thing.h"
#include "http/page_form.h"

namespace stoa::feed {
namespace {

List reasons(const Call& call, const Front& front) {
  const std::string chosen = call.form("reason").value_or("");
  List rows;
  for (const auto& reason : schema_of<ReportReason>().enumeration.names) {
    const std::string name(reason.name);
    rows.push_back({{"value", name},
                    {"text", front.pages.say(call.language, "report.reason_" + name)},
                    {"chosen", name == chosen}});
  }
  return rows;
}

http::PageForm form_of(Call& call, const Front& front) {
  return {call,
          front.pages,
          {{.name = "note",
            .label = "report.note",
            .help = "report.note_help",
            .size = http::FormField::Size::Lines}}};
}

/// NotFound for what nobody can see, or only a few.
Result<ShownThing> thing_of(const Front& front, const std::string& text) {
  const Thing thing = STOA_TRY(Thing::parse(text));
  ShownThing shown = STOA_TRY(look_at(front, thing));
  if (shown.sight == ShownThing::Sight::All) return shown;
  return Error{Error::Kind::NotFound, "thing.absent", "there is nothing to report"};
}

Result<Response> shown(Call& call, const Front& front, const ShownThing& thing, const http::PageForm& form,
                       http::Value reason_error, int status) {
  Fields fields = form.fields();
  fields.set("in_feed", true)
      .set("reported", fields_of(thing))
      .set("reasons", reasons(call, front))
      .set("reason_error", std::move(reason_error));
  return front.pages.page(call, "feed/report.html", fields, {.status = status});
}

Result<Response> report_form(Call& call, const Front& front) {
  const ShownThing thing = STOA_TRY(thing_of(front, call.query("thing").value_or("")));
  return shown(call, front, thing, form_of(call, front), {}, 200);
}

Result<Response> with_complaint(Call& call, const Front& front, const ShownThing& thing,
                                const Complaint& complaint, int status) {
  http::PageForm form = form_of(call, front);
  form.complain(complaint.field, complaint.text);
  return shown(call, front, thing, form,
               complaint.field == "reason" ? http::Value(complaint.text) : http::Value(), status);
}

Result<Response> report(Call& call, const Front& front) {
  const ShownThing thing = STOA_TRY(thing_of(front, call.form("thing").value_or("")));
  const auto reason = call.form<ReportReason>("reason");
  if (!reason.ok() || !*reason)
    return with_complaint(call, front, thing,
                          {"reason", front.pages.say(call.language, "report.wrong_reason")}, 422);
  const auto done = front.feed.reports.report(identity_of(call).name, thing.thing, **reason,
                                              call.form("note").value_or(""));
  if (done.ok()) {
    front.pages.flash(call, Flash::Kind::Good, "report.thanks");
    return http::see_other(address_of(thing.thing));
  }
  const auto complaint = complaint_of(front.pages, call.language, done.error());
  if (!complaint) return done.error();
  return with_complaint(call, front, thing, *complaint,
                        done.error().kind == Error::Kind::Conflict ? 409 : 422);
}

}  // namespace

std::vector<http::Route> report_pages(const Front& front) {
  auto show = http::page_route(front, "/feed/report", "The form that reports an article or a comment", report_form);
  auto send = http::form_route(front, "/feed/report", "Tells the moderators what is wrong with it",
                               {"thing", "reason", "note"}, report);
  show.access = send.access = http::Access::Member;
  send.bucket = "report";
  return {show, send};
}

}  // namespace stoa::feed
