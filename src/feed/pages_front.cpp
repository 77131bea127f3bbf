#include "feed/pages_front.h"

#include "feed/api.h"
#include "http/site.h"

namespace stoa::feed {

std::vector<http::Route> front_pages(const Front& front) {
  return dropping_lists(
      front.feed, http::joined({list_pages(front), article_pages(front), vote_pages(front), talk_pages(front),
                                posting_pages(front), group_pages(front), report_pages(front),
                                moderation_pages(front), atom_feeds(front)}));
}

}  // namespace stoa::feed
