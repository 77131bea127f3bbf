#pragma once
#include "feed/pages_front.h"

#include <vector>

namespace stoa::feed {

/// What authors, and in part admins, do with an article that is there: edit, delete, put into groups and take
/// out of them.
std::vector<http::Route> changing_pages(const Front&);

}  // namespace stoa::feed
