#pragma once
#include "accounts/user.h"
#include "base/clock.h"
#include "feed/feed.h"
#include "http/buckets.h"
#include "http/route.h"
#include "records/records.h"

#include <optional>
#include <vector>

namespace stoa::feed {

/// What the feed's JSON routes need. All that is referred to outlives them.
struct Api {
  Feed& feed;
  records::Records& records;
  const Clock& clock;
};

/// The feed's JSON routes.
std::vector<http::Route> api_routes(const Api&);
/// The rules of the buckets that its routes and pages take from, for the site.
std::vector<http::BucketRule> bucket_rules();

// The tables that it is made of.
std::vector<http::Route> article_routes(const Api&);
std::vector<http::Route> group_routes(const Api&);
std::vector<http::Route> comment_routes(const Api&);
std::vector<http::Route> report_routes(const Api&);
std::vector<http::Route> moderation_routes(const Api&);

/// The feed's routes, where those that change something drop its kept lists.
std::vector<http::Route> dropping_lists(Feed&, std::vector<http::Route>);

/// Who asks, on a route for members.
accounts::Identity identity_of(const http::Call&);
/// The same on a route for anyone; nullopt for a guest.
std::optional<accounts::Identity> viewer_of(const http::Call&);
/// `{article:int}` of the path.
ArticleId article_of(const http::Call&);
/// `{comment:id}` of the path.
CommentId comment_of(const http::Call&);
/// `{group}` of the path; Invalid (`group.name`).
Result<GroupName> group_of(const http::Call&);

/// The article, for who may see it; NotFound (`article.absent`). One read.
Result<Article> article_in_sight(const http::Call&, Feed&, ArticleId);
/// Asks the shop. Invalid (`article.product`) for one that it does not have.
Result<void> check_product(http::Call&, const ProductId&);

}  // namespace stoa::feed
