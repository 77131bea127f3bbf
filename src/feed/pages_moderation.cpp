#include "feed/pages_front.h"

namespace stoa::feed {

std::vector<http::Route> moderation_pages(const Front&) {
  return {};
}

}  // namespace stoa::feed
