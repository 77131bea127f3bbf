#include "base/fields.h"
#include "feed/api_views.h"
#include "http/list_query.h"

#include <algorithm>
#include <set>

namespace stoa::feed {

struct CommentDraft {
  std::string text;
};
StructDescription describe(Described<CommentDraft>) {
  return fields("CommentDraft", field("text", &CommentDraft::text).length(1, kMostComment).help("Markdown"));
}

namespace {
using http::Call;
using http::Response;

/// What is said under a hidden article is as hidden as that.
Result<void> check_sight(const Call& call, const Api& api, ArticleId article) {
  const auto found = article_in_sight(call, api.feed, article);
  if (found.ok()) return {};
  if (found.error().kind == Error::Kind::NotFound) return comment_absent();
  return found.error();
}

Response one(const Call& call, Comment comment, Vote yours, int status = 200) {
  ShownComment shown;
  shown.more = comment.replies;
  shown.mine = yours;
  shown.comment = std::move(comment);
  return http::json(view_of(call, std::move(shown)), status);
}

Response posted(const Call& call, Comment comment) {
  std::string place = "/api/comments/" + comment.id.hex();
  Response answer = one(call, std::move(comment), Vote::None, 201);
  answer.headers.push_back({"Location", std::move(place)});
  return answer;
}

Result<Response> list_comments(Call& call, const Api& api) {
  const auto order = STOA_TRY(call.query<CommentOrder>("order")).value_or(CommentOrder::Best);
  const ArticleId article = STOA_TRY(article_in_sight(call, api.feed, article_of(call))).id;
  auto page =
      STOA_TRY(api.feed.comment_pages.page(article, order, http::page_cursor(call), call.viewer.name));
  return http::json(view_of(call, std::move(page)));
}

Result<Response> branch(Call& call, const Api& api) {
  const auto after = STOA_TRY(call.query<CommentId>("after"));
  auto page = STOA_TRY(api.feed.comment_pages.branch(comment_of(call), after, call.viewer.name));
  STOA_TRY(check_sight(call, api, page.thread.article));
  return http::json(view_of(call, std::move(page)));
}

/// Takes away what is said under articles that the viewer may not see. One round trip.
Result<void> keep_in_sight(const Call& call, const Api& api, CommentPage& page) {
  std::set<ArticleId> named;
  for (const ShownComment& each : page.comments) named.insert(each.comment.article);
  const std::vector<ArticleId> ids(named.begin(), named.end());
  const auto articles = STOA_TRY(api.feed.articles.find_many(ids));
  const auto viewer = viewer_of(call);
  for (const auto& article : articles)
    if (article && may_see(viewer, *article)) named.erase(article->id);
  std::erase_if(page.comments,
                [&](const ShownComment& each) { return named.contains(each.comment.article); });
  return {};
}

Result<Response> of_author(Call& call, const Api& api) {
  const auto author = STOA_TRY(call.query<Shortcode>("author"));
  if (!author) return Error{Error::Kind::Invalid, "request.query", "author: say whose comments"};
  auto page = STOA_TRY(api.feed.comment_pages.by_author(*author, http::page_cursor(call), call.viewer.name));
  STOA_TRY(keep_in_sight(call, api, page));
  return http::json(CommentViews{views_of(call, std::move(page.comments)), std::move(page.next)});
}

Result<Response> post_comment(Call& call, const Api& api) {
  auto draft = STOA_TRY(call.json<CommentDraft>());
  return posted(call, STOA_TRY(api.feed.comments.post(identity_of(call).name, article_of(call), std::nullopt,
                                                      std::move(draft.text))));
}

Result<Response> reply(Call& call, const Api& api) {
  auto draft = STOA_TRY(call.json<CommentDraft>());
  const CommentId answered = comment_of(call);
  const ArticleId article = STOA_TRY(api.feed.comments.comment(answered)).article;
  return posted(call, STOA_TRY(api.feed.comments.post(identity_of(call).name, article, answered,
                                                      std::move(draft.text))));
}

Result<Response> edit_comment(Call& call, const Api& api) {
  auto draft = STOA_TRY(call.json<CommentDraft>());
  // Nobody votes on their own.
  return one(
      call, STOA_TRY(api.feed.comments.edit(identity_of(call).name, comment_of(call), std::move(draft.text))),
      Vote::None);
}

Result<Response> remove_comment(Call& call, const Api& api) {
  STOA_TRY(api.feed.comments.remove(identity_of(call).name, comment_of(call)));
  return http::no_content();
}

Result<Response> vote_on_comment(Call& call, const Api& api) {
  const auto ballot = STOA_TRY(call.json<CastBallot>());
  const CommentId id = comment_of(call);
  const ArticleId article = STOA_TRY(api.feed.comments.comment(id)).article;
  STOA_TRY(check_sight(call, api, article));
  const Comment comment = STOA_TRY(api.feed.comment_votes.vote(identity_of(call).name, id, ballot.vote));
  return http::json(Voted{comment.votes, ballot.vote});
}

}  // namespace

std::vector<http::Route> comment_routes(const Api& api) {
  using enum http::Method;
  using http::Access;
  const http::QueryParameter cursor{"cursor", "What the page before gave as `next`"};
  return {
      {.method = Get,
       .path = "/api/articles/{article:int}/comments",
       .summary = "20 comments on the article itself with the first replies to each; 200 at most",
       .handler = [api](Call& call) { return list_comments(call, api); },
       .returns = &schema_of<TalkView>(),
       .queries = {{"order", "Best first, unless it says otherwise", &schema_of<CommentOrder>()}, cursor}},
      {.method = Post,
       .path = "/api/articles/{article:int}/comments",
       .access = Access::Member,
       .summary = "Says something about the article",
       .handler = [api](Call& call) { return post_comment(call, api); },
       .takes = &schema_of<CommentDraft>(),
       .returns = &schema_of<CommentView>(),
       .success = 201,
       .idempotency = http::Idempotency::Optional,
       .bucket = "comment"},
      {.method = Get,
       .path = "/api/comments",
       .summary = "Comments of an author, newest first",
       .handler = [api](Call& call) { return of_author(call, api); },
       .returns = &schema_of<CommentViews>(),
       .queries = {{"author", "Whose", &schema_of<Shortcode>(), http::QueryParameter::Presence::Required},
                   cursor}},
      {.method = Get,
       .path = "/api/comments/{comment:id}",
       .summary = "One comment, or its stone, and the replies to it; 200 at most",
       .handler = [api](Call& call) { return branch(call, api); },
       .returns = &schema_of<TalkView>(),
       .queries = {{"after", "Only replies that come after this one: its `last_reply`",
                    &schema_of<CommentId>()}}},
      {.method = Post,
       .path = "/api/comments/{comment:id}/replies",
       .access = Access::Member,
       .summary = "Answers a comment",
       .handler = [api](Call& call) { return reply(call, api); },
       .takes = &schema_of<CommentDraft>(),
       .returns = &schema_of<CommentView>(),
       .success = 201,
       .idempotency = http::Idempotency::Optional,
       .bucket = "comment"},
      {.method = Put,
       .path = "/api/comments/{comment:id}",
       .access = Access::Member,
       .summary = "Changes your own comment, for an hour",
       .handler = [api](Call& call) { return edit_comment(call, api); },
       .takes = &schema_of<CommentDraft>(),
       .returns = &schema_of<CommentView>(),
       .bucket = "comment"},
      {.method = Delete,
       .path = "/api/comments/{comment:id}",
       .access = Access::Member,
       .summary = "Deletes your own comment; with replies below it a stone stays",
       .handler = [api](Call& call) { return remove_comment(call, api); },
       .success = 204,
       .bucket = "comment"},
      {.method = Put,
       .path = "/api/comments/{comment:id}/vote",
       .access = Access::Member,
       .summary = "Votes, switches or takes the vote back; for 7 days",
       .handler = [api](Call& call) { return vote_on_comment(call, api); },
       .takes = &schema_of<CastBallot>(),
       .returns = &schema_of<Voted>(),
       .bucket = "vote"},
  };
}

}  // namespace stoa::feed
