#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "feed/comment.h"
#include "records/records.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stoa::feed {

/// A document of `threads`: what all comments of an article have in common, and what moderators did with it.
struct Thread {
  ArticleId article = 0;
  /// Those that are shown: neither deleted nor hidden.
  std::int64_t comments = 0;
  /// Neither comments nor votes since then.
  std::optional<Time> locked_at = std::nullopt;
  /// The article is not to be shown since then.
  std::optional<Time> hidden_at = std::nullopt;

  bool operator==(const Thread&) const = default;
};
StructDescription describe(Described<Thread>);

/// An article that nobody has commented on has an empty, open one. One read.
Result<Thread> thread_of(records::Reader&, ArticleId);
/// In the articles' order. One read.
Result<std::vector<Thread>> threads_of(records::Reader&, std::span<const ArticleId>);

/// Conflict (`article.locked`); NotFound (`article.absent`) when a moderator has hidden it. One read.
Result<void> check_open(records::Reader&, ArticleId);

/// Adds to the number of comments that are shown.
Result<void> count_comments(records::Tx&, ArticleId, std::int64_t more);
/// Makes the document be as `thread`, whether it was there or not.
Result<void> put_thread(records::Tx&, const Thread&);

}  // namespace stoa::feed
