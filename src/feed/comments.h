#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "feed/comment.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <optional>
#include <string>

namespace stoa::feed {

/// Writing, changing and deleting comments. Each is one record transaction, in which the comment, what its
/// parent knows of its replies and the article's count change together. Safe from any thread.
class Comments {
 public:
  /// All outlive it. The keyspace has the articles.
  Comments(records::Records& records, keyspace::Keyspace& keyspace, const Clock& clock)
      : records_(records), keyspace_(keyspace), clock_(clock) {}

  /// NotFound (`comment.absent`), also for a stone. For the author and moderators: what is hidden comes too.
  Result<Comment> comment(const CommentId&);

  /// NotFound (`article.absent`) unless the article is there to be read; Conflict (`article.locked`);
  /// NotFound
  /// (`comment.absent`) when the one that is answered is gone, hidden or of another article; Forbidden
  /// (`feed.banned`); Invalid as check_comment_text().
  Result<Comment> post(const Shortcode& author, ArticleId, const std::optional<CommentId>& answered,
                       std::string text);

  /// Forbidden (`comment.not_yours`, `feed.banned`); Conflict (`comment.too_late`) an hour after posting.
  Result<Comment> edit(const Shortcode& author, const CommentId&, std::string text);

  /// The author's own. Forbidden (`comment.not_yours`).
  Result<void> remove(const Shortcode& author, const CommentId&);

 private:
  // Fixed at construction.
  records::Records& records_;
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
};

/// NotFound (`article.absent`) unless the article is there for all to read. One read.
Result<void> check_readable(keyspace::Reader&, ArticleId);

/// Forbidden (`comment.not_yours`).
Result<void> check_author(const Shortcode&, const Comment&);
/// Whether its author may still change it.
bool is_editable(const Comment&, Time now);

/// NotFound (`comment.absent`), also for a stone.
Result<Comment> find_comment(records::Reader&, const CommentId&);

/// Makes a new comment of the same article stand below the one it answers. NotFound (`comment.absent`) when
/// that is gone, hidden or of another article.
Result<void> place_comment(records::Tx&, Comment&, const CommentId& answered);

/// Takes author and text away for good, and the whole comment if it has no replies, with the stones above it
/// that have none but it.
Result<void> erase_comment(records::Tx&, Comment);

}  // namespace stoa::feed
