#include "feed/pages_desk.h"
#include "http/list_query.h"

#include <map>

namespace stoa::feed {
namespace {

constexpr std::size_t kEntriesAPage = 25;

/// Of those that all may see.
Result<std::map<ArticleId, std::string>> titles_of(const Front& front,
                                                   const std::vector<ModerationEntry>& entries) {
  std::vector<ArticleId> ids;
  for (const ModerationEntry& entry : entries)
    if (const auto* id = std::get_if<ArticleId>(&entry.thing.id())) ids.push_back(*id);
  std::map<ArticleId, std::string> titles;
  if (ids.empty()) return titles;
  for (auto& article : STOA_TRY(front.feed.articles.find_many(ids)))
    if (article && article->state == ArticleState::Live) titles[article->id] = std::move(article->title);
  return titles;
}

std::string_view words_of(ModerationAction action) {
  using enum ModerationAction;
  switch (action) {
    case Hidden:
      return "log.hidden";
    case Shown:
      return "log.shown";
    case Locked:
      return "log.locked";
    case Unlocked:
      return "log.unlocked";
    case Removed:
      return "log.removed";
    case Dismissed:
      return "log.dismissed";
    case Banned:
      return "log.banned";
    case BanLifted:
      return "log.ban_lifted";
  }
  return "log.hidden";
}

/// Whether it takes something away from somebody.
bool is_hard(ModerationAction action) {
  using enum ModerationAction;
  return action == Hidden || action == Locked || action == Removed || action == Banned;
}

Fields row_of(const ModerationEntry& entry, std::string did, const std::map<ArticleId, std::string>& titles) {
  const auto* article = std::get_if<ArticleId>(&entry.thing.id());
  const auto* person = std::get_if<Shortcode>(&entry.thing.id());
  const auto title = article ? titles.find(*article) : titles.end();
  return {{"when", entry.at},
          {"by", entry.by},
          {"did", std::move(did)},
          {"hard", is_hard(entry.action)},
          {"address", address_of(entry.thing)},
          {"title", title == titles.end() ? http::Value() : http::Value(title->second)},
          {"number", article ? http::Value(std::to_string(*article)) : http::Value()},
          {"person", person ? http::Value(*person) : http::Value()},
          {"is_comment", std::holds_alternative<CommentId>(entry.thing.id())},
          {"reason", entry.reason},
          {"until", entry.until}};
}

Result<Response> log(Call& call, const Front& front) {
  std::optional<Thing> thing;
  if (const auto asked = call.query("thing"); asked && !asked->empty())
    thing = STOA_TRY(Thing::parse(*asked));
  const auto page = STOA_TRY(front.feed.moderation.log(thing, kEntriesAPage, http::page_cursor(call)));
  auto entries = STOA_TRY(entries_of(call, front, page.entries));
  Fields fields{{"in_feed", true},
                {"of_one", thing.has_value()},
                {"any_entries", !page.entries.empty()},
                {"entries", std::move(entries)}};
  add_more(call, page.next, fields);
  return front.pages.page(call, "feed/log.html", fields);
}

}  // namespace

Result<List> entries_of(Call& call, const Front& front, const std::vector<ModerationEntry>& entries) {
  const auto titles = STOA_TRY(titles_of(front, entries));
  List rows;
  for (const ModerationEntry& entry : entries)
    rows.push_back(row_of(entry, front.pages.say(call.language, words_of(entry.action)), titles));
  return rows;
}

std::vector<http::Route> log_pages(const Front& front) {
  return {http::page_route(front, "/feed/log", "What moderators did, and why", log)};
}

}  // namespace stoa::feed
