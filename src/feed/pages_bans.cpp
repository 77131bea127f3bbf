#include "feed/pages_desk.h"
#include "http/list_query.h"

namespace stoa::feed {
namespace {

constexpr std::size_t kBansAPage = 50;

Result<Response> list(Call& call, const Front& front) {
  const auto page =
      STOA_TRY(bans_in_force(front.records.read(), front.clock.now(), kBansAPage, http::page_cursor(call)));
  List rows;
  for (const PostingBan& ban : page.bans)
    rows.push_back({{"name", ban.name},
                    {"thing", Thing::user(ban.name).text()},
                    {"until", ban.until},
                    {"by", ban.by},
                    {"reason", ban.reason},
                    {"place", rows.size()},
                    {"when", ban.at}});
  const std::string asked = call.query("name").value_or("");
  Fields fields{
      {"at_bans", true},
      {"bans", std::move(rows)},
      {"typed_name", asked},
      {"wrong_name", asked.empty() ? http::Value() : front.pages.say(call.language, "moderation.wrong_name")},
      {"csrf", call.csrf()}};
  add_more(call, page.next, fields);
  return front.pages.page(call, "admin/bans.html", fields, {.status = asked.empty() ? 200 : 422});
}

/// With a name, that person's page of the desk.
Result<Response> find_or_list(Call& call, const Front& front) {
  const auto name = Shortcode::parse(call.query("name").value_or(""));
  if (name.ok()) return http::see_other(desk_address(Thing::user(*name)));
  return list(call, front);
}

}  // namespace

std::vector<http::Route> ban_pages(const Front& front) {
  return {desk_page(front, "/admin/bans", "Who may not post, until when and why", find_or_list)};
}

}  // namespace stoa::feed
