#include "feed/api.h"

namespace stoa::feed {

std::vector<http::BucketRule> article_bucket_rules() {
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
