#pragma once
#include "base/described.h"
#include "base/ids.h"
#include "base/result.h"
#include "feed/group_name.h"
#include "feed/link.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

inline constexpr std::size_t kLongestTitle = 200;
inline constexpr std::size_t kLongestText = 20'000;
inline constexpr std::size_t kMostGroupsOfAnArticle = 5;

/// What somebody wants to post: a link, a text or both.
struct ArticleDraft {
  std::string title;
  std::string link;
  std::string text;
  std::vector<GroupName> groups;
  std::optional<ProductId> product = std::nullopt;
};
StructDescription describe(Described<ArticleDraft>);

/// What may be changed afterwards. The link stays: people have voted for where it leads.
struct ArticleEdit {
  std::string title;
  std::string text;
};
StructDescription describe(Described<ArticleEdit>);

/// A draft that keeps to the rules.
struct CheckedDraft {
  std::string title;
  std::optional<Link> link;
  std::string text;
  /// Each once.
  std::vector<GroupName> groups;
  std::optional<ProductId> product;
};

/// Invalid (`article.title`, `article.link`, `article.text`, `article.empty`, `article.groups`) with what is
/// wrong, or as render_markdown() says.
Result<CheckedDraft> check(const ArticleDraft&);
Result<ArticleEdit> check(const ArticleEdit&);

/// Of an article without a link, which must have a text.
Error nothing_said();

}  // namespace stoa::feed
