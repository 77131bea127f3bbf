#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "feed/article.h"
#include "feed/article_entry.h"
#include "feed/comment.h"
#include "feed/link.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

struct PlannedComment {
  /// Not below another yet.
  Comment comment;
  /// Whether its votes are what the entry says.
  enum class Votes { Said, Begun } votes = Votes::Begun;
  /// The one it answers, which stands before it.
  std::optional<CommentId> answered;
};

/// An entry that keeps to the rules, and what is to be written of it.
struct ImportPlan {
  /// Of the key `imported:{hash}` that remembers it.
  std::string hash;
  /// A hash of all that the entry says.
  std::string said;
  enum class KnownBy { Name, Link } known_by = KnownBy::Name;
  std::optional<Link> link;
  /// Without an id.
  Article article;
  /// Whether the votes are what the entry says, or only what an article begins with.
  enum class Votes { Said, Begun } votes = Votes::Begun;
  std::vector<PlannedComment> comments;
};

/// Invalid as ArticleIntake::take() says. The same entry gives the same comments' ids.
Result<ImportPlan> plan_import(const ArticleEntry&, Time now);

}  // namespace stoa::feed
