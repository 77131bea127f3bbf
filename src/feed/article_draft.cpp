#include "feed/article_draft.h"

#include "base/fields.h"
#include "feed/markdown.h"
#include "feed/wording.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::feed {
namespace {

constexpr Wording kTitle{"article.title", "the title", kLongestTitle};
constexpr Wording kText{"article.text", "the text", kLongestText, Lines::Many, Wording::Empty::Allowed};

/// What cannot be shown is not taken.
Result<std::string> read_text(std::string_view written) {
  std::string text = STOA_TRY(read_wording(kText, written));
  STOA_TRY(render_markdown(text));
  return text;
}

}  // namespace

StructDescription describe(Described<ArticleDraft>) {
  return fields("ArticleDraft", field("title", &ArticleDraft::title).length(1, kLongestTitle),
                field("link", &ArticleDraft::link)
                    .otherwise({})
                    .length(0, kLongestLink)
                    .help("http or https; the text may be empty when there is one"),
                field("text", &ArticleDraft::text).otherwise({}).length(0, kLongestText).help("Markdown"),
                field("groups", &ArticleDraft::groups).items(1, kMostGroupsOfAnArticle),
                field("product", &ArticleDraft::product).help("A product that it is about"));
}

StructDescription describe(Described<ArticleEdit>) {
  return fields("ArticleEdit", field("title", &ArticleEdit::title).length(1, kLongestTitle),
                field("text", &ArticleEdit::text).otherwise({}).length(0, kLongestText).help("Markdown"));
}

Error nothing_said() {
  return {Error::Kind::Invalid, "article.empty", "an article has a link, a text or both; this one has none"};
}

Result<CheckedDraft> check(const ArticleDraft& draft) {
  CheckedDraft checked;
  checked.title = STOA_TRY(read_wording(kTitle, draft.title));
  checked.text = STOA_TRY(read_text(draft.text));
  checked.groups = draft.groups;
  checked.product = draft.product;
  if (draft.link.find_first_not_of(" \t\r\n") != std::string::npos)
    checked.link = STOA_TRY(Link::parse(draft.link));
  if (!checked.link && checked.text.empty()) return nothing_said();
  auto& groups = checked.groups;
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  if (groups.empty() || groups.size() > kMostGroupsOfAnArticle)
    return Error{Error::Kind::Invalid, "article.groups",
                 fmt::format("an article stands in 1 to {} groups", kMostGroupsOfAnArticle)};
  return checked;
}

Result<ArticleEdit> check(const ArticleEdit& edit) {
  ArticleEdit checked;
  checked.title = STOA_TRY(read_wording(kTitle, edit.title));
  checked.text = STOA_TRY(read_text(edit.text));
  return checked;
}

}  // namespace stoa::feed
