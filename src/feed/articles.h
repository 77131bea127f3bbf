#pragma once
#include "accounts/user.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/result.h"
#include "feed/article.h"
#include "feed/article_draft.h"
#include "feed/groups.h"
#include "keyspace/keyspace.h"

#include <chrono>
#include <optional>
#include <span>
#include <vector>

namespace stoa::feed {

inline constexpr std::chrono::hours kEditable{1};
inline constexpr std::chrono::hours kLinkRemembered{30 * 24};

struct Posted {
  enum class Outcome { New, AlreadyThere };
  Article article;
  Outcome outcome;
};

/// What is hidden is seen by its author and admins only. Guests are nullopt.
bool may_see(const std::optional<accounts::Identity>&, const Article&);
/// What the author may do within kEditable, and not while it is hidden: Forbidden (`article.not_yours`),
/// Conflict (`article.too_late`, `article.hidden`).
Result<void> may_edit(const accounts::Identity&, const Article&, Time now);
/// What the author or an admin may do: Forbidden (`article.not_yours`).
Result<void> may_remove(const accounts::Identity&, const Article&);
/// The same about its groups; not what the author may while it is hidden: Conflict (`article.hidden`).
Result<void> may_sort(const accounts::Identity&, const Article&);

/// Leaves a stone of one that is none, in no list and no group; its link can be posted again.
void make_stone(keyspace::Tx&, const Article&, Time now);

/// Posting and what becomes of an article afterwards. Every change is one durable transaction over all the
/// sets that name it. Whether somebody may post at all is the moderation's to say. Safe from any thread.
class Articles {
 public:
  /// All outlive it.
  Articles(keyspace::Keyspace& keyspace, Groups& groups, const Clock& clock)
      : keyspace_(keyspace), groups_(groups), clock_(clock) {}

  /// With the author's own vote. When the link was posted within kLinkRemembered, the article that has it,
  /// and nothing is changed; of many who post one link at once, one is new. Invalid as check() says, NotFound
  /// (`group.absent`).
  Result<Posted> post(const accounts::Identity&, const ArticleDraft&);

  /// As may_edit() says.
  Result<Article> edit(const accounts::Identity&, ArticleId, const ArticleEdit&);

  /// As may_remove() says. Leaves a stone, which is in no list and no group; its link can be posted
  /// again. Removing a stone changes nothing.
  Result<void> remove(const accounts::Identity&, ArticleId);

  /// As may_sort() says; nothing changes when it is so already. Conflict (`article.groups`) when it
  /// would be in none or too many.
  Result<Article> put_into(const accounts::Identity&, ArticleId, const GroupName&);
  Result<Article> take_out_of(const accounts::Identity&, ArticleId, const GroupName&);

  /// Also hidden ones and stones. NotFound (`article.absent`).
  Result<Article> find(ArticleId);
  /// In the ids' order, nullopt for what is no article; one round trip.
  Result<std::vector<std::optional<Article>>> find_many(std::span<const ArticleId>);

 private:
  Result<std::optional<Posted>> posted_before(const CheckedDraft&);
  /// The article that has the link, or nullopt when this one has it now.
  Result<std::optional<ArticleId>> add_unless_there(const Article&, const std::optional<Link>&);
  /// NotFound when it is not there, or is a stone.
  using Change = FunctionRef<Result<void>(keyspace::Tx&, Article&)>;
  Result<Article> change(ArticleId, Change);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  Groups& groups_;
  const Clock& clock_;
};

}  // namespace stoa::feed
