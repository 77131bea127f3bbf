#include "feed/pages_comments.h"

#include "feed/addresses.h"
#include "feed/api.h"
#include "feed/pages_comment_rows.h"
#include "feed/pages_complaints.h"
#include "feed/pages_vote.h"

namespace stoa::feed {
namespace {

void add_article(const Article& article, Fields& fields) {
  fields.set("article", std::to_string(article.id));
  fields.set("title", article.state == ArticleState::Removed ? http::Value() : http::Value(article.title));
}

/// What stands in the thread's list instead of "more", once that was asked for in place.
Response replies_in_place(Call& call, const Front& front, const CommentPage& page, Fields fields) {
  const ShownComment& parent = page.comments.front();
  fields.set("ends", parent.more > 0 ? http::Value(Fields{{"more", more_replies(parent)},
                                                          {"count", std::int64_t{0}},
                                                          {"parent", parent.comment.id}})
                                     : http::Value());
  return front.pages.fragment(call, "feed/replies.html", fields);
}

Result<Response> branch(Call& call, const Front& front) {
  const auto after = STOA_TRY(call.query<CommentId>("after"));
  const CommentPage page =
      STOA_TRY(front.feed.comment_pages.branch(comment_of(call), after, call.viewer.name));
  const Comment& top = page.comments.front().comment;
  const Article article = STOA_TRY(article_in_sight(call, front.feed, top.article));
  const Conversation conversation = conversation_of(article, page.thread);
  Fields fields;
  add_ballot_needs(call, fields);
  if (http::wants_part(call) && after) {
    fields.set("comments", comment_rows(call, front, std::span(page.comments).subspan(1), conversation));
    return replies_in_place(call, front, page, std::move(fields));
  }
  add_article(article, fields);
  fields.set("in_feed", true);
  fields.set("comments", comment_rows(call, front, page.comments, conversation));
  fields.set("up", top.parent ? http::Value(*top.parent) : http::Value());
  fields.set("continued", after ? http::Value(top.id) : http::Value());
  return front.pages.page(call, "feed/comment.html", fields);
}

/// The comment that was just written, where its form stood.
Result<Response> written_in_place(Call& call, const Front& front, const Comment& comment) {
  ShownComment shown;
  shown.comment = comment;
  Fields fields{{"comments", comment_rows(call, front, std::span(&shown, 1), Conversation::Open)},
                {"form", comment.parent ? http::Value()
                                        : http::Value(fields_of(CommentForm{.article = comment.article}))},
                {"said", front.pages.say(call.language, "comment.posted")}};
  add_ballot_needs(call, fields);
  return front.pages.fragment(call, "feed/written.html", fields);
}

Result<Response> form_page(Call& call, const Front& front, const CommentForm& form, int status) {
  Fields fields = fields_of(form);
  fields.set("csrf", call.csrf());
  if (http::wants_part(call)) {
    Response part = front.pages.fragment(call, "feed/comment_form.html", fields);
    part.status = status;
    const std::string place = form.answered ? "#reply-" + form.answered->hex() : "#reply";
    part.headers.push_back({"HX-Retarget", place});
    part.headers.push_back({"HX-Reswap", "innerHTML"});
    return part;
  }
  add_article(STOA_TRY(article_in_sight(call, front.feed, form.article)), fields);
  fields.set("in_feed", true);
  fields.set("answered_words", http::Value());
  if (form.answered) {
    const Comment answered = STOA_TRY(front.feed.comments.comment(*form.answered));
    fields.set("answered_words", Fields{{"author", answered.author},
                                        {"when", answered.posted_at},
                                        {"markup", rendered(answered.text)},
                                        {"id", answered.id}});
  }
  return front.pages.page(call, "feed/reply.html", fields, {.status = status});
}

Result<Response> reply_form(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Comment answered = STOA_TRY(front.feed.comments.comment(comment_of(call)));
  if (answered.state != CommentState::Shown) return comment_absent();
  STOA_TRY(check_open(front.records.read(), answered.article));
  return form_page(call, front, {.article = answered.article, .answered = answered.id}, 200);
}

Result<Response> write(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const auto answered = STOA_TRY(call.form<CommentId>("answered"));
  CommentForm form{.article = article_of(call), .answered = answered, .text = call.form("text").value_or("")};
  auto written = front.feed.comments.post(identity_of(call).name, form.article, form.answered, form.text);
  if (!written.ok()) {
    auto wrong = complaint_of(front.pages, call.language, written.error());
    if (!wrong) return std::move(written).error();
    form.wrong = std::move(wrong->text);
    return form_page(call, front, form, 422);
  }
  if (http::wants_part(call)) return written_in_place(call, front, *written);
  front.pages.flash(call, Flash::Kind::Good, "comment.posted");
  if (written->parent) return http::see_other(address_of(written->id));
  return http::see_other(address_of(form.article) + "?order=newest#" + anchor_of(written->id));
}

/// One's own, while it is there.
Result<Comment> own_comment(const Call& call, const Front& front) {
  Comment comment = STOA_TRY(front.feed.comments.comment(comment_of(call)));
  STOA_TRY(check_author(identity_of(call).name, comment));
  return comment;
}

Response edit_form(Call& call, const Front& front, const Comment& comment, std::string text,
                   http::Value wrong, int status) {
  return front.pages.page(call, "feed/comment_edit.html",
                          {{"in_feed", true},
                           {"id", comment.id},
                           {"article", std::to_string(comment.article)},
                           {"text", std::move(text)},
                           {"wrong", std::move(wrong)},
                           {"late", status == 409},
                           {"csrf", call.csrf()}},
                          {.status = status});
}

Result<Response> edit_comment_page(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Comment comment = STOA_TRY(own_comment(call, front));
  const bool late = !is_editable(comment, front.clock.now());
  return edit_form(call, front, comment, comment.text, {}, late ? 409 : 200);
}

Result<Response> edit_comment(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Comment comment = STOA_TRY(own_comment(call, front));
  const std::string text = call.form("text").value_or("");
  auto edited = front.feed.comments.edit(identity_of(call).name, comment.id, text);
  if (!edited.ok() && edited.error().code == "comment.too_late")
    return edit_form(call, front, comment, text, {}, 409);
  if (!edited.ok()) {
    auto wrong = complaint_of(front.pages, call.language, edited.error());
    if (!wrong) return std::move(edited).error();
    return edit_form(call, front, comment, text, std::move(wrong->text), 422);
  }
  front.pages.flash(call, Flash::Kind::Good, "comment.edited_now");
  return http::see_other(address_of(comment.id));
}

Result<Response> delete_comment_page(Call& call, const Front& front) {
  const Comment comment = STOA_TRY(own_comment(call, front));
  return front.pages.page(call, "feed/comment_delete.html",
                          {{"in_feed", true},
                           {"id", comment.id},
                           {"markup", rendered(comment.text)},
                           {"has_replies", comment.replies > 0},
                           {"csrf", call.csrf()}});
}

Result<Response> remove_comment(Call& call, const Front& front) {
  const Comment comment = STOA_TRY(own_comment(call, front));
  STOA_TRY(front.feed.comments.remove(identity_of(call).name, comment.id));
  front.pages.flash(call, Flash::Kind::Good, "comment.deleted_now");
  return http::see_other(address_of(comment.article));
}

}  // namespace

Fields fields_of(const CommentForm& form) {
  return {{"article", std::to_string(form.article)},
          {"answered", form.answered},
          {"place", form.answered ? "reply-" + form.answered->hex() : std::string("reply")},
          {"text", form.text},
          {"wrong", form.wrong}};
}

std::vector<http::Route> comment_pages(const Front& front) {
  const std::string comment = "/feed/comments/{comment:id}";
  std::vector<http::Route> rows{
      http::page_route(front, comment, "A comment and what it was answered", branch),
      http::page_route(front, comment + "/reply", "The form that answers a comment", reply_form),
      http::page_route(front, comment + "/edit", "The form that changes a comment", edit_comment_page),
      http::page_route(front, comment + "/delete", "Asks whether to delete a comment", delete_comment_page),
      http::form_route(front, "/feed/{article:int}/comments", "Comments on an article, or answers a comment",
                       {"text", "answered"}, write),
      http::form_route(front, comment + "/edit", "Changes your own comment, for an hour", {"text"},
                       edit_comment),
      http::form_route(front, comment + "/delete", "Takes a comment away", {}, remove_comment)};
  for (std::size_t i = 1; i < rows.size(); ++i) rows[i].access = http::Access::Member;
  for (http::Route& row : rows)
    if (row.method == http::Method::Post) row.bucket = "comment";
  return rows;
}

}  // namespace stoa::feed
