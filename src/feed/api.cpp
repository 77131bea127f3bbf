#include "feed/api.h"

#include "http/site.h"

namespace stoa::feed {

std::vector<http::Route> api_routes(const Api& api) {
  return http::joined({article_routes(api), group_routes(api), comment_routes(api), moderation_routes(api)});
}

std::vector<http::BucketRule> bucket_rules() {
  using std::chrono::seconds;
  return {{.action = "post", .calls = 20, .per = seconds(3600), .burst = 10},
          {.action = "article", .calls = 120, .per = seconds(3600), .burst = 60},
          {.action = "vote", .calls = 120, .per = seconds(60), .burst = 120}};
}

accounts::Identity identity_of(const http::Call& call) {
  return {call.viewer.name.value(), UserId(call.viewer.id.value()),
          call.viewer.role == http::Role::Admin ? accounts::Role::Admin : accounts::Role::Member};
}

ArticleId article_of(const http::Call& call) {
  return call.parameter<std::int64_t>("article");
}

Result<GroupName> group_of(const http::Call& call) {
  return GroupName::parse(call.parameter("group"));
}

}  // namespace stoa::feed
