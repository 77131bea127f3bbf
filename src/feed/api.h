#pragma once
#include "accounts/user.h"
#include "feed/articles.h"
#include "feed/groups.h"
#include "feed/lists.h"
#include "feed/moderation.h"
#include "feed/votes.h"
#include "http/buckets.h"
#include "http/route.h"

#include <vector>

namespace stoa::feed {

/// What the routes of articles, votes and groups need. All that is referred to outlives them.
struct Api {
  Articles& articles;
  Votes& votes;
  Groups& groups;
  Lists& lists;
  Moderation& moderation;
};

// Tables of JSON routes.
std::vector<http::Route> article_routes(const Api&);
std::vector<http::Route> group_routes(const Api&);
/// The rules of the buckets that these routes take from, for the site.
std::vector<http::BucketRule> article_bucket_rules();

/// Who asks, on a route for members.
accounts::Identity identity_of(const http::Call&);
/// `{article:int}` of the path.
ArticleId article_of(const http::Call&);
/// `{group}` of the path; Invalid (`group.name`).
Result<GroupName> group_of(const http::Call&);

}  // namespace stoa::feed
