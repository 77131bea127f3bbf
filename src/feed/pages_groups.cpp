#include "feed/api.h"
#include "feed/pages_complaints.h"
#include "http/list_query.h"
#include "http/page_form.h"

namespace stoa::feed {
namespace {

List rows_of(const std::vector<Group>& groups, const std::optional<accounts::Identity>& who) {
  List rows;
  for (const Group& group : groups)
    rows.push_back({{"group", group.name.text()},
                    {"description", group.description},
                    {"articles", group.articles},
                    {"creator", group.creator},
                    {"theirs", who && may_describe(*who, group).ok()}});
  return rows;
}

Result<Response> list_groups(Call& call, const Front& front) {
  const GroupPage page = STOA_TRY(front.feed.groups.page(kMostGroupsAPage, http::page_cursor(call)));
  return front.pages.page(
      call, "feed/groups.html",
      {{"in_feed", true},
       {"continued", call.query("cursor").has_value()},
       {"start", http::with_cursor(call, "")},
       {"more", page.next.empty() ? http::Value() : http::Value(http::with_cursor(call, page.next))},
       {"any", !page.groups.empty()},
       {"groups", rows_of(page.groups, viewer_of(call))}});
}

http::PageForm new_form(Call& call, const Front& front) {
  return {call,
          front.pages,
          {{"name", "group.name", "group.name_help"},
           {.name = "description", .label = "group.description", .help = "group.description_help"}}};
}

Result<Response> shown_new(Call& call, const Front& front, const http::PageForm& form) {
  Fields fields = form.fields();
  fields.set("in_feed", true).set("key", Token::make().text());
  return front.pages.page(call, "feed/group_new.html", fields, {.status = form.status()});
}

Result<Response> new_page(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  return shown_new(call, front, new_form(call, front));
}

Result<Group> created(const Call& call, const Front& front) {
  const GroupName name = STOA_TRY(GroupName::parse(call.form("name").value_or("")));
  return front.feed.groups.create(identity_of(call), {name, call.form("description").value_or("")});
}

Result<Response> create(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const auto group = created(call, front);
  if (group.ok()) {
    front.pages.flash(call, Flash::Kind::Good, "group.created", {{"name", group->name.text()}});
    return http::see_other("/feed/groups/" + group->name.text());
  }
  auto complaint = complaint_of(front.pages, call.language, group.error());
  if (!complaint) return group.error();
  http::PageForm form = new_form(call, front);
  form.complain(complaint->field, std::move(complaint->text));
  return shown_new(call, front, form);
}

http::PageForm description_form(Call& call, const Front& front, const Group& group) {
  return {
      call, front.pages, {{"description", "group.description", "group.description_help", group.description}}};
}

/// Forbidden (`group.not_yours`).
Result<Group> group_to_describe(const Call& call, const Front& front) {
  const GroupName name = STOA_TRY(group_of(call));
  Group group = STOA_TRY(front.feed.groups.find(name));
  STOA_TRY(may_describe(identity_of(call), group));
  return group;
}

Result<Response> shown_edit(Call& call, const Front& front, const Group& group, const http::PageForm& form) {
  Fields fields = form.fields();
  fields.set("in_feed", true).set("group", group.name.text());
  return front.pages.page(call, "feed/group_edit.html", fields, {.status = form.status()});
}

Result<Response> edit_group_page(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Group group = STOA_TRY(group_to_describe(call, front));
  return shown_edit(call, front, group, description_form(call, front, group));
}

Result<Response> edit_group(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Group group = STOA_TRY(group_to_describe(call, front));
  const auto changed =
      front.feed.groups.change(identity_of(call), group.name, call.form("description").value_or(""));
  if (changed.ok()) {
    front.pages.flash(call, Flash::Kind::Good, "group.changed");
    return http::see_other("/feed/groups/" + group.name.text());
  }
  auto complaint = complaint_of(front.pages, call.language, changed.error());
  if (!complaint) return changed.error();
  http::PageForm form = description_form(call, front, group);
  form.complain(complaint->field, std::move(complaint->text));
  return shown_edit(call, front, group, form);
}

}  // namespace

std::vector<http::Route> group_pages(const Front& front) {
  auto groups = http::page_route(front, "/feed/groups",
                                 "The groups, the 200 with most articles first, then by name", list_groups);
  auto blank = http::page_route(front, "/feed/groups/new", "The form of a new group", new_page);
  auto make = http::form_route(front, "/feed/groups/new", "A new group; ten a person",
                               {"name", "description"}, create);
  auto words = http::page_route(front, "/feed/groups/{group}/edit", "The form that describes a group",
                                edit_group_page);
  auto describe = http::form_route(front, "/feed/groups/{group}/edit", "Describes a group you created",
                                   {"description"}, edit_group);
  blank.access = make.access = words.access = describe.access = http::Access::Member;
  make.idempotency = http::Idempotency::Optional;
  make.bucket = "post";
  make.bucket_of_attempts = "article";
  describe.bucket = "article";
  return {groups, blank, make, words, describe};
}

}  // namespace stoa::feed
