#include "feed/pages_article_rows.h"
#include "feed/pages_front.h"

namespace stoa::feed {
namespace {

constexpr std::size_t kTalkShown = 5;

/// For the page of a product, which is the same for everybody; so is this.
Result<Response> talk(Call& call, const Front& front) {
  const auto product = call.parameter<ProductId>("product");
  const ArticlePage page = STOA_TRY(front.feed.lists.about(product, kTalkShown, ""));
  const auto threads = STOA_TRY(threads_of(front, page.articles));
  List rows;
  for (std::size_t i = 0; i < page.articles.size(); ++i)
    rows.push_back(row_of(call, page.articles[i], threads[i], Vote::None, front.clock.now(), {}));
  return front.pages.fragment(call, "feed/talk.html",
                              {{"product", product},
                               {"rows", std::move(rows)},
                               {"nothing", page.articles.empty()},
                               {"more", !page.next.empty()}});
}

}  // namespace

std::vector<http::Route> talk_pages(const Front& front) {
  return {http::fragment_route(front, "/fragments/talk/{product:id}", "The newest articles about a product",
                               talk)};
}

}  // namespace stoa::feed
