#include "feed/addresses.h"
#include "feed/api.h"
#include "feed/pages_article_rows.h"
#include "feed/pages_comment_rows.h"
#include "feed/pages_comments.h"
#include "feed/pages_front.h"
#include "feed/pages_vote.h"
#include "http/list_query.h"
#include "http/summary.h"

namespace stoa::feed {
namespace {

/// The beginning of the text in one line, without the commonest of Markdown's signs.
std::string plain_beginning(std::string_view markdown) {
  std::string text;
  bool blank = false;
  for (const char c : markdown) {
    const bool is_blank_now = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (is_blank_now || c == '#' || c == '*' || c == '`' || c == '>') {
      blank = blank || is_blank_now;
      continue;
    }
    if (blank && !text.empty()) text += ' ';
    blank = false;
    text += c;
    if (text.size() > http::kMostSummary) break;
  }
  return text;
}

/// The shop's card of what the article is about; nothing when there is no such product any more.
Result<http::Value> product_card(Call& call, const Article& article) {
  if (!article.product || article.state == ArticleState::Removed) return http::Value();
  auto card = call.fragment("/fragments/product/" + article.product->hex());
  if (card.ok()) return http::Value(http::Html::trusted(*std::move(card)));
  if (card.error().kind == Error::Kind::NotFound) return http::Value();
  return std::move(card).error();
}

/// What the viewer may do with the article, each a link.
void add_doings(const Call& call, const Front& front, const Article& article, Fields& fields) {
  const auto viewer = viewer_of(call);
  const bool is_there = article.state != ArticleState::Removed;
  const bool is_mine = viewer && article.author == viewer->name;
  fields.set("can_edit", is_there && viewer && may_edit(*viewer, article, front.clock.now()).ok());
  fields.set("can_sort", is_there && viewer && may_sort(*viewer, article).ok());
  fields.set("can_change", is_there && viewer && may_remove(*viewer, article).ok());
  fields.set("can_report", article.state == ArticleState::Live && !is_mine);
  fields.set("can_moderate", is_there && viewer && viewer->role == accounts::Role::Admin);
}

Result<void> add_article(Call& call, const Front& front, const Article& article, const Thread& thread,
                         Fields& fields) {
  const Vote mine =
      call.viewer.name ? STOA_TRY(front.feed.votes.of(*call.viewer.name, article.id)) : Vote::None;
  const std::string_view host = host_of(article);
  const bool is_there = article.state != ArticleState::Removed;
  fields.set("id", std::to_string(article.id));
  fields.set("title", is_there ? article.title : front.pages.say(call.language, "article.removed"));
  fields.set("summary",
             is_there ? http::summary_of(plain_beginning(article.text), article.title) : std::string());
  fields.set("link", article.link);
  fields.set("host", host);
  fields.set("author", article.author);
  fields.set("when", article.time);
  fields.set("edited", article.edited);
  fields.set("groups", group_tags(article));
  fields.set("markup", rendered(article.text));
  fields.set("card", STOA_TRY(product_card(call, article)));
  fields.set("is_hidden", article.state == ArticleState::Hidden);
  fields.set("is_removed", !is_there);
  fields.set("is_locked", thread.locked_at.has_value());
  const Ballot ballot = ballot_of(call, article, front.clock.now());
  add_vote(fields, ballot, anchor_of(article.id), address_of(article.id) + "/vote", article.votes, mine);
  add_doings(call, front, article, fields);
  return {};
}

void add_talk(Call& call, const Front& front, const Article& article, const CommentPage& page,
              CommentOrder order, Fields& fields) {
  const Conversation conversation = conversation_of(article, page.thread);
  fields.set("comments", comment_rows(call, front, page.comments, conversation));
  fields.set("more", page.next.empty() ? http::Value() : http::Value(http::with_cursor(call, page.next)));
  fields.set("continued", call.query("cursor").has_value());
  fields.set("start", http::with_cursor(call, ""));
  fields.set("count", page.thread.comments);
  fields.set("by_votes", order == CommentOrder::Best);
  const bool is_open = conversation == Conversation::Open;
  const bool is_guest = call.viewer.role == http::Role::Guest;
  fields.set("form", is_open && !is_guest ? http::Value(fields_of(CommentForm{.article = article.id}))
                                          : http::Value());
  fields.set("asks_to_log_in", is_open && is_guest);
}

Result<Response> article(Call& call, const Front& front) {
  const Article article = STOA_TRY(article_in_sight(call, front.feed, article_of(call)));
  const auto order = STOA_TRY(call.query<CommentOrder>("order")).value_or(CommentOrder::Best);
  const CommentPage page =
      STOA_TRY(front.feed.comment_pages.page(article.id, order, http::page_cursor(call), call.viewer.name));
  Fields fields{{"in_feed", true}};
  add_talk(call, front, article, page, order, fields);
  add_ballot_needs(call, fields);
  if (http::wants_part(call) && call.request.header("HX-Target") == "more")
    return front.pages.fragment(call, "feed/article.html#comments", fields);
  STOA_TRY(add_article(call, front, article, page.thread, fields));
  return front.pages.page(call, "feed/article.html", fields);
}

}  // namespace

std::vector<http::Route> article_pages(const Front& front) {
  std::vector<http::Route> rows{
      http::page_route(front, "/feed/{article:int}", "An article and what is said about it", article)};
  for (http::Route& row : comment_pages(front)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace stoa::feed
