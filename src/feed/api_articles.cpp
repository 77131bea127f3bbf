#include "base/fields.h"
#include "feed/api_views.h"
#include "feed/moderation_measure.h"
#include "http/list_query.h"

namespace stoa::feed {

namespace {
using http::Call;
using http::Response;

Result<ArticlePage> page_of(const Call& call, const Api& api) {
  const std::size_t limit = STOA_TRY(http::page_limit(call));
  const std::string cursor = http::page_cursor(call);
  const auto author = STOA_TRY(call.query<Shortcode>("author"));
  const auto group = STOA_TRY(call.query<GroupName>("group"));
  const auto order = STOA_TRY(call.query<ListOrder>("order"));
  const auto product = STOA_TRY(call.query<ProductId>("product"));
  if ((author || product) && (group || order || (author && product)))
    return Error{Error::Kind::Invalid, "request.query",
                 "the list of an author, or about a product, is newest first and of all groups"};
  if (author) return api.feed.lists.of_author(*author, limit, cursor);
  if (product) return api.feed.lists.about(*product, limit, cursor);
  const bool newest = order == ListOrder::Newest;
  if (group && newest) return api.feed.lists.of_group_newest(*group, limit, cursor);
  if (group) return api.feed.lists.of_group_by_score(*group, limit, cursor);
  return newest ? api.feed.lists.newest(limit, cursor) : api.feed.lists.by_score(limit, cursor);
}

Result<Response> list(Call& call, const Api& api) {
  auto page = STOA_TRY(page_of(call, api));
  return http::json(STOA_TRY(view_of(call, api, std::move(page))));
}

Result<Response> list_mine(Call& call, const Api& api) {
  const std::size_t limit = STOA_TRY(http::page_limit(call));
  auto page = STOA_TRY(api.feed.lists.of_author(identity_of(call).name, limit, http::page_cursor(call)));
  return http::json(STOA_TRY(view_of(call, api, std::move(page))));
}

Result<Response> shown(const Call& call, const Api& api, Article article, int status = 200) {
  return http::json(STOA_TRY(view_of(call, api, std::move(article))), status);
}

Result<Response> post(Call& call, const Api& api) {
  const auto draft = STOA_TRY(call.json<ArticleDraft>());
  const auto who = identity_of(call);
  STOA_TRY(api.feed.moderation.may_post(who.name));
  if (draft.product) STOA_TRY(check_product(call, *draft.product));
  Posted posted = STOA_TRY(api.feed.articles.post(who, draft));
  if (!may_see(viewer_of(call), posted.article))
    return Error{Error::Kind::Conflict, "article.link_hidden",
                 "this link was posted lately, and a moderator has hidden the article"};
  std::string place = "/api/articles/" + std::to_string(posted.article.id);
  call.came_to_nothing = posted.outcome == Posted::Outcome::AlreadyThere;
  const int status = call.came_to_nothing ? 200 : 201;
  Response answer = STOA_TRY(shown(call, api, std::move(posted.article), status));
  answer.headers.push_back({"Location", std::move(place)});
  return answer;
}

Result<Response> show(Call& call, const Api& api) {
  return shown(call, api, STOA_TRY(article_in_sight(call, api.feed, article_of(call))));
}

Result<Response> edit(Call& call, const Api& api) {
  const auto wanted = STOA_TRY(call.json<ArticleEdit>());
  const auto who = identity_of(call);
  STOA_TRY(api.feed.moderation.may_post(who.name));
  return shown(call, api, STOA_TRY(api.feed.articles.edit(who, article_of(call), wanted)));
}

Result<Response> remove(Call& call, const Api& api) {
  const auto who = identity_of(call);
  const Article article = STOA_TRY(api.feed.articles.find(article_of(call)));
  const auto reason = call.query("reason").value_or("deleted by an administrator");
  STOA_TRY(take_away(api.feed, who, article, reason));
  return http::no_content();
}

Result<Response> put_into(Call& call, const Api& api) {
  const GroupName group = STOA_TRY(group_of(call));
  const auto who = identity_of(call);
  STOA_TRY(api.feed.moderation.may_post(who.name));
  return shown(call, api, STOA_TRY(api.feed.articles.put_into(who, article_of(call), group)));
}

Result<Response> take_out_of(Call& call, const Api& api) {
  const GroupName group = STOA_TRY(group_of(call));
  const auto who = identity_of(call);
  STOA_TRY(api.feed.moderation.may_post(who.name));
  return shown(call, api, STOA_TRY(api.feed.articles.take_out_of(who, article_of(call), group)));
}

Result<Response> vote(Call& call, const Api& api) {
  const auto ballot = STOA_TRY(call.json<CastBallot>());
  return http::json(STOA_TRY(api.feed.votes.cast(identity_of(call), article_of(call), ballot.vote)));
}

Result<Response> own_vote(Call& call, const Api& api) {
  const Article article = STOA_TRY(article_in_sight(call, api.feed, article_of(call)));
  const Vote mine = STOA_TRY(api.feed.votes.of(*call.viewer.name, article.id));
  return http::json(Voted{article.votes, mine});
}

std::vector<http::QueryParameter> list_queries() {
  return http::page_queries({{"order", "By score, unless it says otherwise", &schema_of<ListOrder>()},
                             {"group", "Only of this group", &schema_of<GroupName>()},
                             {"author", "Only of this author, newest first", &schema_of<Shortcode>()},
                             {"product", "Only about this product, newest first", &schema_of<ProductId>()}});
}

}  // namespace

std::vector<http::Route> article_routes(const Api& api) {
  using enum http::Method;
  using http::Access;
  const auto row = [&api](http::Method method, std::string path, Access access, std::string summary,
                          Result<Response> (*handler)(Call&, const Api&)) {
    http::Route route{
        .method = method, .path = std::move(path), .access = access, .summary = std::move(summary)};
    route.handler = [api, handler](Call& call) { return handler(call, api); };
    route.returns = &schema_of<ArticleView>();
    if (method != Get) route.bucket = "article";
    return route;
  };
  auto lists = row(Get, "/api/articles", Access::Anyone, "Articles, page by page", list);
  lists.returns = &schema_of<ArticleViews>();
  lists.queries = list_queries();
  auto mine = row(Get, "/api/articles/mine", Access::Member, "Your own, newest first", list_mine);
  mine.returns = &schema_of<ArticleViews>();
  mine.queries = http::page_queries({});
  auto posting =
      row(Post, "/api/articles", Access::Member,
          "A new article (201), or the one that has had the link for less than 30 days (200)", post);
  posting.takes = &schema_of<ArticleDraft>();
  posting.success = 201;
  posting.idempotency = http::Idempotency::Optional;
  posting.bucket = "post";
  posting.bucket_of_attempts = "article";
  auto editing =
      row(Put, "/api/articles/{article:int}", Access::Member, "Changes your own article, for an hour", edit);
  editing.takes = &schema_of<ArticleEdit>();
  auto removing = row(Delete, "/api/articles/{article:int}", Access::Member,
                      "Takes away your own article, or as an admin anybody's; a stone stays", remove);
  removing.returns = nullptr;
  removing.success = 204;
  removing.queries = {{"reason", "Of an admin who takes away what another wrote, for the public log"}};
  auto voting = row(Put, "/api/articles/{article:int}/vote", Access::Member,
                    "Votes, switches or takes the vote back; for 7 days", vote);
  voting.takes = &schema_of<CastBallot>();
  voting.returns = &schema_of<Voted>();
  voting.bucket = "vote";
  auto voted = row(Get, "/api/articles/{article:int}/vote", Access::Member, "What you have voted", own_vote);
  voted.returns = &schema_of<Voted>();
  return {
      std::move(lists),
      std::move(mine),
      std::move(posting),
      row(Get, "/api/articles/{article:int}", Access::Anyone, "One article, or its stone", show),
      std::move(editing),
      std::move(removing),
      row(Put, "/api/articles/{article:int}/groups/{group}", Access::Member, "Puts it into a group",
          put_into),
      row(Delete, "/api/articles/{article:int}/groups/{group}", Access::Member, "Takes it out of a group",
          take_out_of),
      std::move(voting),
      std::move(voted),
  };
}

}  // namespace stoa::feed
