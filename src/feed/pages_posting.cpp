#include "feed/addresses.h"
#include "feed/api.h"
#include "feed/pages_changing.h"
#include "feed/pages_complaints.h"
#include "feed/pages_posting_form.h"

namespace stoa::feed {
namespace {

Result<Response> shown(Call& call, const Front& front, PostingForm& form, http::Value preview = {}) {
  Fields fields = STOA_TRY(form.fields());
  fields.set("preview", std::move(preview));
  return front.pages.page(call, "feed/new.html", fields, {.status = form.status()});
}

Result<Response> form(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  PostingForm form(call, front);
  return shown(call, front, form);
}

Result<Response> preview(Call& call, const Front& front) {
  Preview preview = STOA_TRY(preview_of(call, front));
  if (http::wants_part(call)) return preview_part(call, front, preview);
  PostingForm form(call, front);
  if (preview.complaint) form.complain(preview.complaint->field, std::move(preview.complaint->text));
  return shown(call, front, form, std::move(preview.shown));
}

Result<Response> post(Call& call, const Front& front) {
  if (auto banned = STOA_TRY(page_if_banned(call, front))) return *std::move(banned);
  PostingForm form(call, front);
  const auto draft = STOA_TRY(form.read());
  if (!draft) return shown(call, front, form);
  const auto posted = front.feed.articles.post(identity_of(call), *draft);
  if (!posted.ok() && form.complain(posted.error())) return shown(call, front, form);
  if (!posted.ok()) return posted.error();
  if (!may_see(viewer_of(call), posted->article)) {
    form.complain("link", front.pages.say(call.language, "posting.wrong_hidden"));
    return shown(call, front, form);
  }
  const bool is_new = posted->outcome == Posted::Outcome::New;
  call.came_to_nothing = !is_new;
  front.pages.flash(call, is_new ? Flash::Kind::Good : Flash::Kind::Info,
                    is_new ? "posting.posted" : "posting.already_there");
  return http::see_other(address_of(posted->article.id));
}

}  // namespace

std::vector<http::Route> posting_pages(const Front& front) {
  auto show = http::page_route(front, "/feed/new", "The form of a new article", form);
  auto look = http::form_route(front, "/feed/new/preview", "How the text of a new article would look",
                               posting_form_fields(), preview);
  auto send = http::form_route(front, "/feed/new",
                               "Posts an article, or leads to the one that has had the link of late",
                               posting_form_fields(), post);
  show.access = look.access = send.access = http::Access::Member;
  send.idempotency = http::Idempotency::Optional;
  send.bucket = "post";
  send.bucket_of_attempts = "article";
  look.bucket = "article";
  std::vector<http::Route> rows{std::move(show), std::move(look), std::move(send)};
  for (http::Route& row : changing_pages(front)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace stoa::feed
