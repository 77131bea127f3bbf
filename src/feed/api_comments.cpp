#include "feed/api.h"

namespace stoa::feed {

std::vector<http::Route> comment_routes(const Api&) {
  return {};
}

}  // namespace stoa::feed
