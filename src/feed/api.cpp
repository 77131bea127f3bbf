#include "feed/api.h"

#include "http/site.h"

namespace stoa::feed {

std::vector<http::Route> api_routes(const Api& api) {
  return dropping_lists(api.feed, http::joined({article_routes(api), group_routes(api), comment_routes(api),
                                                report_routes(api), moderation_routes(api)}));
}

std::vector<http::Route> dropping_lists(Feed& feed, std::vector<http::Route> routes) {
  for (http::Route& route : routes)
    if (route.method != http::Method::Get)
      route.handler = [&feed, handler = std::move(route.handler)](http::Call& call) {
        auto answer = handler(call);
        feed.kept_lists.drop();
        return answer;
      };
  return routes;
}

std::vector<http::BucketRule> bucket_rules() {
  using std::chrono::seconds;
  return {{.action = "post", .calls = 20, .per = seconds(3600), .burst = 10},
          {.action = "article", .calls = 120, .per = seconds(3600), .burst = 60},
          {.action = "comment", .calls = 120, .per = seconds(3600), .burst = 30},
          {.action = "report", .calls = 30, .per = seconds(3600), .burst = 15},
          {.action = "vote", .calls = 120, .per = seconds(60), .burst = 120}};
}

accounts::Identity identity_of(const http::Call& call) {
  return {call.viewer.name.value(), UserId(call.viewer.id.value()),
          call.viewer.role == http::Role::Admin ? accounts::Role::Admin : accounts::Role::Member};
}

std::optional<accounts::Identity> viewer_of(const http::Call& call) {
  if (call.viewer.role == http::Role::Guest) return std::nullopt;
  return identity_of(call);
}

ArticleId article_of(const http::Call& call) {
  return call.parameter<std::int64_t>("article");
}

CommentId comment_of(const http::Call& call) {
  return call.parameter<CommentId>("comment");
}

Result<GroupName> group_of(const http::Call& call) {
  return GroupName::parse(call.parameter("group"));
}

Result<Article> article_in_sight(const http::Call& call, Feed& feed, ArticleId id) {
  Article article = STOA_TRY(feed.articles.find(id));
  if (may_see(viewer_of(call), article)) return article;
  return article_absent(id);
}

Result<void> check_product(http::Call& call, const ProductId& product) {
  const auto card = call.fragment("/fragments/product/" + product.hex());
  if (card.ok()) return {};
  if (card.error().kind != Error::Kind::NotFound) return card.error();
  return Error{Error::Kind::Invalid, "article.product", "the shop has no product " + product.hex()};
}

}  // namespace stoa::feed
