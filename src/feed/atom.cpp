#include "feed/pages_front.h"

namespace stoa::feed {

std::vector<http::Route> atom_feeds(const Front&) {
  return {};
}

}  // namespace stoa::feed
