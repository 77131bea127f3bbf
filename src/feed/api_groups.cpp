#include "base/fields.h"
#include "feed/api.h"
#include "http/list_query.h"

namespace stoa::feed {

StructDescription describe(Described<GroupPage>) {
  return fields("GroupList", field("groups", &GroupPage::groups),
                field("next", &GroupPage::next).help("The cursor of the next page; empty at the end"));
}

struct GroupDescription {
  std::string description;
};
StructDescription describe(Described<GroupDescription>) {
  return fields("GroupDescription", field("description", &GroupDescription::description).length(0, 500));
}

namespace {
using http::Call;
using http::Response;

Result<Response> list_groups(Call& call, const Api& api) {
  const std::size_t limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.feed.groups.page(limit, http::page_cursor(call))));
}

Result<Response> create(Call& call, const Api& api) {
  const auto draft = STOA_TRY(call.json<GroupDraft>());
  const auto who = identity_of(call);
  STOA_TRY(api.feed.moderation.may_post(who.name));
  const Group group = STOA_TRY(api.feed.groups.create(who, draft));
  Response answer = http::json(group, 201);
  answer.headers.push_back({"Location", "/api/groups/" + group.name.text()});
  return answer;
}

Result<Response> show_group(Call& call, const Api& api) {
  const GroupName name = STOA_TRY(group_of(call));
  return http::json(STOA_TRY(api.feed.groups.find(name)));
}

Result<Response> change(Call& call, const Api& api) {
  const auto wanted = STOA_TRY(call.json<GroupDescription>());
  const GroupName name = STOA_TRY(group_of(call));
  const auto who = identity_of(call);
  STOA_TRY(api.feed.moderation.may_post(who.name));
  return http::json(STOA_TRY(api.feed.groups.change(who, name, wanted.description)));
}

}  // namespace

std::vector<http::Route> group_routes(const Api& api) {
  using enum http::Method;
  using http::Access;
  return {
      {.method = Get,
       .path = "/api/groups",
       .summary = "Groups, the 200 with most articles first, then by name",
       .handler = [api](Call& call) { return list_groups(call, api); },
       .returns = &schema_of<GroupPage>(),
       .queries = http::page_queries()},
      {.method = Post,
       .path = "/api/groups",
       .access = Access::Member,
       .summary = "A new group; ten a person",
       .handler = [api](Call& call) { return create(call, api); },
       .takes = &schema_of<GroupDraft>(),
       .returns = &schema_of<Group>(),
       .success = 201,
       .idempotency = http::Idempotency::Optional,
       .bucket = "post",
       .bucket_of_attempts = "article"},
      {.method = Get,
       .path = "/api/groups/{group}",
       .summary = "One group",
       .handler = [api](Call& call) { return show_group(call, api); },
       .returns = &schema_of<Group>()},
      {.method = Put,
       .path = "/api/groups/{group}",
       .access = Access::Member,
       .summary = "Describes a group you created, or as an admin any",
       .handler = [api](Call& call) { return change(call, api); },
       .takes = &schema_of<GroupDescription>(),
       .returns = &schema_of<Group>(),
       .bucket = "article"},
  };
}

}  // namespace stoa::feed
