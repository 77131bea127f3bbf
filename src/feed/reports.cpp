#include "feed/reports.h"

#include "base/fields.h"
#include "feed/comments.h"
#include "feed/wording.h"
#include "records/collections.h"
#include "records/typed.h"

namespace stoa::feed {
namespace {
using records::collections::reported_things;
using records::collections::reports;

Result<std::string> read_note(ReportReason reason, const std::string& note) {
  const auto empty = reason == ReportReason::Other ? Wording::Empty::Refused : Wording::Empty::Allowed;
  return read_wording(
      {.code = "report.note", .what = "the note", .most = kLongestNote, .lines = Lines::Many, .empty = empty},
      note);
}

Result<void> check_comment(records::Reader& reader, const CommentId& id) {
  const Comment comment = STOA_TRY(find_comment(reader, id));
  if (comment.state != CommentState::Shown) return comment_absent();
  return {};
}

Result<void> put_into_queue(records::Tx& tx, const Report& report) {
  auto waiting = STOA_TRY(records::get<ReportedThing>(tx, reported_things(), report.thing.text()));
  if (!waiting)
    return records::insert(tx, reported_things(), ReportedThing{report.thing, 1, report.at, report.at});
  ++waiting->reports;
  waiting->last_at = report.at;
  return records::replace(tx, reported_things(), *waiting);
}

}  // namespace

EnumDescription describe(Described<ReportReason>) {
  return names({{"spam", ReportReason::Spam},
                {"abuse", ReportReason::Abuse},
                {"illegal", ReportReason::Illegal},
                {"off_topic", ReportReason::OffTopic},
                {"other", ReportReason::Other}});
}

StructDescription describe(Described<Report>) {
  return fields("Report", field("id", &Report::id).stored_as("_id").documents_only(),
                field("thing", &Report::thing), field("by", &Report::by), field("reason", &Report::reason),
                field("note", &Report::note), field("at", &Report::at));
}

StructDescription describe(Described<ReportedThing>) {
  return fields("ReportedThing", field("thing", &ReportedThing::thing).stored_as("_id"),
                field("reports", &ReportedThing::reports), field("first_at", &ReportedThing::first_at),
                field("last_at", &ReportedThing::last_at));
}

EnumDescription describe(Described<QueueOrder>) {
  return names({{"most_reported", QueueOrder::MostReported}, {"oldest", QueueOrder::Oldest}});
}

StructDescription describe(Described<ReportQueue>) {
  return fields("ReportQueue", field("things", &ReportQueue::things), field("next", &ReportQueue::next));
}

StructDescription describe(Described<ReportPage>) {
  return fields("ReportPage", field("reports", &ReportPage::reports), field("next", &ReportPage::next));
}

Result<void> Reports::report(const Shortcode& by, const Thing& thing, ReportReason reason,
                             const std::string& note) {
  const std::string said = STOA_TRY(read_note(reason, note));
  const Report report{thing.text() + '|' + by.text(), thing, by, reason, said, clock_.now()};
  if (std::holds_alternative<Shortcode>(thing.id()))
    return Error{Error::Kind::Invalid, "report.thing", "report what somebody wrote, not the person"};
  return records_.transact([&](records::Tx& tx) -> Result<void> {
    // Here, so that who takes the article away and then out of the queue finds the report there.
    if (const auto* article = std::get_if<ArticleId>(&thing.id()))
      STOA_TRY(check_readable(keyspace_.read(), *article));
    if (const auto* comment = std::get_if<CommentId>(&thing.id())) STOA_TRY(check_comment(tx, *comment));
    if (STOA_TRY(tx.get(reports(), report.id)))
      return Error{Error::Kind::Conflict, "report.twice",
                   "you have reported this already; the moderators will look at it"};
    STOA_TRY(records::insert(tx, reports(), report));
    return put_into_queue(tx, report);
  });
}

Result<void> Reports::forget(const Thing& thing) {
  return records_.transact([&](records::Tx& tx) -> Result<void> {
    STOA_TRY(tx.remove(reported_things(), thing.text()));
    return {};
  });
}

Result<ReportQueue> Reports::queue(QueueOrder order, std::size_t limit, std::string cursor) {
  auto page = STOA_TRY(
      records::find<ReportedThing>(records_.read(), reported_things(),
                                   {.index = order == QueueOrder::Oldest ? "first_at" : "reports_first_at",
                                    .limit = limit,
                                    .cursor = std::move(cursor)}));
  return ReportQueue{std::move(page.documents), std::move(page.next)};
}

Result<bool> Reports::is_waiting(const Thing& thing) {
  return STOA_TRY(records_.read().get(reported_things(), thing.text())).has_value();
}

Result<ReportPage> Reports::of(const Thing& thing, std::size_t limit, std::string cursor) {
  auto page = STOA_TRY(records::find<Report>(
      records_.read(), reports(),
      {.index = "thing_at", .equal = {thing.text()}, .limit = limit, .cursor = std::move(cursor)}));
  return ReportPage{std::move(page.documents), std::move(page.next)};
}

}  // namespace stoa::feed
