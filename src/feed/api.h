#pragma once
#include "accounts/user.h"
#include "feed/feed.h"
#include "http/buckets.h"
#include "http/route.h"

#include <vector>

namespace stoa::feed {

/// What the feed's JSON routes need. All that is referred to outlives them.
struct Api {
  Feed& feed;
};

/// The feed's JSON routes.
std::vector<http::Route> api_routes(const Api&);
/// The rules of the buckets that its routes and pages take from, for the site.
std::vector<http::BucketRule> bucket_rules();

// The tables that it is made of.
std::vector<http::Route> article_routes(const Api&);
std::vector<http::Route> group_routes(const Api&);
std::vector<http::Route> comment_routes(const Api&);
std::vector<http::Route> moderation_routes(const Api&);

/// Who asks, on a route for members.
accounts::Identity identity_of(const http::Call&);
/// `{article:int}` of the path.
ArticleId article_of(const http::Call&);
/// `{group}` of the path; Invalid (`group.name`).
Result<GroupName> group_of(const http::Call&);

}  // namespace stoa::feed
