#include "feed/api.h"
#include "feed/moderation_measure.h"
#include "http/list_query.h"

namespace stoa::feed {

namespace {
using http::Call;
using http::Response;

Result<Response> act(Call& call, const Api& api) {
  const auto decision = STOA_TRY(call.json<Decision>());
  STOA_TRY(carry_out(api.feed, identity_of(call), decision));
  return http::no_content();
}

Result<Response> log(Call& call, const Api& api) {
  const auto thing = STOA_TRY(call.query<Thing>("thing"));
  const std::size_t limit = STOA_TRY(http::page_limit(call));
  return http::json(STOA_TRY(api.feed.moderation.log(thing, limit, http::page_cursor(call))));
}

Result<Response> bans(Call& call, const Api& api) {
  const std::size_t limit = STOA_TRY(http::page_limit(call));
  return http::json(
      STOA_TRY(bans_in_force(api.records.read(), api.clock.now(), limit, http::page_cursor(call))));
}

Result<Response> ban_of_person(Call& call, const Api& api) {
  const auto name = call.parameter<Shortcode>("name");
  const auto found = STOA_TRY(ban_of(api.records.read(), name, api.clock.now()));
  if (found) return http::json(*found);
  return Error{Error::Kind::NotFound, "ban.absent", name.text() + " may post"};
}

}  // namespace

std::vector<http::Route> moderation_routes(const Api& api) {
  using enum http::Method;
  using http::Access;
  return {
      {.method = Get,
       .path = "/api/moderation/log",
       .summary = "What moderators did and why, newest first",
       .handler = [api](Call& call) { return log(call, api); },
       .returns = &schema_of<ModerationLog>(),
       .queries = http::page_queries(
           {{"thing", "Only of article:12, comment:{id} or user:{name}", &schema_of<Thing>()}})},
      {.method = Post,
       .path = "/api/admin/moderation",
       .access = Access::Admin,
       .summary = "Does something about an article, a comment or a person; nothing when it is so already",
       .handler = [api](Call& call) { return act(call, api); },
       .takes = &schema_of<Decision>(),
       .success = 204},
      {.method = Get,
       .path = "/api/admin/bans",
       .access = Access::Admin,
       .summary = "Who may not post, the next to end first; a page may hold less than its limit",
       .handler = [api](Call& call) { return bans(call, api); },
       .returns = &schema_of<BanPage>(),
       .queries = http::page_queries()},
      {.method = Get,
       .path = "/api/admin/bans/{name:name}",
       .access = Access::Admin,
       .summary = "Until when and why somebody may not post; 404 when they may",
       .handler = [api](Call& call) { return ban_of_person(call, api); },
       .returns = &schema_of<PostingBan>()},
  };
}

}  // namespace stoa::feed
