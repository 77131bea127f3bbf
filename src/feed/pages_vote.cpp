#include "feed/pages_front.h"

namespace stoa::feed {

std::vector<http::Route> vote_pages(const Front&) {
  return {};
}

}  // namespace stoa::feed
