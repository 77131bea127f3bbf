#include "feed/pages_posting_form.h"

#include "feed/markdown.h"

#include <algorithm>

namespace stoa::feed {
namespace {

/// With a check box of their own; the others can be named.
constexpr std::size_t kOffered = 16;

/// What stands between blanks and commas.
std::vector<std::string> names_in(std::string_view typed) {
  constexpr std::string_view kBetween = " ,;\t\r\n";
  std::vector<std::string> names;
  while (true) {
    const auto first = typed.find_first_not_of(kBetween);
    if (first == typed.npos) return names;
    typed.remove_prefix(first);
    const auto end = std::min(typed.find_first_of(kBetween), typed.size());
    names.emplace_back(typed.substr(0, end));
    typed.remove_prefix(end);
  }
}

std::vector<http::FormField> words_of(const Call& call) {
  return {{"title", "posting.title", "posting.title_help"},
          {.name = "link",
           .label = "posting.link",
           .help = "posting.link_help",
           .value = call.query("link").value_or(""),
           .type = "url"},
          {.name = "text",
           .label = "posting.text",
           .help = "posting.text_help",
           .size = http::FormField::Size::Lines}};
}

/// Takes the place of what is wrong, so that the rest is looked at too.
void put_right(std::string_view field, ArticleDraft& draft) {
  if (field == "title") draft.title = "x";
  if (field == "text") draft.text = "x";
  if (field == "link") draft.link = "https://example.org/";
  if (field == "groups") draft.groups.assign(1, GroupName());
}

}  // namespace

PostingForm::PostingForm(Call& call, const Front& front)
    : call_(call), front_(front), form_(call, front.pages, words_of(call)) {
  for (std::string& name : call.form_all("group")) ticked_.insert(std::move(name));
  if (call.request.method != http::Method::Get) return;
  if (auto group = call.query("group")) ticked_.insert(*std::move(group));
}

void PostingForm::complain(std::string_view field, std::string text) {
  if (field == "groups") groups_error_ = text;
  if (field == "product") product_error_ = text;
  form_.complain(field, std::move(text));
}

bool PostingForm::complain(const Error& error) {
  auto complaint = complaint_of(front_.pages, call_.language, error);
  if (!complaint) return false;
  complain(complaint->field, std::move(complaint->text));
  return true;
}

std::optional<std::string> PostingForm::read_groups(ArticleDraft& draft) const {
  std::vector<std::string> names(ticked_.begin(), ticked_.end());
  std::ranges::move(names_in(typed("groups")), std::back_inserter(names));
  for (std::string& name : names) {
    auto group = GroupName::parse(name);
    if (!group.ok()) return std::move(name);
    draft.groups.push_back(*std::move(group));
  }
  return std::nullopt;
}

void PostingForm::complain_of_group(std::string_view name) {
  complain("groups", no_such_group(front_.pages, call_.language, name));
}

Result<void> PostingForm::require_groups(const ArticleDraft& draft) {
  for (const GroupName& group : draft.groups) {
    const auto there = front_.feed.groups.require({&group, 1});
    if (there.ok()) continue;
    if (there.error().kind != Error::Kind::NotFound) return there.error();
    complain_of_group(group.text());
    return {};
  }
  return {};
}

std::string PostingForm::product_typed() const {
  if (auto sent = call_.form("product")) return *std::move(sent);
  return call_.query("product").value_or("");
}

/// Its number, or the address of its page.
Result<void> PostingForm::find_product() {
  constexpr std::size_t kDigits = 2 * ObjectId::kSize;
  const auto names = names_in(product_typed());
  if (names.empty()) return {};
  const std::string& name = names.front();
  const auto id =
      ProductId::parse(std::string_view(name).substr(name.size() - std::min(name.size(), kDigits)));
  auto card = id.ok() ? call_.fragment("/fragments/product/" + id->hex()) : id.error();
  if (card.ok()) {
    product_ = *id;
    card_ = http::Html::trusted(*std::move(card));
  } else if (!id.ok() || card.error().kind == Error::Kind::NotFound) {
    complain("product", front_.pages.say(call_.language, "posting.wrong_product"));
  } else {
    return std::move(card).error();
  }
  return {};
}

void PostingForm::check_all(ArticleDraft draft) {
  while (true) {
    const auto checked = check(draft);
    if (checked.ok()) return;
    const auto complaint = complaint_of(front_.pages, call_.language, checked.error());
    if (!complaint) return form_.complain("text", checked.error().message);
    complain(complaint->field, complaint->text);
    put_right(complaint->field, draft);
  }
}

Result<std::optional<ArticleDraft>> PostingForm::read() {
  ArticleDraft draft{typed("title"), typed("link"), typed("text"), {}};
  const auto no_group = read_groups(draft);
  if (no_group) put_right("groups", draft);
  check_all(draft);
  if (no_group) complain_of_group(*no_group);
  if (std::holds_alternative<std::monostate>(groups_error_.state())) STOA_TRY(require_groups(draft));
  STOA_TRY(find_product());
  if (form_.has_errors()) return std::optional<ArticleDraft>();
  draft.product = product_;
  return std::optional(std::move(draft));
}

Result<void> PostingForm::add_groups(Fields& fields) const {
  const auto groups = STOA_TRY(front_.feed.groups.largest(kMostGroupsListed));
  List offered, others;
  for (const Group& group : groups) {
    const std::string& name = group.name.text();
    const bool ticked = ticked_.contains(name);
    if (offered.size() < kOffered || ticked)
      offered.push_back({{"group", name}, {"ticked", ticked}});
    else
      others.push_back({{"group", name}});
  }
  fields.set("no_groups", offered.empty());
  fields.set("offered", std::move(offered));
  fields.set("others", std::move(others));
  return {};
}

Result<Fields> PostingForm::fields() {
  if (!product_ && !form_.has_errors()) STOA_TRY(find_product());
  Fields fields = form_.fields();
  STOA_TRY(add_groups(fields));
  fields.set("in_feed", true)
      .set("typed_groups", typed("groups"))
      .set("groups_error", groups_error_)
      .set("product", product_typed())
      .set("product_error", product_error_)
      .set("card", card_)
      .set("most", kMostGroupsOfAnArticle)
      .set("preview", http::Value())
      .set("key", Token::make().text());
  return fields;
}

std::vector<std::string> posting_form_fields() {
  return {"title", "link", "text", "group", "groups", "product", "preview"};
}

Result<Preview> preview_of(const Call& call, const Front& front) {
  const auto checked = check(ArticleEdit{"x", call.form("text").value_or("")});
  if (!checked.ok()) {
    auto complaint = complaint_of(front.pages, call.language, checked.error());
    if (!complaint) return checked.error();
    return Preview{.complaint = std::move(complaint)};
  }
  http::Value markup;
  if (!checked->text.empty()) markup = http::Html::trusted(STOA_TRY(render_markdown(checked->text)));
  return Preview{Fields{{"title", call.form("title").value_or("")},
                        {"link", call.form("link").value_or("")},
                        {"markup", std::move(markup)}}};
}

Response preview_part(const Call& call, const Front& front, const Preview& preview) {
  return front.pages.fragment(
      call, "feed/preview.html",
      {{"preview", preview.shown},
       {"complaint", preview.complaint ? http::Value(preview.complaint->text) : http::Value()}});
}

}  // namespace stoa::feed
