#include "shop/pages_related.h"

#include "shop/pages_cards.h"

#include <algorithm>
#include <span>

namespace stoa::shop {
namespace {

/// With fewer nobody looks for lists that have gone.
constexpr std::size_t kManyMade = 256;

}  // namespace

http::Html RelatedCards::of(const std::shared_ptr<const ProductPage>& list, const ProductId& except,
                            http::Language language, const http::Pages& pages) {
  const auto first = std::span(list->products).first(std::min(kMost, list->products.size()));
  const bool is_listed = std::ranges::find(first, except, &Product::id) != first.end();
  const Place place{list.get(), is_listed ? except : ProductId(), language};
  {
    const auto made = made_.lock();
    const auto found = made->find(place);
    if (found != made->end() && found->second.list.lock() == list) return found->second.cards;
  }
  http::List cards = cards_of(list->products, kMost, except);
  const http::Html markup =
      cards.empty() ? http::Html() : pages.html(language, "shop/related.html", {{"cards", std::move(cards)}});
  const auto made = made_.lock();
  if (made->size() >= kManyMade)
    std::erase_if(*made, [](const auto& one) { return one.second.list.expired(); });
  (*made)[place] = {list, markup};
  return markup;
}

}  // namespace stoa::shop
