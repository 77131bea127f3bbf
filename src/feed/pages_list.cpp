#include "feed/pages_front.h"

namespace stoa::feed {
namespace {

Result<Response> by_score(Call& call, const Front& front) {
  const ArticlePage page =
      STOA_TRY(front.feed.lists.by_score(kArticlesAPage, call.query("cursor").value_or("")));
  List rows;
  for (const Article& article : page.articles) rows.push_back({{"id", article.id}, {"title", article.title}});
  return front.pages.page(call, "feed/list.html", {{"in_feed", true}, {"articles", std::move(rows)}});
}

}  // namespace

std::vector<http::Route> list_pages(const Front& front) {
  return {http::page_route(front, "/feed", "Articles, the best of late first", by_score)};
}

}  // namespace stoa::feed
