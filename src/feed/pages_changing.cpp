#include "feed/pages_changing.h"

#include "feed/addresses.h"
#include "feed/api.h"
#include "feed/moderation_measure.h"
#include "feed/pages_posting_form.h"

#include <algorithm>

namespace stoa::feed {
namespace {

Response to_article(const Article& article) {
  return http::see_other(address_of(article.id));
}

/// NotFound for a stone, too: there is nothing left to change.
Result<Article> article_to_change(const Call& call, const Front& front) {
  Article article = STOA_TRY(front.feed.articles.find(article_of(call)));
  if (article.state != ArticleState::Removed) return article;
  return Error{Error::Kind::NotFound, "article.absent", "the article was deleted"};
}

Fields fields_of(Call& call, const Article& article) {
  return {{"in_feed", true},
          {"id", article.id},
          {"title", article.title},
          {"link", article.link},
          {"csrf", call.csrf()}};
}

http::PageForm edit_form(Call& call, const Front& front, const Article& article) {
  return {call,
          front.pages,
          {{"title", "posting.title", "posting.title_help", article.title},
           {.name = "text",
            .label = "posting.text",
            .help = "posting.text_help",
            .value = article.text,
            .size = http::FormField::Size::Lines}}};
}

bool complain(Call& call, const Front& front, http::PageForm& form, const Error& error) {
  auto complaint = complaint_of(front.pages, call.language, error);
  if (complaint) form.complain(complaint->field, std::move(complaint->text));
  return complaint.has_value();
}

Result<Response> shown_edit(Call& call, const Front& front, const Article& article,
                            const http::PageForm& form, http::Value preview = {}) {
  Fields fields = fields_of(call, article);
  fields.set("form", form.fields())
      .set("preview", std::move(preview))
      .set("late", false)
      .set("hidden", false);
  return front.pages.page(call, "feed/edit.html", fields, {.status = form.status()});
}

/// The page that says why not, when it is only too late, or hidden.
Result<std::optional<Response>> page_if_refused(Call& call, const Front& front, const Article& article,
                                                const Result<void>& may) {
  if (may.ok()) return std::optional<Response>();
  if (may.error().kind != Error::Kind::Conflict) return may.error();
  const bool hidden = may.error().code == article_hidden().code;
  Fields fields = fields_of(call, article);
  fields.set("late", !hidden).set("hidden", hidden).set("form", http::Value()).set("preview", http::Value());
  return std::optional(front.pages.page(call, "feed/edit.html", fields, {.status = 409}));
}

Result<std::optional<Response>> page_if_late(Call& call, const Front& front, const Article& article) {
  return page_if_refused(call, front, article, may_edit(identity_of(call), article, front.clock.now()));
}

Result<Response> edit_page(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Article article = STOA_TRY(article_to_change(call, front));
  if (auto late = STOA_TRY(page_if_late(call, front, article))) return *std::move(late);
  return shown_edit(call, front, article, edit_form(call, front, article));
}

Result<Response> preview_edit(Call& call, const Front& front, const Article& article, http::PageForm& form) {
  Preview preview = STOA_TRY(preview_of(call, front));
  if (http::wants_part(call)) return preview_part(call, front, preview);
  if (preview.complaint) form.complain(preview.complaint->field, std::move(preview.complaint->text));
  return shown_edit(call, front, article, form, std::move(preview.shown));
}

Result<Response> edit(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Article article = STOA_TRY(article_to_change(call, front));
  if (auto late = STOA_TRY(page_if_late(call, front, article))) return *std::move(late);
  http::PageForm form = edit_form(call, front, article);
  if (call.form("preview")) return preview_edit(call, front, article, form);
  const auto edited = front.feed.articles.edit(
      identity_of(call), article.id, {call.form("title").value_or(""), call.form("text").value_or("")});
  if (!edited.ok() && complain(call, front, form, edited.error()))
    return shown_edit(call, front, article, form);
  if (!edited.ok()) return edited.error();
  front.pages.flash(call, Flash::Kind::Good, "posting.edited");
  return to_article(*edited);
}

/// Of what another wrote, others read in the log who took it away, and why.
bool is_anothers(const Call& call, const Article& article) {
  return article.author != identity_of(call).name;
}

Result<Response> shown_delete(Call& call, const Front& front, const Article& article, http::Value wrong,
                              int status) {
  Fields fields = fields_of(call, article);
  fields.set("anothers", is_anothers(call, article))
      .set("typed_reason", call.form("reason").value_or(""))
      .set("wrong_reason", std::move(wrong));
  return front.pages.page(call, "feed/delete.html", fields, {.status = status});
}

Result<Response> delete_page(Call& call, const Front& front) {
  const Article article = STOA_TRY(article_to_change(call, front));
  STOA_TRY(may_remove(identity_of(call), article));
  return shown_delete(call, front, article, {}, 200);
}

Result<Response> remove(Call& call, const Front& front) {
  const Article article = STOA_TRY(article_to_change(call, front));
  const auto done = take_away(front.feed, identity_of(call), article, call.form("reason").value_or(""));
  if (!done.ok()) {
    auto complaint = complaint_of(front.pages, call.language, done.error());
    if (!complaint) return done.error();
    return shown_delete(call, front, article, std::move(complaint->text), 422);
  }
  front.pages.flash(call, Flash::Kind::Good, "posting.deleted");
  return to_article(article);
}

Result<Response> shown_groups(Call& call, const Front& front, const Article& article, http::Value wrong,
                              int status) {
  List in, others;
  for (const GroupName& group : article.groups) in.push_back({{"group", group.text()}});
  for (const Group& group : STOA_TRY(front.feed.groups.largest(kMostGroupsListed)))
    if (std::ranges::find(article.groups, group.name) == article.groups.end())
      others.push_back({{"group", group.name.text()}});
  Fields fields = fields_of(call, article);
  fields.set("in", std::move(in))
      .set("others", std::move(others))
      .set("typed", call.form("put").value_or(""))
      .set("wrong", std::move(wrong))
      .set("most", kMostGroupsOfAnArticle);
  return front.pages.page(call, "feed/article_groups.html", fields, {.status = status});
}

Result<Response> groups_page(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Article article = STOA_TRY(article_to_change(call, front));
  const auto may = may_sort(identity_of(call), article);
  if (auto refused = STOA_TRY(page_if_refused(call, front, article, may))) return *std::move(refused);
  return shown_groups(call, front, article, {}, 200);
}

Result<Article> moved(const Call& call, const Front& front, const Article& article) {
  const auto take = call.form("take");
  const GroupName group = STOA_TRY(GroupName::parse(take ? *take : call.form("put").value_or("")));
  if (take) return front.feed.articles.take_out_of(identity_of(call), article.id, group);
  return front.feed.articles.put_into(identity_of(call), article.id, group);
}

Result<Response> change_groups(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  const Article article = STOA_TRY(article_to_change(call, front));
  const auto may = may_sort(identity_of(call), article);
  if (auto refused = STOA_TRY(page_if_refused(call, front, article, may))) return *std::move(refused);
  const auto done = moved(call, front, article);
  if (done.ok()) {
    front.pages.flash(call, Flash::Kind::Good, "posting.groups_changed");
    return http::see_other(address_of(article.id) + "/groups");
  }
  const Error& error = done.error();
  if (error.code == "group.name" || error.code == "group.absent")
    return shown_groups(call, front, article,
                        no_such_group(front.pages, call.language, call.form("put").value_or("")), 422);
  auto complaint = complaint_of(front.pages, call.language, error);
  if (!complaint) return error;
  return shown_groups(call, front, article, std::move(complaint->text), 409);
}

}  // namespace

std::vector<http::Route> changing_pages(const Front& front) {
  const std::string article = "/feed/{article:int}";
  std::vector<http::Route> rows{
      http::page_route(front, article + "/edit", "The form that changes an article", edit_page),
      http::page_route(front, article + "/delete", "Asks whether to delete an article", delete_page),
      http::page_route(front, article + "/groups", "The groups of an article, to change them", groups_page),
      http::form_route(front, article + "/edit", "Changes your own article, for an hour",
                       {"title", "text", "preview"}, edit),
      http::form_route(front, article + "/delete", "Takes an article away; a stone stays", {"reason"},
                       remove),
      http::form_route(front, article + "/groups", "Puts an article into a group, or takes it out",
                       {"put", "take"}, change_groups)};
  for (http::Route& row : rows) {
    row.access = http::Access::Member;
    if (row.method == http::Method::Post) row.bucket = "article";
  }
  return rows;
}

}  // namespace stoa::feed
