#include "feed/pages_article_rows.h"

#include "feed/addresses.h"
#include "feed/pages_vote.h"

namespace stoa::feed {

Result<std::vector<Thread>> threads_of(const Front& front, std::span<const Article> articles) {
  return threads_of(front.records.read(), ids_of(articles));
}

Result<std::vector<Vote>> votes_of_viewer(const Call& call, const Front& front, const BallotBoxes& boxes) {
  if (!call.viewer.name) return std::vector<Vote>(boxes.articles(), Vote::None);
  return front.feed.votes.of_many(*call.viewer.name, boxes);
}

Fields row_of(const Call& call, const Article& article, const Thread& thread, Vote mine, Time now,
              std::string_view login) {
  const std::string_view host = host_of(article);
  Fields row{{"id", std::to_string(article.id)},
             {"title", article.title},
             {"to", host.empty() ? address_of(article.id) : article.link},
             {"host", host},
             {"author", article.author},
             {"when", article.time},
             {"comments", thread.comments},
             {"product", article.product.has_value()},
             {"groups", group_tags(article)},
             {"login", login}};
  add_vote(row, ballot_of(call, article, now), anchor_of(article.id), address_of(article.id) + "/vote",
           article.votes, mine);
  return row;
}

std::string_view host_of(const Article& article) {
  std::string_view host = article.link;
  const auto authority = host.find("://");
  if (authority == host.npos) return {};
  host.remove_prefix(authority + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

List group_tags(const Article& article) {
  List tags;
  tags.reserve(article.groups.size());
  for (const GroupName& group : article.groups) tags.push_back({{"group", group.text()}});
  return tags;
}

}  // namespace stoa::feed
