#include "feed/atom_document.h"
#include "feed/pages_front.h"
#include "feed/people.h"
#include "http/language.h"
#include "http/origin.h"

namespace stoa::feed {
namespace {

Response document(const Call& call, const Front& front, AtomFeed feed) {
  feed.site = front.site;
  feed.origin = http::origin_of(call.request);
  feed.language = http::tag_of(call.language);
  return {.content_type = "application/atom+xml; charset=utf-8", .body = atom_document(feed)};
}

Result<Response> front_feed(Call& call, const Front& front) {
  AtomFeed feed{.page = "/feed"};
  feed.title = front.pages.say(call.language, "atom.front");
  feed.articles = STOA_TRY(front.feed.lists.by_score(kArticlesAPage, "")).articles;
  return document(call, front, std::move(feed));
}

Result<Response> newest_feed(Call& call, const Front& front) {
  AtomFeed feed{.page = "/feed/newest"};
  feed.title = front.pages.say(call.language, "atom.newest");
  feed.articles = STOA_TRY(front.feed.lists.newest(kArticlesAPage, "")).articles;
  return document(call, front, std::move(feed));
}

Result<Response> group_feed(Call& call, const Front& front) {
  const auto name = GroupName::parse(call.parameter("group"));
  if (!name.ok()) return Error{Error::Kind::NotFound, "group.absent", "there is no group of such a name"};
  const Group group = STOA_TRY(front.feed.groups.find(*name));
  AtomFeed feed{.page = "/feed/groups/" + name->text()};
  feed.title = front.pages.say(call.language, "atom.group", {{"group", name->text()}});
  feed.updated = group.created;
  feed.articles = STOA_TRY(front.feed.lists.of_group_newest(*name, kArticlesAPage, "")).articles;
  return document(call, front, std::move(feed));
}

Result<Response> author_feed(Call& call, const Front& front) {
  const auto name = call.parameter<Shortcode>("name");
  AtomFeed feed{.page = "/feed/by/" + name.text()};
  feed.title = front.pages.say(call.language, "atom.author", {{"name", name.text()}});
  feed.articles = STOA_TRY(front.feed.lists.of_author(name, kArticlesAPage, "")).articles;
  if (feed.articles.empty() && !STOA_TRY(has_account(front.records.read(), name)))
    return Error{Error::Kind::NotFound, "author.absent", "there is nobody called " + name.text()};
  return document(call, front, std::move(feed));
}

http::Route row(const Front& front, std::string path, std::string summary, http::PageWork<Front> work) {
  http::Route route = http::page_route(front, std::move(path), std::move(summary), work);
  route.caching = http::Caching::Revalidate;
  return route;
}

}  // namespace

std::vector<http::Route> atom_feeds(const Front& front) {
  return {
      row(front, "/feed/atom.xml", "Articles, the best of late first, for feed readers", front_feed),
      row(front, "/feed/newest/atom.xml", "The newest articles, for feed readers", newest_feed),
      row(front, "/feed/groups/{group}/atom.xml", "The newest of a group, for feed readers", group_feed),
      row(front, "/feed/by/{name:name}/atom.xml", "The newest of an author, for feed readers", author_feed),
  };
}

}  // namespace stoa::feed
