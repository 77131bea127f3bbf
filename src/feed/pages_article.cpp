#include "feed/pages_front.h"

namespace stoa::feed {

std::vector<http::Route> article_pages(const Front&) {
  return {};
}

}  // namespace stoa::feed
